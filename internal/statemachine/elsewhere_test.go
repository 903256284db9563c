// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"bytes"
	"context"
	"maps"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// elsewhere runs the provider by mistake against another service, which counts its ids, too:
// the id of a member names another object there. No run may change or delete that object.
// The run gets a copy of the member's state, so that it has no effect on the sequence.
func (m *machine) elsewhere(t *rapid.T) {
	lost := m.draw(t, inState, func(member *member) bool {
		// CLIs drop the private state of a tainted object when its destroy fails. Until the
		// next refresh, nothing then tells where the object was last seen.
		isKnown := bytes.Contains(member.instance.Private, []byte(`"base_url"`))
		return isKnown && member.kind.typeName() != routeOAuth && member.instance.Text("created_at") != ""
	})
	other := startService(refapi.Options{}, m.may)
	defer other.down()
	other.begin(script{})
	stranger := other.addTwin(lost)
	block := maps.Clone(m.block)
	block["base_url"] = other.url()
	provider, err := protocoltest.New(context.Background(), block)
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	run := sampled(t, "run", "refresh", "update", "destroy")
	t.Logf("%s of %s elsewhere", run, lost)
	copied := *lost.instance
	diagnostics, err := m.runElsewhere(t, provider, run, lost, &copied)
	if err != nil {
		t.Logf("%v", err)
		t.Fatal("a run elsewhere breaks the protocol")
	}
	t.Logf("%v", diagnostics)
	if difference := cmp.Diff(stranger, other.twin(lost)); difference != "" || len(other.forbiddenOperations()) > 0 {
		t.Logf("%s", difference)
		t.Fatal("a run elsewhere changed another object")
	}
	leaves := run == "destroy" && policyOf(lost.instance) == abandon
	if gone := !copied.Exists(); gone && !leaves {
		t.Fatal("a run elsewhere dropped an object from state")
	}
	if run == "refresh" && !strings.Contains(diagnostics.String(), "was created at another time") {
		t.Fatal("a refresh believes another object")
	}
}

// runElsewhere runs a refresh, or a plan without a refresh and its apply. A plan that
// replaces the object is not applied: under ABANDON it would create a new one elsewhere.
func (m *machine) runElsewhere(
	t *rapid.T, provider *protocoltest.Provider, run string, lost *member, copied *protocoltest.Instance,
) (protocoltest.Diagnostics, error) {
	ctx := context.Background()
	var plan *protocoltest.Plan
	var diagnostics protocoltest.Diagnostics
	var err error
	switch run {
	case "refresh":
		return provider.Refresh(ctx, copied)
	case "update":
		wanted := lost.kind.vary(t, lost.desired)
		plan, diagnostics, err = provider.PlanChange(ctx, copied, protocoltest.Change{Config: provider.Config(copied.TypeName, wanted)})
	default:
		plan, diagnostics, err = provider.PlanDestroy(ctx, copied)
	}
	if plan == nil || err != nil || plan.Action == protocoltest.Replace || diagnostics.Err() != nil {
		return diagnostics, err
	}
	more, err := provider.Apply(ctx, copied, plan)
	return append(diagnostics, more...), err
}

// addTwin adds another object with the id of a member.
func (s *service) addTwin(member *member) any {
	id, created := member.instance.Text("id"), time.Now().Add(-48*time.Hour).UTC().Format(time.RFC3339)
	if member.kind.typeName() == tlsEdge {
		return s.AddTLSEdge(refapi.TLSEdge{ID: id, CreatedAt: created, Hostports: []string{"twin.example.com:443"}})
	}
	return s.AddFailoverBackend(refapi.FailoverBackend{ID: id, CreatedAt: created, Description: "twin", Backends: []string{"bkd_twin"}})
}

// twin returns the object that addTwin added, or nil.
func (s *service) twin(member *member) any {
	if member.kind.typeName() == tlsEdge {
		for _, edge := range s.TLSEdges() {
			return edge
		}
		return nil
	}
	for _, backend := range s.FailoverBackends() {
		return backend
	}
	return nil
}
