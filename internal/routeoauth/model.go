// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// identity is the resource identity of an OAuth module.
type identity struct {
	EdgeID  types.String `tfsdk:"edge_id"`
	RouteID types.String `tfsdk:"route_id"`
}

// model is an OAuth module in configuration, plan and state.
type model struct {
	identity

	ID                 types.String `tfsdk:"id"`
	Enabled            types.Bool   `tfsdk:"enabled"`
	IdentityProvider   types.Object `tfsdk:"identity_provider"`
	OptionsPassthrough types.Bool   `tfsdk:"options_passthrough"`
	CookiePrefix       types.String `tfsdk:"cookie_prefix"`
	InactivityTimeout  types.Number `tfsdk:"inactivity_timeout"`
	MaximumDuration    types.Number `tfsdk:"maximum_duration"`
	AuthCheckInterval  types.Number `tfsdk:"auth_check_interval"`
}

func (m model) toAPI(secret string) api.OAuthModuleSettings {
	idp := chosen(m.IdentityProvider)
	return api.OAuthModuleSettings{
		Provider:           api.OAuthProviderSettings{idp.name: idp.toAPI(secret)},
		Enabled:            m.Enabled.ValueBoolPointer(),
		OptionsPassthrough: m.OptionsPassthrough.ValueBoolPointer(),
		CookiePrefix:       m.CookiePrefix.ValueString(),
		InactivityTimeout:  attribute.NumberToAPI(m.InactivityTimeout),
		MaximumDuration:    attribute.NumberToAPI(m.MaximumDuration),
		AuthCheckInterval:  attribute.NumberToAPI(m.AuthCheckInterval),
	}
}

// fromAPI returns the state after a response. In a read, the parameter plan is the prior state,
// and prior is empty.
//
// After an import, plan has only the ids, and the result has all settings of the response.
// Settings other than enabled become null if they are false, 0 or "": services respond with
// these values for settings that nobody has set. Otherwise, an attribute that plan lacks stays
// unset, even if the response contains a default. The exceptions are access rules and identity
// providers, which let users in, and the options_passthrough and client id of the prior module,
// which a service may merge with a PUT. If enabled is null in plan, it stays null.
func fromAPI(ctx context.Context, prior, plan model, response *api.OAuthModule) model {
	state, isImported := allFromAPI(ctx, plan, *response), plan.IdentityProvider.IsNull()
	state.OptionsPassthrough = kept(isImported || prior.OptionsPassthrough.ValueBool(), plan.OptionsPassthrough, state.OptionsPassthrough)
	state.CookiePrefix = kept(isImported, plan.CookiePrefix, state.CookiePrefix)
	state.InactivityTimeout = kept(isImported, plan.InactivityTimeout, state.InactivityTimeout)
	state.MaximumDuration = kept(isImported, plan.MaximumDuration, state.MaximumDuration)
	state.AuthCheckInterval = kept(isImported, plan.AuthCheckInterval, state.AuthCheckInterval)
	if plan.Enabled.IsNull() && !isImported {
		state.Enabled = plan.Enabled
	}
	state.IdentityProvider = providerFromAPI(ctx, prior.IdentityProvider, plan.IdentityProvider, response.Provider)
	return state
}

func kept[T attr.Value](takesUnset bool, plan, response T) T {
	isUnset := plan.IsNull() || plan.Equal(types.StringValue(""))
	if attribute.Same("", plan, response) || isUnset && !takesUnset {
		return plan
	}
	return response
}

// allFromAPI returns all settings of a response, except the secrets. A missing enabled means
// the value of the plan, or else true (interface section 2.4).
func allFromAPI(ctx context.Context, plan model, response api.OAuthModule) model {
	return model{
		identity:           plan.identity,
		ID:                 plan.importID(),
		Enabled:            types.BoolPointerValue(cmp.Or(response.Enabled.Value, plan.Enabled.ValueBoolPointer(), new(true))),
		IdentityProvider:   providerFromAPI(ctx, types.Object{}, types.ObjectNull(plan.IdentityProvider.AttributeTypes(ctx)), response.Provider),
		OptionsPassthrough: types.BoolPointerValue(response.OptionsPassthrough.Value),
		CookiePrefix:       attribute.Text("cookie_prefix")(types.StringNull(), response.CookiePrefix.Value),
		InactivityTimeout:  attribute.NumberFromAPI(response.InactivityTimeout.Value),
		MaximumDuration:    attribute.NumberFromAPI(response.MaximumDuration.Value),
		AuthCheckInterval:  attribute.NumberFromAPI(response.AuthCheckInterval.Value),
	}
}

// settings returns what is compared between a plan and a response.
func (m model) settings() attribute.Settings {
	return attribute.Settings{
		{Name: "auth_check_interval", Value: m.AuthCheckInterval}, {Name: "cookie_prefix", Value: m.CookiePrefix}, {Name: "enabled", Value: m.Enabled},
		{Name: identityProviderAttribute, Value: m.IdentityProvider}, {Name: "inactivity_timeout", Value: m.InactivityTimeout},
		{Name: "maximum_duration", Value: m.MaximumDuration}, {Name: "options_passthrough", Value: m.OptionsPassthrough},
	}
}
