// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

func (r *tlsEdgeResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"id":          attribute.ID(),
		"uri":         attribute.ComputedOnce("The URI in the API."),
		"created_at":  attribute.ComputedOnce("The time of creation (RFC 3339)."),
		"description": attribute.FreeText("A description for people. At most 255 bytes.", attribute.MaxBytes(255)),
		"metadata":    attribute.FreeText("A text for programs. At most 4096 bytes.", attribute.MaxBytes(4096)),
		"hostports": schema.SetAttribute{
			ElementType: types.StringType,
			Optional:    true,
			Computed:    true,
			MarkdownDescription: "The hostports (`host:port`) that the edge serves, at least one. Defaults to the " +
				"service's choice. If you remove only this argument, the edge keeps its hostports.",
			Validators:    []validator.Set{setvalidator.ValueStringsAre(attribute.Element(), hostportRule())},
			PlanModifiers: []planmodifier.Set{setplanmodifier.UseStateForUnknown(), attribute.KeepSame()},
		},
		"deletion_policy": schema.StringAttribute{
			Optional: true,
			Computed: true,
			Default:  stringdefault.StaticString(policyPrevent),
			MarkdownDescription: "The " +
				"[effect](https://github.com/trafficedge/terraform-provider-trafficedge/blob/main/docs/guides/changing-replacing-destroying.md#deletion-policies) " +
				"of a destroy or a replacement. `PREVENT`, the default, rejects it. `ABANDON` only removes the edge " +
				"from state. `DELETE` deletes the edge, and needs `delete_tls_edge` in `undocumented_operations`.",
			Validators: []validator.String{attribute.OneOf(policyPrevent, policyAbandon, policyDelete)},
		},
	}
	maps.Copy(attributes, moduleAttributes())
	resp.Schema = schema.Schema{
		MarkdownDescription: "A TLS edge passes TLS traffic from hostports to a backend. Optional modules restrict " +
			"source addresses, check client certificates, terminate TLS, and apply a traffic policy.\n\nWith " +
			"`update_tls_edge` in the provider's `undocumented_operations`, changes are made in place. Otherwise, " +
			"most changes need a [new " +
			"edge](https://github.com/trafficedge/terraform-provider-trafficedge/blob/main/docs/guides/replacing-an-edge.md), " +
			"which the default `deletion_policy` rejects.",
		Attributes: attributes,
	}
}

// The places where TLS may end (interface section 2.3).
const (
	terminateAtEdge     = "edge"
	terminateAtUpstream = "upstream"
)

func moduleAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"backend": moduleAttribute("The backend behind the edge.", "", map[string]schema.Attribute{
			"backend_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "The id of the backend, such as a `trafficedge_failover_backend`.",
				Validators:          append(attribute.NotEmpty(), resourcebase.IDRule()),
			},
		}),
		"ip_restriction": moduleAttribute("The source addresses that may reach the edge.", " With `false`, any source address may connect.", map[string]schema.Attribute{
			"ip_policy_ids": idsAttribute("The ids of the IP policies."),
		}),
		"mutual_tls": moduleAttribute("The client certificates that the edge accepts. TLS must end at the edge.", " With `false`, the edge checks no client certificates.", map[string]schema.Attribute{
			"certificate_authority_ids": idsAttribute("The ids of the certificate authorities."),
		}),
		"tls_termination": moduleAttribute("The place where TLS ends.", "", map[string]schema.Attribute{
			"terminate_at": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Where TLS is decrypted: `edge`, or `upstream` for the application behind the edge.",
				Validators:          []validator.String{attribute.OneOf(terminateAtEdge, terminateAtUpstream)},
			},
			"min_version": schema.StringAttribute{
				Optional: true,
				Computed: true,
				MarkdownDescription: "The lowest TLS version, in the service's notation. Defaults to the service's choice. " +
					"If you remove only this argument, the edge keeps its version. Needs `terminate_at = \"edge\"`.",
				Validators: attribute.NotEmpty(),
			},
		}),
		"traffic_policy": moduleAttribute("The rules for the traffic.", "", map[string]schema.Attribute{
			"value": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "The traffic policy, in the service's own language.",
				Validators: []validator.String{attribute.TextRule{
					Described: "must contain more than white space", Summary: "Empty traffic policy",
					Accepts: func(text string) bool { return strings.TrimSpace(text) != "" },
				}},
				PlanModifiers: []planmodifier.String{attribute.KeepSame()},
			},
		}),
	}
}

// moduleAttribute adds enabled, which every module has. The text disabled explains false.
func moduleAttribute(description, disabled string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	attributes["enabled"] = attribute.Enabled(disabled)
	module := schema.SingleNestedAttribute{Optional: true, MarkdownDescription: description, Attributes: attributes}
	// Without CustomType, the framework creates a new type whenever it needs the type of
	// the module. That would take 5% of the memory of a plan without changes.
	module.CustomType, _ = module.GetType().(basetypes.ObjectTypable)
	return module
}

func idsAttribute(description string) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType: types.StringType, Required: true, MarkdownDescription: description,
		Validators: []validator.Set{setvalidator.ValueStringsAre(attribute.Element(), resourcebase.IDRule())},
	}
}
