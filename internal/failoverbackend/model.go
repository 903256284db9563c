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

// model is a failover backend in configuration, plan and state.
type model struct {
	ID          types.String `tfsdk:"id"`
	URI         types.String `tfsdk:"uri"`
	CreatedAt   types.String `tfsdk:"created_at"`
	Description types.String `tfsdk:"description"`
	Metadata    types.String `tfsdk:"metadata"`
	Backends    types.List   `tfsdk:"backends"`
}

// toAPI returns the settings to send to the API.
func (m model) toAPI() api.FailoverBackendSettings {
	return api.FailoverBackendSettings{
		Description: m.Description.ValueString(),
		Metadata:    m.Metadata.ValueString(),
		Backends:    attribute.Strings(m.Backends),
	}
}

// fromAPI returns the state after a response that contains b. If a text is unset in b, it
// is "" in state if it is "" in m, and null otherwise.
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

// after returns the new state after an operation whose response contains b. For a read, m
// is the prior state. Otherwise m is the plan. A creation stores the planned settings, so
// that the next plan shows settings that the service did not apply. An update keeps the
// planned id, URI and creation time.
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

// object returns the text that identifies the failover backend in a diagnostic.
func (m model) object() string { return fmt.Sprintf("failover backend %q", m.ID.ValueString()) }

// isConfirmedBy reports whether a list element has the same values as state m. It returns
// false if the element is incomplete, because a missing member may hide a difference.
func (m model) isConfirmedBy(listed *api.FailoverBackend) bool {
	return listed.IsWhole() && m.equal(m.fromAPI(listed))
}

func (m model) equal(other model) bool {
	return m.ID.Equal(other.ID) && m.URI.Equal(other.URI) && m.CreatedAt.Equal(other.CreatedAt) && len(m.differences(other)) == 0
}

// differences returns the paths of the arguments that differ between two models. Two
// metadata texts differ only if their meanings differ.
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
