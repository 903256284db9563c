package failoverbackend

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
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

// identity is the shape of a failover backend's identity.
type identity struct {
	ID types.String `tfsdk:"id"`
}

// settings is what the API is asked for.
func (m model) settings() api.FailoverBackendSettings {
	return api.FailoverBackendSettings{
		Description: m.Description.ValueString(),
		Metadata:    m.Metadata.ValueString(),
		Backends:    attribute.Strings(m.Backends),
	}
}

// answered is the state after the API answered with b. Of what is unset there,
// m decides how it is written.
func (m model) answered(b *api.FailoverBackend) model {
	return model{
		ID:          types.StringValue(b.ID),
		URI:         types.StringValue(b.URI),
		CreatedAt:   types.StringValue(b.CreatedAt),
		Description: attribute.String(m.Description, b.Description),
		Metadata:    attribute.String(m.Metadata, b.Metadata),
		Backends:    stringList(b.Backends),
	}
}

func (m model) equal(other model) bool {
	return m.ID.Equal(other.ID) && m.URI.Equal(other.URI) && m.CreatedAt.Equal(other.CreatedAt) &&
		m.Description.Equal(other.Description) && m.Metadata.Equal(other.Metadata) && m.Backends.Equal(other.Backends)
}

// checkTaken returns an error for each attribute that the service accepted but
// answered with another value than planned.
func (m model) checkTaken(plan model) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, setting := range []struct {
		name           string
		planned, taken attr.Value
	}{
		{"description", plan.Description, m.Description},
		{"metadata", plan.Metadata, m.Metadata},
		{"backends", plan.Backends, m.Backends},
	} {
		if !setting.planned.Equal(setting.taken) {
			diags.AddAttributeError(path.Root(setting.name),
				fmt.Sprintf("Service did not take over %s of failover backend %q", setting.name, m.ID.ValueString()),
				fmt.Sprintf("Expected %s, but the service accepted the request and answered %s. State holds what the service "+
					"answered. Change the configuration to what the service accepts, or apply again.", setting.planned, setting.taken))
		}
	}
	return diags
}

func stringList(elements []string) types.List {
	values := make([]attr.Value, len(elements))
	for i, element := range elements {
		values[i] = types.StringValue(element)
	}
	return types.ListValueMust(types.StringType, values)
}
