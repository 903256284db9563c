// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// The places where TLS may end (interface section 2.3).
const (
	terminateAtEdge     = "edge"
	terminateAtUpstream = "upstream"
)

const tlsTerminationDescription = "The TLS termination module: where TLS ends."

func tlsTerminationAttribute() schema.SingleNestedAttribute {
	return moduleAttribute(tlsTerminationDescription, map[string]schema.Attribute{
		"terminate_at": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "Where TLS traffic is decrypted: `edge` for the edge itself, `upstream` for the application or " +
				"agent behind it, which then gets the traffic encrypted as it came. " + replaces,
			Validators: []validator.String{stringvalidator.OneOf(terminateAtEdge, terminateAtUpstream)},
		},
		"min_version": schema.StringAttribute{
			Optional: true,
			Computed: true,
			MarkdownDescription: "The lowest TLS version that the edge accepts and offers in the handshake, in the service's own " +
				"notation; not empty. Defaults to the service's choice, which is then shown here. It must be left out where " +
				"`terminate_at` is `upstream`. Changing it replaces the edge; removing it keeps the version that the edge has for " +
				"as long as it lives.",
			Validators:    notEmpty(),
			PlanModifiers: []planmodifier.String{minVersionPlan{}},
		},
	})
}

func tlsTerminationFromAPI(ctx context.Context, prior types.Object, answered api.Member[api.EndpointTLSTermination]) types.Object {
	return moduleFromAPI(ctx, prior, answered,
		func(was members, is api.EndpointTLSTermination) (api.Member[bool], members) {
			return is.Enabled, members{
				"terminate_at": textFromAPI(was.text("terminate_at"), is.TerminateAt),
				"min_version":  textFromAPI(was.text("min_version"), is.MinVersion),
			}
		})
}

// tlsTerminationCompleted is a planned module with the version that the service
// chose.
func tlsTerminationCompleted(ctx context.Context, plan, answered types.Object) types.Object {
	chosen := membersOf(plan)
	if !chosen.text("min_version").IsUnknown() {
		return plan
	}
	chosen["min_version"] = membersOf(answered).text("min_version")
	return types.ObjectValueMust(plan.AttributeTypes(ctx), chosen)
}

func tlsTerminationToAPI(module types.Object) *api.EndpointTLSTerminationMutate {
	if !isSet(module) {
		return nil
	}
	chosen := membersOf(module)
	return &api.EndpointTLSTerminationMutate{
		Enabled:     chosen.enabled().ValueBool(),
		TerminateAt: chosen.text("terminate_at").ValueString(),
		MinVersion:  chosen.text("min_version").ValueString(),
	}
}

func tlsTerminationDataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(tlsTerminationDescription, map[string]dataschema.Attribute{
		"terminate_at": dataschema.StringAttribute{
			Computed: true,
			MarkdownDescription: "Where TLS traffic is decrypted: `edge` for the edge itself, `upstream` for the application or " +
				"agent behind it.",
		},
		"min_version": dataschema.StringAttribute{
			Computed: true,
			MarkdownDescription: "The lowest TLS version that the edge accepts, in the service's own notation; null where TLS " +
				"ends upstream.",
		},
	})
}

// tlsTerminationShown refers to nothing, so that the data source shows what the
// resource has in state.
func tlsTerminationShown(ctx context.Context, answered api.Member[api.EndpointTLSTermination]) types.Object {
	return tlsTerminationFromAPI(ctx, noModule(tlsTerminationAttribute()), answered)
}
