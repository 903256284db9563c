// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// model is a failover backend in configuration, plan and state.
type model struct {
	resourcebase.Assigned

	Description types.String `tfsdk:"description"`
	Metadata    types.String `tfsdk:"metadata"`
	Backends    types.List   `tfsdk:"backends"`
}

func (m model) toAPI() api.FailoverBackendSettings {
	return api.FailoverBackendSettings{
		Description: m.Description.ValueString(),
		Metadata:    m.Metadata.ValueString(),
		Backends:    attribute.Strings(m.Backends),
	}
}

// fromAPI returns the failover backend in a response. The parameter prior is the state before a
// read, or the plan of a write.
func fromAPI(prior model, response *api.FailoverBackend) model {
	return model{
		Assigned: resourcebase.Assigned{
			ID:        types.StringValue(response.ID),
			URI:       attribute.Text("uri")(prior.URI, response.URI.Value),
			CreatedAt: attribute.Text("created_at")(prior.CreatedAt, response.CreatedAt.Value),
		},
		Description: attribute.Text("description")(prior.Description, response.Description.Value),
		Metadata:    attribute.Text("metadata")(prior.Metadata, response.Metadata.Value),
		Backends:    attribute.ListOf(response.Backends.OrZero()),
	}
}

func (m model) object() string { return m.Object("failover backend") }

// settings returns what is compared between a plan and a response.
func (m model) settings() attribute.Settings {
	return attribute.Settings{{Name: "description", Value: m.Description}, {Name: "metadata", Value: m.Metadata}, {Name: "backends", Value: m.Backends}}
}

// isConfirmedBy rejects an incomplete list element: a missing member may hide a difference.
func (m model) isConfirmedBy(listed *api.FailoverBackend) bool {
	return listed.IsWhole() && reflect.DeepEqual(m, fromAPI(m, listed))
}
