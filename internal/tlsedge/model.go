// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// model is the shape of a TLS edge in configuration, plan and state. Modules are
// objects and not structs, because a module may be unknown as a whole.
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

// object names the edge in a diagnostic, by its id and the beginning of a hostport. A
// description may be sensitive.
func (m model) object() string {
	object := fmt.Sprintf("TLS edge %q", m.ID.ValueString())
	if hostports := attribute.Strings(m.Hostports); len(hostports) > 0 {
		object += fmt.Sprintf(" (%.40q)", hostports[0])
	}
	return object
}

// readModel reads a model by the Get of a configuration, plan or state. It is empty for an edge that is created or
// destroyed.
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

// fromAPI returns the state after a response with e. Attributes that the
// response leaves out stay as in m. An unset attribute keeps the form that it has
// in m, such as null or "".
func (m model) fromAPI(ctx context.Context, e *api.TLSEdge) model {
	m.ID = types.StringValue(e.ID)
	m.URI = textFromAPI(m.URI, e.URI)
	m.CreatedAt = textFromAPI(m.CreatedAt, e.CreatedAt)
	m.Description = textFromAPI(m.Description, e.Description)
	m.Metadata = jsonFromAPI(m.Metadata, e.Metadata)
	m.Hostports = hostportsFromAPI(m.Hostports, e.Hostports)
	for _, module := range modules() {
		state := module.in(&m)
		*state = moduleFromAPI(ctx, module, *state, e)
	}
	m.DeletionPolicy = types.StringValue(m.policy())
	return m
}

// after returns the state after the API responded with e, without the service's own
// modules. M is the plan, or after a read the prior state. A creation keeps the plan,
// completed by the service's choices, so that the next plan shows the settings that the
// service did not apply. An update keeps what the plan has fixed.
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

// membersFromAPI returns the members of a module after a response, given those that it
// had, or nil for one that is disabled and empty.
func membersFromAPI(m module, was members, received *api.TLSEdge) members {
	now := m.fromAPI(was, received)
	if now.areUnset() {
		return nil
	}
	if now.enabled().IsNull() {
		// A module without enabled in the response is enabled.
		now["enabled"] = types.BoolValue(true)
	}
	return now
}

// moduleFromAPI returns the state of a module, of prior's type, after a response. If
// both are unset, prior stays: it may be written in another form, such as an empty list.
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

// without returns the edge without some modules.
func (m model) without(ctx context.Context, names []string) model {
	for _, module := range modules() {
		if slices.Contains(names, module.name()) {
			one := module.in(&m)
			*one = types.ObjectNull(one.AttributeTypes(ctx))
		}
	}
	return m
}

// isListedAs reports whether an element of the list, without the service's own
// modules, has the same values as state m. One that leaves something out may hide
// a difference; of a module, what it leaves out counts as unset. One without uri or
// created_at never confirms a state that lacks them too.
func (m model) isListedAs(ctx context.Context, listed *api.TLSEdge, own []string) bool {
	if !listed.IsWhole() {
		return false
	}
	shown := m.without(ctx, m.named()).fromAPI(ctx, listed).without(ctx, own)
	return !shown.URI.IsNull() && !shown.CreatedAt.IsNull() && shown.ID.Equal(m.ID) && shown.URI.Equal(m.URI) && shown.CreatedAt.Equal(m.CreatedAt) &&
		len(shown.differences(m)) == 0
}

// hostportsFromAPI returns the state of hostports, which the service may choose.
func hostportsFromAPI(prior types.Set, received api.Member[[]string]) types.Set {
	if !received.Present && !prior.IsUnknown() {
		return prior
	}
	return attribute.Set(prior, received.OrZero())
}
