// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// model is a TLS edge in configuration, plan and state. A module is a types.Object and
// not a struct, because a whole module may be unknown.
type model struct {
	ID             types.String `tfsdk:"id"`
	URI            types.String `tfsdk:"uri"`
	CreatedAt      types.String `tfsdk:"created_at"`
	Description    types.String `tfsdk:"description"`
	Metadata       types.String `tfsdk:"metadata"`
	Hostports      types.Set    `tfsdk:"hostports"`
	Backend        types.Object `tfsdk:"backend"`
	IPRestriction  types.Object `tfsdk:"ip_restriction"`
	MutualTLS      types.Object `tfsdk:"mutual_tls"`
	TLSTermination types.Object `tfsdk:"tls_termination"`
	TrafficPolicy  types.Object `tfsdk:"traffic_policy"`
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// object returns the text that identifies the edge in a diagnostic: the id, if it is known,
// and the beginning of a hostport. The text omits the description, which may be sensitive.
func (m model) object() string {
	object := strings.TrimSuffix(fmt.Sprintf("TLS edge %q", m.ID.ValueString()), ` ""`)
	if hostports := attribute.Strings(m.Hostports); len(hostports) > 0 {
		object += fmt.Sprintf(" (%.40q)", hostports[0])
	}
	return object
}

// readModel reads a model with the Get method of a configuration, plan or state. If the
// plan or state is null, the model is empty. The state of a new edge is null, and the
// plan of a destroy is null.
func readModel(ctx context.Context, get func(ctx context.Context, target any) diag.Diagnostics, diags *diag.Diagnostics) model {
	var m *model
	diags.Append(get(ctx, &m)...)
	if m == nil {
		return model{}
	}
	return *m
}

// toAPI returns the settings to send to the API.
func (m model) toAPI() api.TLSEdgeSettings {
	settings := api.TLSEdgeSettings{
		Description: m.Description.ValueString(),
		Metadata:    m.Metadata.ValueString(),
		Hostports:   attribute.Strings(m.Hostports),
	}
	for _, module := range modules() {
		if chosen := *module.in(&m); attribute.IsSet(chosen) {
			module.toAPI(membersOf(chosen), &settings)
		}
	}
	return settings
}

// fromAPI returns the state after the response e. Attributes that the response omits keep
// their values from m. If an attribute is unset in both m and the response, the result
// contains the value from m, for example null or "".
func (m model) fromAPI(ctx context.Context, e *api.TLSEdge) model {
	m.ID = types.StringValue(e.ID)
	m.URI = memberFromAPI(m.URI, e.URI, attribute.String)
	m.CreatedAt = memberFromAPI(m.CreatedAt, e.CreatedAt, attribute.String)
	m.Description = memberFromAPI(m.Description, e.Description, attribute.String)
	m.Metadata = memberFromAPI(m.Metadata, e.Metadata, attribute.JSON)
	m.Hostports = hostportsFromAPI(m.Hostports, e.Hostports)
	for _, module := range modules() {
		state := module.in(&m)
		*state = moduleFromAPI(ctx, module, *state, e)
	}
	m.DeletionPolicy = types.StringValue(m.policy())
	return m
}

// after returns the new state after an operation with the response e. The new state omits
// the service's own modules. For a read, m is the prior state. Otherwise m is the plan. A
// creation stores the plan, with the service's values for unknown attributes, so that the
// next plan shows settings that the service did not apply. An update keeps id, uri and
// created_at from the plan.
func (m model) after(ctx context.Context, done attribute.Verb, e *api.TLSEdge, own []string) model {
	state := m.fromAPI(ctx, e).without(ctx, own)
	switch done {
	case attribute.Creation:
		return m.completed(ctx, state)
	case attribute.Update:
		state.ID, state.URI, state.CreatedAt = m.ID, m.URI, m.CreatedAt
	case attribute.Read:
	}
	return state
}

// membersFromAPI returns the members of a module after a response. Members that the
// response omits keep their previous values, which are in the parameter was. The result
// is nil if the module is disabled and empty.
func membersFromAPI(m module, was members, received *api.TLSEdge) members {
	now := m.fromAPI(was, received)
	if now.areUnset() {
		return nil
	}
	if now.enabled().IsNull() {
		// A module without a value for the attribute enabled counts as enabled.
		now["enabled"] = types.BoolValue(true)
	}
	return now
}

// moduleFromAPI returns the state of a module after a response, with the object type of
// prior. If the module is unset in both prior and the response, the result is prior,
// because an unset module may be either null, or disabled with empty values.
func moduleFromAPI(ctx context.Context, m module, prior types.Object, received *api.TLSEdge) types.Object {
	now := membersFromAPI(m, membersOf(prior), received)
	switch {
	case now != nil:
		return types.ObjectValueMust(prior.AttributeTypes(ctx), now)
	case isUnset(prior):
		return prior
	}
	return types.ObjectNull(prior.AttributeTypes(ctx))
}

// without returns a copy of the edge in which the named modules are null.
func (m model) without(ctx context.Context, names []string) model {
	for _, module := range modules() {
		if slices.Contains(names, module.name()) {
			one := module.in(&m)
			*one = types.ObjectNull(one.AttributeTypes(ctx))
		}
	}
	return m
}

// isListedAs reports whether a listed edge has the same values as state m, apart from the
// service's own modules. If the listed edge is incomplete, isListedAs returns false,
// because a missing attribute may hide a difference. A missing member of a module counts
// as unset. If the listed edge lacks uri or created_at, isListedAs returns false even if
// state lacks these attributes too.
func (m model) isListedAs(ctx context.Context, listed *api.TLSEdge, own []string) bool {
	if !listed.IsWhole() {
		return false
	}
	shown := m.without(ctx, m.named()).fromAPI(ctx, listed).without(ctx, own)
	return !shown.URI.IsNull() && !shown.CreatedAt.IsNull() && shown.ID.Equal(m.ID) && shown.URI.Equal(m.URI) && shown.CreatedAt.Equal(m.CreatedAt) &&
		len(shown.differences(m)) == 0
}

// hostportsFromAPI returns the state of hostports after a response. If the configuration
// contains no hostports, the service chooses them.
func hostportsFromAPI(prior types.Set, received api.Member[[]string]) types.Set {
	return memberFromAPI(prior, received, func(prior types.Set, _ *[]string) types.Set { return attribute.Set(prior, received.OrZero()) })
}
