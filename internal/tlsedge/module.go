// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// moduleOf returns the attribute of the named module, or nil if there is none.
func moduleOf(e *edge, name string) *types.Object {
	return map[string]*types.Object{
		"backend": &e.Backend, "ip_restriction": &e.IPRestriction, "mutual_tls": &e.MutualTLS,
		"tls_termination": &e.TLSTermination, "traffic_policy": &e.TrafficPolicy,
	}[name]
}

// essential returns the attribute that gives the named module its meaning. The schema requires
// it. A module without it is unset, unless it is enabled and has a set of ids, which is empty.
func essential(module string) string {
	return map[string]string{
		"backend": "backend_id", "ip_restriction": "ip_policy_ids", "mutual_tls": "certificate_authority_ids",
		"tls_termination": "terminate_at", "traffic_policy": "value",
	}[module]
}

// members maps the names of a module's attributes to their values. It is empty if the module is
// null or unknown, and all its attributes then count as null.
type members map[string]attr.Value

func membersOf(module types.Object) members { return module.Attributes() }

func (m members) text(name string) types.String {
	text, _ := m[name].(types.String)
	return text
}

func (m members) enabled() types.Bool {
	enabled, _ := m["enabled"].(types.Bool)
	return enabled
}

// ids returns the ids in a set. It returns nil if the module has no set of this name.
func (m members) ids(name string) []string {
	ids, hasIDs := m[name].(types.Set)
	if !hasIDs {
		return nil
	}
	return attribute.Strings(ids)
}

func (m members) toAPI() *api.EdgeModuleSettings {
	return &api.EdgeModuleSettings{
		Enabled:                 m.enabled().ValueBool(),
		BackendID:               m.text("backend_id").ValueString(),
		IPPolicyIDs:             m.ids("ip_policy_ids"),
		CertificateAuthorityIDs: m.ids("certificate_authority_ids"),
		TerminateAt:             m.text("terminate_at").ValueString(),
		MinVersion:              m.text("min_version").ValueString(),
		Value:                   m.text("value").ValueString(),
	}
}

// moduleFromAPI returns a module in a response. If it is unset there and in prior, the prior
// module remains: it may be null, or disabled with empty values, and state must keep its form.
// A module with content and without a value for enabled counts as enabled.
func moduleFromAPI(ctx context.Context, name string, prior types.Object, response api.Member[api.EdgeModule]) types.Object {
	before, attributeTypes := membersOf(prior), prior.AttributeTypes(ctx)
	if response.IsNull() {
		before = nil
	}
	module := membersFromAPI(before, response.OrZero())
	_, hasIDs := module[essential(name)].(types.Set)
	hasContent, enabled := attribute.HasContent(module[essential(name)]), module.enabled()
	module["enabled"] = types.BoolValue(enabled.ValueBool() || enabled.IsNull())
	switch {
	case hasContent, hasIDs && enabled.ValueBool():
		return module.object(attributeTypes)
	case attribute.Same(name, prior, types.ObjectNull(attributeTypes)):
		return prior
	}
	return types.ObjectNull(attributeTypes)
}

// membersFromAPI returns the members that a module has in the resource and in data sources, for
// all modules. Members that the response omits keep their prior values.
func membersFromAPI(prior members, response api.EdgeModule) members {
	backend := api.Member[string]{Present: response.Backend.Present, Value: new(response.Backend.OrZero().ID)}
	terminateAt := memberFromAPI(prior.text("terminate_at"), response.TerminateAt, attribute.Text("tls_termination.terminate_at"))
	version := prior.text("min_version")
	if terminateAt.ValueString() == terminateAtUpstream && !terminateAt.Equal(prior.text("terminate_at")) {
		version = types.StringNull() // The version of the edge does not apply upstream (interface section 2.3, rule 4).
	}
	return members{
		"enabled":                   memberFromAPI(prior.enabled(), response.Enabled, boolFromAPI),
		"backend_id":                memberFromAPI(prior.text("backend_id"), backend, attribute.Text("backend.backend_id")),
		"ip_policy_ids":             idsFromAPI(prior.ids("ip_policy_ids"), response.IPPolicies),
		"certificate_authority_ids": idsFromAPI(prior.ids("certificate_authority_ids"), response.CertificateAuthorities),
		"terminate_at":              terminateAt,
		"min_version":               memberFromAPI(version, response.MinVersion, attribute.Text("tls_termination.min_version")),
		"value":                     memberFromAPI(prior.text("value"), response.Value, attribute.Text("traffic_policy.value")),

		"backend":                 refFromAPI(response.Backend.OrZero()),
		"ip_policies":             refsFromAPI(response.IPPolicies.OrZero()),
		"certificate_authorities": refsFromAPI(response.CertificateAuthorities.OrZero()),
	}
}

// object returns a module with those members that its type has.
func (m members) object(attributeTypes map[string]attr.Type) types.Object {
	own := members{}
	for name := range attributeTypes {
		own[name] = m[name]
	}
	return types.ObjectValueMust(attributeTypes, own)
}

// memberFromAPI keeps prior if the response omits the member, unless prior is unknown.
func memberFromAPI[V attr.Value, T any](prior V, response api.Member[T], convert func(V, *T) V) V {
	if !response.Present && !prior.IsUnknown() {
		return prior
	}
	return convert(prior, response.Value)
}

func boolFromAPI(_ types.Bool, response *bool) types.Bool { return types.BoolPointerValue(response) }

// idsFromAPI never returns null, because the attribute is required.
func idsFromAPI(prior []string, response api.Member[api.Refs]) types.Set {
	if !response.Present {
		return attribute.SetOf(prior)
	}
	var ids []string
	for _, ref := range response.OrZero() {
		ids = append(ids, ref.ID)
	}
	return attribute.SetOf(ids)
}
