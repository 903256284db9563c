// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

const trafficPolicyDescription = "The traffic policy module: what the edge does with the traffic. Most policies need the " +
	"edge to see the decrypted traffic, so that one that is enabled where `tls_termination.terminate_at` is `upstream` gets a warning."

func trafficPolicyAttribute() schema.SingleNestedAttribute {
	return moduleAttribute(trafficPolicyDescription, map[string]schema.Attribute{
		"value": schema.StringAttribute{
			CustomType:          attribute.JSONTextType{},
			Required:            true,
			MarkdownDescription: "The traffic policy, in the service's own language; not empty. " + equalJSON + " " + replaces,
			Validators:          notEmpty(),
			PlanModifiers:       []planmodifier.String{attribute.KeepSameText()},
		},
	})
}

func trafficPolicyFromAPI(ctx context.Context, prior types.Object, answered api.Member[api.EndpointTrafficPolicy]) types.Object {
	return moduleFromAPI(ctx, prior, answered,
		func(was members, is api.EndpointTrafficPolicy) (api.Member[bool], members) {
			return is.Enabled, members{"value": attribute.JSONText{StringValue: textFromAPI(was.text("value"), is.Value)}}
		})
}

func trafficPolicyToAPI(module types.Object) *api.EndpointTrafficPolicyMutate {
	if !isSet(module) {
		return nil
	}
	chosen := membersOf(module)
	return &api.EndpointTrafficPolicyMutate{
		Enabled: chosen.enabled().ValueBool(),
		Value:   chosen.text("value").ValueString(),
	}
}

func trafficPolicyDataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(trafficPolicyDescription, map[string]dataschema.Attribute{
		"value": dataschema.StringAttribute{
			CustomType:          attribute.JSONTextType{},
			Computed:            true,
			MarkdownDescription: "The traffic policy, in the service's own language.",
		},
	})
}

// trafficPolicyShown refers to nothing, so that the data source shows what the
// resource has in state.
func trafficPolicyShown(ctx context.Context, answered api.Member[api.EndpointTrafficPolicy]) types.Object {
	return trafficPolicyFromAPI(ctx, noModule(trafficPolicyAttribute()), answered)
}
