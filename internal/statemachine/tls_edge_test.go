// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"cmp"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const tlsEdge = "trafficedge_tls_edge"

// These are the values of an edge's deletion_policy.
const (
	prevent = "PREVENT"
	abandon = "ABANDON"
	remove  = "DELETE"
)

func newTLSEdgeKind(s *service) *kind {
	policies := []any{abandon, prevent, nil}
	if s.may.include(api.DeleteTLSEdge) {
		policies = append(policies, remove)
	}
	return &kind{
		typeName: tlsEdge,
		path:     "/edges/tls/",
		arguments: generators{
			"deletion_policy": oneOf(policies...),
			"description":     drawLabel(),
			"metadata":        drawMetadata(),
			"hostports":       optional(someOf(1, "a.example.com:443", "B.example.com.:443", "[2001:db8::1]:8443", "[2001:0DB8:0:0::1]:8443", "*.bücher.example:443", "*.xn--bcher-kva.example:443")),
			"backend":         edgeModule(generators{"backend_id": oneOf("bkd_a", "bkd/b")}),
			"ip_restriction":  edgeModule(generators{"ip_policy_ids": drawIDs("ipp")}),
			"mutual_tls":      edgeModule(generators{"certificate_authority_ids": drawIDs("ca")}),
			"tls_termination": edgeModule(generators{"terminate_at": oneOf("edge", "upstream"), "min_version": oneOf(nil, "1.2", "1.3")}),
			"traffic_policy":  edgeModule(generators{"value": oneOf(`{"on_tcp_connect":[]}`, `{ "on_tcp_connect": [] }`, "deny: all\n", "\n\ndeny: all", "deny: all\nlog: all", "deny: all\r\nlog: all\r\n", `{"t": 0.10}`, `{"t":0.1}`)}),
		},

		add: func(createdAt string) string {
			return s.AddTLSEdge(refapi.TLSEdge{Hostports: []string{"old.example.com:443"}, CreatedAt: createdAt}).ID
		},
		change: func(t *rapid.T, id string) { changeTLSEdge(t, s, id) },
		remove: s.RemoveTLSEdge,
	}
}

func optional(g *rapid.Generator[any]) *rapid.Generator[any] { return rapid.OneOf(oneOf(nil), g) }

// edgeModule draws a module of an edge, or nil.
func edgeModule(settings generators) *rapid.Generator[any] {
	settings["enabled"] = oneOf(nil, true, false)
	return optional(rapid.Custom(func(t *rapid.T) any { return map[string]any(settings.draw(t)) }))
}

// valid returns a valid configuration. If TLS ends upstream, valid removes
// min_version and disables the modules that need decrypted traffic.
func valid(drawn arguments) arguments {
	termination, _ := drawn["tls_termination"].(map[string]any)
	if termination["terminate_at"] != "upstream" {
		return drawn
	}
	drawn = drawn.with("tls_termination.min_version", nil)
	for _, name := range []string{"mutual_tls", "traffic_policy"} {
		if drawn[name] != nil {
			drawn = drawn.with(name+".enabled", false)
		}
	}
	return drawn
}

func changeTLSEdge(t *rapid.T, s *service, id string) {
	description, _ := drawLabel().Draw(t, "description").(string)
	ids, _ := drawIDs("ipp").Draw(t, "ids").([]string)
	withModules := rapid.Bool().Draw(t, "with modules")
	s.ChangeTLSEdge(id, func(edge *refapi.TLSEdge) {
		edge.Description = description
		edge.Backend, edge.IPRestriction, edge.MutualTLS, edge.TrafficPolicy = nil, nil, nil, nil
		if withModules {
			edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: ids}
			edge.TrafficPolicy = &refapi.EdgeTrafficPolicy{Value: "by: hand"}
		}
	})
}

// policyOf returns the deletion_policy in an edge's state. If state contains no policy,
// policyOf returns the provider's default policy. Objects of other types have no policy.
func policyOf(instance *protocoltest.Instance) string {
	if instance.TypeName != tlsEdge {
		return ""
	}
	return cmp.Or(instance.Text("deletion_policy"), prevent)
}

// shownHostports returns the hostports that responses show. If the service hides its
// defaults, an edge without hostports has lost them to an update, which no state may equal.
func shownHostports(responses refapi.Responses, edge refapi.TLSEdge) []string {
	switch {
	case !responses.HidesDefaults:
		return edge.Hostports
	case len(edge.Hostports) == 0:
		return []string{"lost"}
	case slices.Equal(edge.Hostports, responses.DefaultHostports):
		return nil
	}
	return edge.Hostports
}

// checkUnconfiguredModules fails if state contains a module that is not
// configured, but the plan shows no change.
func (m *machine) checkUnconfiguredModules(t *rapid.T, member *member) {
	if member.instance.TypeName != tlsEdge || !member.instance.Exists() {
		return
	}
	state, _ := meaning("", member.shown()).(map[string]any)
	for name := range member.kind.arguments {
		if _, isModule := state[acctest.Spelling(name)].(map[string]any); !isModule || member.desired[name] != nil {
			continue
		}
		if plan, _ := m.planAgain(t, member); plan != nil && plan.Action == protocoltest.NoOp {
			t.Fatal("a module that nobody configured plans nothing")
		}
	}
}

// onlyRemovals returns a configuration of an edge as it is, without the modules that the
// wanted configuration lacks.
func onlyRemovals(member *member, wanted arguments) arguments {
	removing := configured(member.instance).with("deletion_policy", wanted["deletion_policy"])
	for name, value := range removing {
		if _, isModule := value.(map[string]any); isModule && wanted[name] == nil {
			removing[name] = nil
		}
	}
	return removing
}
