// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func (r *tlsEdgeResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"id":              attribute.ID(),
		"uri":             attribute.ComputedOnce("The URI of this TLS edge in the API."),
		"created_at":      attribute.ComputedOnce("When the TLS edge was created, as an RFC 3339 timestamp."),
		"description":     textAttribute("A description for people, of at most 255 bytes.", maxDescription),
		"metadata":        textAttribute("Text for programs, in any format, up to 4096 bytes. "+attribute.KeepSameTextDescription, maxMetadata, attribute.KeepSameText()),
		"hostports":       hostportsAttribute(),
		"deletion_policy": deletionPolicyAttribute(),
	}
	maps.Copy(attributes, moduleAttributes())
	resp.Schema = schema.Schema{
		MarkdownDescription: "A TLS edge: it receives TLS traffic on hostports and applies modules such as `mutual_tls`.\n\nOn a [documented " +
			"service](../index.md#two-kinds-of-service), a change needs a new edge, and the default policy `PREVENT` rejects it. The provider's " +
			"`undocumented_operations` can allow changes in place and deletion.\n\nConfigure every module that the edge has. A plan treats " +
			"unconfigured modules as removed, except modules that the service added when the provider created the edge.",
		Attributes: attributes,
	}
}

func textAttribute(description string, maxBytes int, modifiers ...planmodifier.String) schema.StringAttribute {
	return schema.StringAttribute{
		Optional:            true,
		MarkdownDescription: description + " Defaults to none.",
		Validators:          []validator.String{stringvalidator.LengthAtMost(maxBytes)},
		PlanModifiers:       modifiers,
	}
}

func hostportsAttribute() schema.SetAttribute {
	return schema.SetAttribute{
		ElementType: types.StringType,
		Optional:    true,
		Computed:    true,
		MarkdownDescription: "The hostports that the edge serves, such as `edge.example.com:443`. A missing port causes a " +
			"warning. Defaults to the service's choice. Removing the attribute keeps the current hostports, until the edge is replaced.",
		Validators: []validator.Set{setvalidator.ValueStringsAre(
			hostport{"must be neither null nor empty, and should be a host, a colon and a port"})},
		PlanModifiers: []planmodifier.Set{setplanmodifier.UseStateForUnknown()},
	}
}

func deletionPolicyAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		Computed: true,
		Default:  stringdefault.StaticString(policyPrevent),
		MarkdownDescription: "The policy for destroying or replacing the edge. `PREVENT`, the default, rejects the plan. " +
			"`ABANDON` only removes the edge from state. `DELETE` deletes the edge and needs `delete_tls_edge` in " +
			"`undocumented_operations`. A destroy uses the policy of the last apply: see [Deletion policies](../guides/deletion-policies.md).",
		Validators: []validator.String{stringvalidator.OneOf(policyPrevent, policyAbandon, policyDelete)},
	}
}
