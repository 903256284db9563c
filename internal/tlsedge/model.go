// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// model is the shape of a TLS edge in configuration, plan and state. A module
// may be unknown as a whole, so that none is a struct.
type model struct {
	ID             types.String       `tfsdk:"id"`
	URI            types.String       `tfsdk:"uri"`
	CreatedAt      types.String       `tfsdk:"created_at"`
	Description    types.String       `tfsdk:"description"`
	Metadata       attribute.JSONText `tfsdk:"metadata"`
	Hostports      types.Set          `tfsdk:"hostports"`
	Backend        types.Object       `tfsdk:"backend"`
	IPRestriction  types.Object       `tfsdk:"ip_restriction"`
	MutualTLS      types.Object       `tfsdk:"mutual_tls"`
	TLSTermination types.Object       `tfsdk:"tls_termination"`
	TrafficPolicy  types.Object       `tfsdk:"traffic_policy"`
	DeletionPolicy types.String       `tfsdk:"deletion_policy"`
}

// identity is the shape of a TLS edge's identity.
type identity struct {
	ID types.String `tfsdk:"id"`
}

// name names the edge in a diagnostic.
func (m model) name() string { return fmt.Sprintf("TLS edge %q", m.ID.ValueString()) }

// choice is an attribute that a configuration decides once for all.
type choice struct {
	name  string
	value attr.Value
}

// choices are all that the API is asked for.
func (m model) choices() []choice {
	return []choice{
		{"description", m.Description},
		{"metadata", m.Metadata},
		{"hostports", m.Hostports},
		{"backend", m.Backend},
		{"ip_restriction", m.IPRestriction},
		{"mutual_tls", m.MutualTLS},
		{"tls_termination", m.TLSTermination},
		{"traffic_policy", m.TrafficPolicy},
	}
}

// toAPI is what the API is asked for.
func (m model) toAPI() api.TLSEdgeSettings {
	return api.TLSEdgeSettings{
		Description:    m.Description.ValueString(),
		Metadata:       m.Metadata.ValueString(),
		Hostports:      attribute.Strings(m.Hostports),
		Backend:        backendToAPI(m.Backend),
		IPRestriction:  ipRestrictionToAPI(m.IPRestriction),
		MutualTLS:      mutualTLSToAPI(m.MutualTLS),
		TLSTermination: tlsTerminationToAPI(m.TLSTermination),
		TrafficPolicy:  trafficPolicyToAPI(m.TrafficPolicy),
	}
}

// fromAPI is the state after the API answered with e. What the answer leaves
// out stays as m has it, and of what is unset there, m decides how it is
// written.
func (m model) fromAPI(ctx context.Context, e *api.TLSEdge) (model, diag.Diagnostics) {
	hostports, diags := hostportsFromAPI(ctx, m.Hostports, e.Hostports)
	return model{
		ID:             types.StringValue(e.ID),
		URI:            textFromAPI(m.URI, e.URI),
		CreatedAt:      textFromAPI(m.CreatedAt, e.CreatedAt),
		Description:    textFromAPI(m.Description, e.Description),
		Metadata:       jsonTextFromAPI(m.Metadata, e.Metadata),
		Hostports:      hostports,
		Backend:        backendFromAPI(ctx, m.Backend, e.Backend),
		IPRestriction:  ipRestrictionFromAPI(ctx, m.IPRestriction, e.IPRestriction),
		MutualTLS:      mutualTLSFromAPI(ctx, m.MutualTLS, e.MutualTLS),
		TLSTermination: tlsTerminationFromAPI(ctx, m.TLSTermination, e.TLSTermination),
		TrafficPolicy:  trafficPolicyFromAPI(ctx, m.TrafficPolicy, e.TrafficPolicy),
		DeletionPolicy: policyOf(m),
	}, diags
}

// unset is an edge of which nothing is known.
func unset() model {
	return model{
		Hostports:      types.SetNull(types.StringType),
		Backend:        noModule(backendAttribute()),
		IPRestriction:  noModule(ipRestrictionAttribute()),
		MutualTLS:      noModule(mutualTLSAttribute()),
		TLSTermination: noModule(tlsTerminationAttribute()),
		TrafficPolicy:  noModule(trafficPolicyAttribute()),
	}
}

// isListedAs reports whether an element of the list says of the edge what state m
// says. A list may summarise, so that what it leaves out counts as unset.
func (m model) isListedAs(ctx context.Context, listed *api.TLSEdge) bool {
	shown, diags := unset().fromAPI(ctx, listed)
	return !diags.HasError() && shown.ID.Equal(m.ID) && shown.URI.Equal(m.URI) && shown.CreatedAt.Equal(m.CreatedAt) &&
		len(shown.differences(m)) == 0
}

// hostportsFromAPI is the state of hostports, which the service may choose.
func hostportsFromAPI(ctx context.Context, prior types.Set, answered api.Member[[]string]) (types.Set, diag.Diagnostics) {
	if !answered.Present && !prior.IsUnknown() {
		return prior, nil
	}
	var hostports []string
	if answered.Value != nil {
		hostports = distinct(*answered.Value)
	}
	return attribute.Set(ctx, prior, hostports)
}
