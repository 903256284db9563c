// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

const ipRestrictionDescription = "The IP restriction module: which source addresses may reach the edge."

func ipRestrictionAttribute() schema.SingleNestedAttribute {
	return moduleAttribute(ipRestrictionDescription, map[string]schema.Attribute{
		"ip_policy_ids": schema.SetAttribute{
			ElementType: types.StringType,
			Required:    true,
			MarkdownDescription: "The ids of the IP policies that source addresses are checked against, in any order. " +
				"No id may be null or empty. " + replaces,
			Validators: []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
		},
	})
}

func ipRestrictionFromAPI(ctx context.Context, prior types.Object, answered api.Member[api.EndpointIPPolicy]) types.Object {
	return moduleFromAPI(ctx, prior, answered,
		func(was members, is api.EndpointIPPolicy) (api.Member[bool], members) {
			return is.Enabled, members{"ip_policy_ids": idsFromAPI(was.ids("ip_policy_ids"), is.IPPolicies)}
		})
}

func ipRestrictionToAPI(module types.Object) *api.EndpointIPPolicyMutate {
	if !isSet(module) {
		return nil
	}
	chosen := membersOf(module)
	return &api.EndpointIPPolicyMutate{
		Enabled:     chosen.enabled().ValueBool(),
		IPPolicyIDs: chosen.ids("ip_policy_ids"),
	}
}

func ipRestrictionDataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(ipRestrictionDescription, map[string]dataschema.Attribute{
		"ip_policies": refsAttribute("The IP policies that source addresses are checked against."),
	})
}

// shownIPRestriction is the module in the data source.
type shownIPRestriction struct {
	Enabled    types.Bool `tfsdk:"enabled"`
	IPPolicies []ref      `tfsdk:"ip_policies"`
}

func ipRestrictionShown(ctx context.Context, answered api.Member[api.EndpointIPPolicy]) *shownIPRestriction {
	module := ipRestrictionFromAPI(ctx, noModule(ipRestrictionAttribute()), answered)
	if module.IsNull() {
		return nil
	}
	return &shownIPRestriction{
		Enabled:    membersOf(module).enabled(),
		IPPolicies: shownRefs(answered.Value.IPPolicies),
	}
}
