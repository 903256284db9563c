// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// policyWorld is a world with one edge, which belongs to the instance "a".
type policyWorld struct {
	*world

	stored string         // the policy that was applied to "a"
	config map[string]any // the configuration of "a"
}

// newPolicyWorld returns a world whose edge the provider has imported.
func newPolicyWorld(t *testing.T, policy string) *policyWorld {
	t.Helper()
	w := &policyWorld{world: newWorld(t, edgeType, api.DeleteTLSEdge), stored: policy}
	switch policy {
	case "off":
		w.stored = "DELETE"
	case "null", "PREVENT":
		w.stored = "ABANDON" // replaced in state below
	}
	w.config = map[string]any{"description": "a", "deletion_policy": w.stored}
	w.server.AddTLSEdge(refapi.TLSEdge{ID: "edge_a", CreatedAt: "2026-01-02T03:04:05Z", Description: "a"})
	w.importAs("a", "edge_a")
	// This apply writes private state, which must not affect later runs.
	if done := w.run(wish{name: "a", config: w.config}); len(done.planned)+len(done.applied) > 0 || w.sent() != "" {
		t.Fatalf("applying a policy reports %s%s and sends %q", done.planned, done.applied, w.sent())
	}
	if policy == "null" || policy == "PREVENT" {
		w.setPolicyInState(map[string]any{"PREVENT": "PREVENT"}[policy])
	}
	// The policy in state must take effect, so the configuration has another policy.
	w.config["deletion_policy"] = "ABANDON"
	if policy == "ABANDON" {
		w.config["deletion_policy"] = "PREVENT"
	}
	if policy == "off" {
		w.connect()
	}
	return w
}

func (w *policyWorld) setPolicyInState(policy any) {
	var state map[string]tftypes.Value
	acctest.NoError(w, w.members["a"].State.As(&state))
	state["deletion_policy"] = tftypes.NewValue(tftypes.String, policy)
	w.members["a"].State = tftypes.NewValue(w.members["a"].State.Type(), state)
}

// removeEdge removes the edge "a" in one of several ways and returns the result of the last
// run.
func (w *policyWorld) removeEdge(way string) runResult {
	with := func(name string, value any) map[string]any {
		changed := maps.Clone(w.config)
		changed[name] = value
		return changed
	}
	changed := with("description", "changed")
	unknownPolicy, samePolicy, keptPolicy := maps.Clone(changed), maps.Clone(changed), with("deletion_policy", w.stored)
	unknownPolicy["deletion_policy"], samePolicy["deletion_policy"] = protocoltest.Unknown{}, w.stored
	destroy, same, other := wish{name: "a"}, wish{name: "a", config: w.config}, wish{name: "b", config: w.config}
	switch way {
	case "destroy, failed before", "keep, failed before":
		w.server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Method == http.MethodGet {
				return nil
			}
			return &refapi.Fault{Status: http.StatusInternalServerError}
		})
		if failed := w.run(destroy); failed.applied.Err() == nil {
			w.Fatalf("expected an error, got %s", failed.applied)
		}
		w.server.Intercept(nil)
	case "rename, second half":
		if half := w.run(other); len(half.planned)+len(half.applied) > 0 {
			w.Errorf("the first half reports %s%s", half.planned, half.applied)
		}
	case "taint":
		w.members["a"].Tainted = true
	case "gone":
		w.server.RemoveTLSEdge(w.members["a"].Text("id"))
	}
	return w.run(map[string][]wish{
		"destroy":                {destroy},
		"destroy, failed before": {destroy},
		"keep, failed before":    {same},
		"change":                 {{name: "a", config: changed}},
		"change, same policy":    {{name: "a", config: samePolicy}},
		"-replace, same policy":  {{name: "a", config: keptPolicy, replace: true}},
		"change, unknown policy": {{name: "a", config: unknownPolicy, known: changed}},
		"rename":                 {destroy, other},
		"rename, second half":    {destroy, other},
		"store DELETE":           {{name: "a", config: with("deletion_policy", "DELETE")}},
		"-replace":               {{name: "a", config: w.config, replace: true}},
		"taint":                  {same},
		"gone":                   {same},
	}[way]...)
}

// run also checks that no note of a plan remains in private state.
func (w *policyWorld) run(wishes ...wish) runResult {
	w.Helper()
	done := w.world.run(wishes...)
	for name, instance := range w.members {
		if done.planned.Err() == nil && bytes.Contains(instance.Private, []byte(`"deletion_policy"`)) {
			w.Errorf("a note remains in the private state of %s: %s", name, instance.Private)
		}
	}
	return done
}

// cleanUp destroys all instances, under the policies in their states.
func (w *policyWorld) cleanUp() {
	w.Helper()
	var all []wish
	mayFail := false
	for name, instance := range w.members {
		if instance.Exists() {
			all = append(all, wish{name: name})
			mayFail = mayFail || instance.Text("deletion_policy") != "ABANDON" || w.stored == "DELETE"
		}
	}
	if done := w.run(all...); !mayFail && (done.planned.Err() != nil || done.applied.Err() != nil) {
		w.Errorf("the clean-up reports %s%s", done.planned, done.applied)
	}
}

// sent returns the writes of the last run in sorted order.
func (w *policyWorld) sent() string {
	var sent []string
	for _, request := range w.server.Requests() {
		if name := map[string]string{"POST": "create", "DELETE": "delete"}[request.Method]; name != "" {
			sent = append(sent, name)
		}
	}
	slices.Sort(sent)
	return strings.Join(sent, " ")
}

// remaining returns the descriptions of the edges that remain on the service.
func (w *policyWorld) remaining() string {
	var found []string
	for _, edge := range w.server.TLSEdges() {
		found = append(found, edge.Description)
	}
	slices.Sort(found)
	return strings.Join(found, " ")
}
