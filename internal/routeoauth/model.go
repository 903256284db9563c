// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"math"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// identity is the resource identity of an OAuth module: the ids of the
// edge and the route.
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

// toAPI returns the module to send. The secret belongs to the identity provider.
func (m model) toAPI(secret string) api.OAuthModule {
	one := chosen(m.IdentityProvider)
	return api.OAuthModule{
		Provider:           api.OAuthProvider{one.name: one.toAPI(secret)},
		Enabled:            m.Enabled.ValueBoolPointer(),
		OptionsPassthrough: m.OptionsPassthrough.ValueBoolPointer(),
		CookiePrefix:       m.CookiePrefix.ValueString(),
		InactivityTimeout:  secondsToAPI(m.InactivityTimeout),
		MaximumDuration:    secondsToAPI(m.MaximumDuration),
		AuthCheckInterval:  secondsToAPI(m.AuthCheckInterval),
	}
}

// fromAPI returns the state after a response. The parameter prior is the state before a
// read, or the plan of a write.
//
// After an import, prior has only the ids, and the result has all settings of the
// response, except those that are false, 0 or "": services respond with these values for
// settings that nobody has set. Otherwise, an attribute that prior lacks stays unset, even if the response
// contains a default. The exceptions are access rules and identity providers, which let
// users in. If the response lacks an attribute of prior, the attribute becomes null or
// false. Without a value in the response, only secrets, a 0 and enabled stay. If enabled
// is null in prior, it stays null, so that the next apply sends the whole module.
func fromAPI(ctx context.Context, prior model, response *api.OAuthModule) model {
	if prior.IdentityProvider.IsNull() {
		return shownFromAPI(ctx, prior, withoutZeros(*response))
	}
	state := prior
	if response.Enabled != nil && !prior.Enabled.IsNull() {
		state.Enabled = types.BoolValue(*response.Enabled)
	}
	if !prior.OptionsPassthrough.IsNull() {
		state.OptionsPassthrough = types.BoolValue(passesOptions(response))
	}
	if prior.CookiePrefix.ValueString() != "" {
		state.CookiePrefix = attribute.String(prior.CookiePrefix, &response.CookiePrefix)
	}
	state.InactivityTimeout = secondsFromAPI(prior.InactivityTimeout, response.InactivityTimeout)
	state.MaximumDuration = secondsFromAPI(prior.MaximumDuration, response.MaximumDuration)
	state.AuthCheckInterval = secondsFromAPI(prior.AuthCheckInterval, response.AuthCheckInterval)
	state.IdentityProvider = providerFromAPI(ctx, prior.IdentityProvider, response.Provider)
	return state
}

func passesOptions(response *api.OAuthModule) bool {
	return response.OptionsPassthrough != nil && *response.OptionsPassthrough
}

// withoutZeros returns the module without the settings that are false or 0. The client
// decodes an absent cookie prefix as "".
func withoutZeros(response api.OAuthModule) api.OAuthModule {
	if !passesOptions(&response) {
		response.OptionsPassthrough = nil
	}
	for _, seconds := range []**uint32{&response.InactivityTimeout, &response.MaximumDuration, &response.AuthCheckInterval} {
		if *seconds != nil && **seconds == 0 {
			*seconds = nil
		}
	}
	return response
}

// shownFromAPI returns the module of a route with all settings of a response, except the
// secrets. If enabled is missing in the response, it is true in the result (interface
// section 2.4).
func shownFromAPI(ctx context.Context, route model, response api.OAuthModule) model {
	return model{
		identity:           route.identity,
		ID:                 route.importID(),
		Enabled:            types.BoolValue(response.Enabled == nil || *response.Enabled),
		IdentityProvider:   providerFromAPI(ctx, types.ObjectNull(route.IdentityProvider.AttributeTypes(ctx)), response.Provider),
		OptionsPassthrough: types.BoolPointerValue(response.OptionsPassthrough),
		CookiePrefix:       attribute.String(types.StringNull(), &response.CookiePrefix),
		InactivityTimeout:  numberFromAPI(response.InactivityTimeout),
		MaximumDuration:    numberFromAPI(response.MaximumDuration),
		AuthCheckInterval:  numberFromAPI(response.AuthCheckInterval),
	}
}

// settings returns the attributes whose default the service chooses.
func (m model) settings() map[string]attr.Value {
	return map[string]attr.Value{
		"options_passthrough": m.OptionsPassthrough,
		"cookie_prefix":       m.CookiePrefix,
		"inactivity_timeout":  m.InactivityTimeout,
		"maximum_duration":    m.MaximumDuration,
		"auth_check_interval": m.AuthCheckInterval,
	}
}

// secondsToAPI returns a number of seconds for a request, or nil if the value is unset.
// The schema rejects numbers that do not fit into a uint32.
func secondsToAPI(value types.Number) *uint32 {
	number, ok := attribute.Whole(value)
	if !ok || number < 0 || number > math.MaxUint32 {
		return nil
	}
	return new(uint32(number))
}

// numberFromAPI returns a number in a response, or null if the number is missing.
func numberFromAPI(seconds *uint32) types.Number {
	if seconds == nil {
		return types.NumberNull()
	}
	return types.NumberValue(new(big.Float).SetUint64(uint64(*seconds)))
}

// secondsFromAPI returns the value that state gets from a response, for an attribute that
// is a number of seconds. An unset attribute stays unset. If the number is missing in the
// response, 0 stays 0, and any other number becomes null.
func secondsFromAPI(prior types.Number, seconds *uint32) types.Number {
	if !attribute.IsSet(prior) || seconds == nil && prior.ValueBigFloat().Sign() == 0 {
		return prior
	}
	return numberFromAPI(seconds)
}
