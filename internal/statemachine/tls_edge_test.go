// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

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

type tlsEdgeKind struct {
	responses refapi.Responses
	may       operations
}

func (tlsEdgeKind) typeName() string { return tlsEdge }

func (k tlsEdgeKind) draw(t *rapid.T) arguments {
	drawn := arguments{}
	for _, name := range tlsEdgeArguments() {
		drawn[name] = k.drawArgument(t, name)
	}
	return valid(drawn)
}

func (k tlsEdgeKind) vary(t *rapid.T, has arguments) arguments {
	name := rapid.SampledFrom(tlsEdgeArguments()).Draw(t, "change")
	return valid(has.with(name, k.drawArgument(t, name)))
}

func tlsEdgeArguments() []string {
	return []string{
		"deletion_policy", "description", "metadata", "hostports",
		"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy",
	}
}

func (k tlsEdgeKind) drawArgument(t *rapid.T, name string) any {
	switch name {
	case "deletion_policy":
		policies := []any{abandon, prevent, nil}
		if k.may.include(api.DeleteTLSEdge) {
			policies = append(policies, remove)
		}
		return rapid.SampledFrom(policies).Draw(t, name)
	case "description":
		return drawLabel().Draw(t, name)
	case "metadata":
		return drawMetadata().Draw(t, name)
	case "hostports":
		return k.drawHostports(t)
	}
	if !rapid.Bool().Draw(t, "with "+name) {
		return nil
	}
	module := map[string]any{"enabled": sampled[any](t, "enabled", nil, true, false)}
	switch name {
	case "backend":
		module["backend_id"] = sampled(t, "backend_id", "bkd_a", "bkd/b")
	case "ip_restriction":
		module["ip_policy_ids"] = drawIDs("ipp").Draw(t, "ip_policy_ids")
	case "mutual_tls":
		module["certificate_authority_ids"] = drawIDs("ca").Draw(t, "certificate_authority_ids")
	case "tls_termination":
		module["terminate_at"] = sampled(t, "terminate_at", "edge", "upstream")
		module["min_version"] = sampled[any](t, "min_version", nil, "1.2", "1.3")
	case "traffic_policy":
		module["value"] = sampled(t, "value", `{"on_tcp_connect":[]}`, `{ "on_tcp_connect": [] }`, "deny: all\n")
	}
	return module
}

func (k tlsEdgeKind) drawHostports(t *rapid.T) any {
	if !rapid.Bool().Draw(t, "with hostports") {
		return nil
	}
	least := 0
	if len(k.responses.DefaultHostports) > 0 {
		// This service replaces an empty set with default hostports, so the
		// provider cannot apply an empty set.
		least = 1
	}
	hostports := []string{"a.example.com:443", "b.example.com:443", "[2001:db8::1]:8443"}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(hostports), least, 3, rapid.ID[string]).Draw(t, "hostports")
}

// valid returns a valid configuration. If TLS ends upstream, valid removes
// min_version and disables the modules that need decrypted traffic.
func valid(drawn arguments) arguments {
	termination, _ := drawn["tls_termination"].(map[string]any)
	if termination["terminate_at"] != "upstream" {
		return drawn
	}
	termination = maps.Clone(termination)
	termination["min_version"] = nil
	drawn = drawn.with("tls_termination", termination)
	for _, name := range []string{"mutual_tls", "traffic_policy"} {
		if module, there := drawn[name].(map[string]any); there {
			module = maps.Clone(module)
			module["enabled"] = false
			drawn = drawn.with(name, module)
		}
	}
	return drawn
}

func (k tlsEdgeKind) stored(s *service, instance *protocoltest.Instance) (map[string]any, bool) {
	all := s.TLSEdges()
	i := slices.IndexFunc(all, func(one refapi.TLSEdge) bool { return one.ID == instance.Text("id") })
	if i < 0 {
		return nil, false
	}
	edge := all[i]
	object := map[string]any{
		"id":          edge.ID,
		"uri":         s.url() + "/edges/tls/" + edge.ID,
		"created_at":  edge.CreatedAt,
		"description": edge.Description,
		"metadata":    meaning(edge.Metadata),
		"hostports":   sorted(shownHostports(k.responses, edge)),
	}
	for name, module := range storedModules(edge) {
		object[name] = module
	}
	return significant(object), true
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

func (tlsEdgeKind) shown(instance *protocoltest.Instance, _ arguments) map[string]any {
	shown := protocoltest.PlainObject(instance.State)
	delete(shown, "deletion_policy")
	shown["metadata"] = meaning(shown["metadata"])
	if policy, there := shown["traffic_policy"].(map[string]any); there {
		policy["value"] = meaning(policy["value"])
	}
	return significant(shown)
}

func (tlsEdgeKind) change(t *rapid.T, s *service, instance *protocoltest.Instance) {
	description, _ := drawLabel().Draw(t, "description").(string)
	ids := drawIDs("ipp").Draw(t, "ids")
	withModules := rapid.Bool().Draw(t, "with modules")
	s.ChangeTLSEdge(instance.Text("id"), func(edge *refapi.TLSEdge) {
		edge.Description = description
		edge.Backend, edge.IPRestriction, edge.MutualTLS, edge.TrafficPolicy = nil, nil, nil, nil
		if withModules {
			edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: ids}
			edge.TrafficPolicy = &refapi.EdgeTrafficPolicy{Value: "by: hand"}
		}
	})
}

// checkUnconfiguredModules fails if state contains a module that is not
// configured, but the plan shows no change.
func (m *machine) checkUnconfiguredModules(t *rapid.T, member *member) {
	if member.kind.typeName() != tlsEdge || !member.instance.Exists() {
		return
	}
	shown := member.kind.shown(member.instance, nil)
	for _, name := range []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"} {
		if shown[name] == nil || member.desired[name] != nil {
			continue
		}
		if plan, _ := m.planAgain(t, member); plan != nil && plan.Action == protocoltest.NoOp {
			t.Fatal("a module that nobody configured plans nothing")
		}
	}
}

func (tlsEdgeKind) remove(s *service, instance *protocoltest.Instance) bool {
	s.RemoveTLSEdge(instance.Text("id"))
	return true
}

// storedModules returns the modules of an edge by name, without unset modules.
func storedModules(edge refapi.TLSEdge) map[string]map[string]any {
	stored := map[string]map[string]any{}
	if m := edge.Backend; m != nil {
		stored["backend"] = map[string]any{"enabled": m.Enabled, "backend_id": m.BackendID}
	}
	if m := edge.IPRestriction; m != nil {
		stored["ip_restriction"] = map[string]any{"enabled": m.Enabled, "ip_policy_ids": sorted(m.IPPolicyIDs)}
	}
	if m := edge.MutualTLS; m != nil {
		stored["mutual_tls"] = map[string]any{"enabled": m.Enabled, "certificate_authority_ids": sorted(m.CertificateAuthorityIDs)}
	}
	if m := edge.TLSTermination; m != nil {
		stored["tls_termination"] = map[string]any{"enabled": m.Enabled, "terminate_at": m.TerminateAt, "min_version": m.MinVersion}
	}
	if m := edge.TrafficPolicy; m != nil {
		stored["traffic_policy"] = map[string]any{"enabled": m.Enabled, "value": meaning(m.Value)}
	}
	return stored
}

func sorted(texts []string) []string {
	return slices.Sorted(slices.Values(texts))
}
