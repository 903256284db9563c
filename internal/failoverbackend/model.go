// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// model is the shape of a failover backend in configuration, plan and state.
type model struct {
	ID          types.String `tfsdk:"id"`
	URI         types.String `tfsdk:"uri"`
	CreatedAt   types.String `tfsdk:"created_at"`
	Description types.String `tfsdk:"description"`
	Metadata    types.String `tfsdk:"metadata"`
	Backends    types.List   `tfsdk:"backends"`
}

// toAPI returns the settings to send.
func (m model) toAPI() api.FailoverBackendSettings {
	return api.FailoverBackendSettings{
		Description: m.Description.ValueString(),
		Metadata:    m.Metadata.ValueString(),
		Backends:    attribute.Strings(m.Backends),
	}
}

// fromAPI returns b as a model. Where b leaves a text
// unset, m decides whether that is null or "".
func (m model) fromAPI(b *api.FailoverBackend) model {
	return model{
		ID:          types.StringValue(b.ID),
		URI:         attribute.String(types.StringNull(), &b.URI),
		CreatedAt:   attribute.String(types.StringNull(), &b.CreatedAt),
		Description: attribute.String(m.Description, b.Description),
		Metadata:    attribute.JSON(m.Metadata, b.Metadata),
		Backends:    stringList(b.Backends),
	}
}

// after returns the state after the API responded with b. M is the plan, or after a
// read the prior state. A creation keeps the planned settings, so that the next plan
// shows those that the service did not apply. An update keeps what the plan has fixed.
func (m model) after(done attribute.Verb, b *api.FailoverBackend) model {
	state := m.fromAPI(b)
	switch done {
	case attribute.Creation:
		m.ID, m.URI, m.CreatedAt = state.ID, state.URI, state.CreatedAt
		return m
	case attribute.Update:
		state.ID, state.URI, state.CreatedAt = m.ID, m.URI, m.CreatedAt
	case attribute.Read:
	}
	return state
}

// object names a failover backend in diagnostics.
func (m model) object() string { return fmt.Sprintf("failover backend %q", m.ID.ValueString()) }

// isConfirmedBy reports whether an element of the list has the values of state m. One
// that leaves members out says nothing of them.
func (m model) isConfirmedBy(listed *api.FailoverBackend) bool {
	return listed.IsWhole() && m.equal(m.fromAPI(listed))
}

func (m model) equal(other model) bool {
	return m.ID.Equal(other.ID) && m.URI.Equal(other.URI) && m.CreatedAt.Equal(other.CreatedAt) && len(m.differences(other)) == 0
}

// differences returns the arguments that differ between two models in meaning.
func (m model) differences(other model) []path.Path {
	var differing []path.Path
	if !m.Description.Equal(other.Description) {
		differing = append(differing, path.Root("description"))
	}
	if !attribute.SameText(m.Metadata.ValueString(), other.Metadata.ValueString()) {
		differing = append(differing, path.Root("metadata"))
	}
	if !m.Backends.Equal(other.Backends) {
		differing = append(differing, path.Root("backends"))
	}
	return differing
}

func stringList(elements []string) types.List {
	values := make([]attr.Value, len(elements))
	for i, element := range elements {
		values[i] = types.StringValue(element)
	}
	return types.ListValueMust(types.StringType, values)
}
