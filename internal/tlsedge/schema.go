// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Descriptions that the resource and the data source share.
const (
	idDescription        = "The id that the service assigned."
	uriDescription       = "The URI of this TLS edge in the API."
	createdAtDescription = "When the TLS edge was created, as an RFC 3339 timestamp."
)

// equalJSON is part of the description of every text that may hold JSON.
const equalJSON = "JSON that means the same as the JSON in state is no change."

// replaces ends the description of every attribute that only an undocumented
// operation can change in place.
const replaces = "Changing it replaces the edge."

// modulesDescription holds for every module.
const modulesDescription = "A module that is not configured is absent, unless the service adds one by itself. That one is then shown here " +
	"and is no difference. Adding a module replaces the edge, unless the module is disabled and empty. So does removing one that was " +
	"configured when this provider last created or updated the edge. Any other module stays when it is removed from the configuration, " +
	"such as one of an edge that was imported and not changed since."

// Schema describes the resource.
func (r *tlsEdgeResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"id":              computedOnce(idDescription),
		"uri":             computedOnce(uriDescription),
		"created_at":      computedOnce(createdAtDescription),
		"description":     textAttribute("A description for people, of at most 255 bytes.", maxDescription),
		"metadata":        metadataAttribute(),
		"hostports":       hostportsAttribute(),
		"deletion_policy": deletionPolicyAttribute(),
	}
	for _, module := range modules() {
		attributes[module.name()] = module.attribute()
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "A TLS edge: it serves hostports and applies up to five modules to their TLS traffic.\n\n" +
			"The API can create and read a TLS edge, but neither change nor delete one. So every change to an edge other than " +
			"to its `deletion_policy` is a replacement, and a replaced or destroyed edge goes on serving on the service. " +
			"`deletion_policy` keeps that from happening unawares.\n\n" +
			"A service may offer more than that. With `update_tls_edge` in the provider's `undocumented_operations`, every change is made in " +
			"place where this page speaks of a replacement; with `delete_tls_edge`, `deletion_policy` may be `DELETE`.\n\n" + modulesDescription,
		Attributes: attributes,
	}
}

// IdentitySchema describes the permanent identity of a TLS edge.
func (r *tlsEdgeResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"id": identityschema.StringAttribute{
				RequiredForImport: true,
				Description:       idDescription,
			},
		},
	}
}

// computedOnce returns an attribute that the service sets once, at creation.
func computedOnce(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: description,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

func textAttribute(description string, limit maxBytes) schema.StringAttribute {
	return schema.StringAttribute{
		Optional:            true,
		MarkdownDescription: description + " Defaults to none. " + replaces,
		Validators:          []validator.String{limit},
	}
}

func metadataAttribute() schema.StringAttribute {
	metadata := textAttribute("Data for machines in any form you choose, of at most 4096 bytes. "+equalJSON, maxMetadata)
	metadata.CustomType = attribute.JSONTextType{}
	metadata.PlanModifiers = []planmodifier.String{attribute.KeepSameText()}
	return metadata
}

func hostportsAttribute() schema.SetAttribute {
	return schema.SetAttribute{
		ElementType: types.StringType,
		Optional:    true,
		Computed:    true,
		MarkdownDescription: "The hostports that the edge serves, in any order, such as `edge.example.com:443`; none may be null or " +
			"empty, and one without a port gets a warning. The API's description shows hostports in answers only; this provider sends " +
			"them when it creates the edge. Defaults to the service's choice, which is then shown here. Changing them replaces the edge; removing the attribute keeps the hostports that the edge has for as long as it lives.",
		Validators:    []validator.Set{setvalidator.ValueStringsAre(hostport{})},
		PlanModifiers: []planmodifier.Set{setplanmodifier.UseStateForUnknown()},
	}
}

// blindSpots are the cases that PREVENT cannot prevent, as tried with real CLIs.
const blindSpots = "\n\n  `PREVENT` cannot see in a plan that an edge is tainted. Its replacement fails during the apply, which leaves the " +
	"edge as it is; with `create_before_destroy` in its `lifecycle`, another edge has been created by then, and the error says how to " +
	"get rid of one of the two. Nor can it see in a plan that an object behind one of the edge's ids is replaced in the same run: the plan " +
	"warns, and the apply destroys the old object before the edge refuses the new one. With `create_before_destroy` on that object, " +
	"the edge refuses first."

func deletionPolicyAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		Computed: true,
		Default:  stringdefault.StaticString(policyPrevent),
		MarkdownDescription: "What happens when this edge is to be destroyed or replaced. `PREVENT`, the default, makes it an error " +
			"that tells how to go on. `ABANDON` lets the edge leave state with a warning that names its id; it goes on " +
			"serving until it is deleted by other means than this API. `DELETE` deletes the edge, which needs `delete_tls_edge` in " +
			"the provider's `undocumented_operations`: without it, destroying or replacing the edge is an error as with `PREVENT`. The policy in state decides, so apply a new one " +
			"before the change that it is meant for. Changing it is made in place and sends no request." + blindSpots,
		Validators: []validator.String{stringvalidator.OneOf(policyPrevent, policyAbandon, policyDelete)},
	}
}
