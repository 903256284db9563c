// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
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

// module contains the attributes that the resource and the data source share.
type module struct {
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

// model is an OAuth module in configuration, plan and state.
type model struct {
	module

	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// toAPI returns the module to send, with the given identity provider and its secret.
func (m model) toAPI(one identityProvider, secret string) api.OAuthModule {
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

// toAPIDisabled returns the module to send for the deletion policy DISABLE: disabled
// and without credentials. The identity provider of m must be known.
func (m model) toAPIDisabled() api.OAuthModule {
	one := chosen(m.IdentityProvider)
	asked := m.toAPI(one, "")
	asked.Enabled = new(false)
	asked.Provider[one.name].ClientID, asked.Provider[one.name].Scopes = "", nil
	return asked
}

// fromAPI returns the state after the response a. The model m is the plan of a write,
// or the prior state of a read. Attributes that are unset in m stay unset, even if the
// response contains a default. Secrets keep their values from m. The parameter named
// before is the state before the request, or an empty model if there was no state.
func (m model) fromAPI(ctx context.Context, a *api.OAuthModule, before model) model {
	state := m
	if a.Enabled != nil {
		state.Enabled = types.BoolValue(*a.Enabled)
	}
	// If options_passthrough is removed from the configuration, a service that merges
	// the request with the previous module keeps true. State then has true, because
	// OPTIONS requests still pass without authentication.
	if passes := a.OptionsPassthrough != nil && *a.OptionsPassthrough; !m.OptionsPassthrough.IsNull() || passes && before.OptionsPassthrough.ValueBool() {
		state.OptionsPassthrough = types.BoolValue(passes)
	}
	if m.CookiePrefix.ValueString() != "" {
		state.CookiePrefix = attribute.String(m.CookiePrefix, &a.CookiePrefix)
	}
	state.InactivityTimeout = secondsFromAPI(m.InactivityTimeout, a.InactivityTimeout)
	state.MaximumDuration = secondsFromAPI(m.MaximumDuration, a.MaximumDuration)
	state.AuthCheckInterval = secondsFromAPI(m.AuthCheckInterval, a.AuthCheckInterval)
	state.IdentityProvider = providerFromAPI(ctx, m.IdentityProvider, before.IdentityProvider, a.Provider)
	return state
}

// after returns the state after an operation. The response is a, or nil if there is none.
// After a read, m is the prior state; otherwise m is the plan. The parameter named before
// is the prior state, or an empty model after a creation. After a creation, state is the
// plan, and the next refresh corrects settings that the service did not apply. After an
// import, the first read returns all settings except the secrets.
func (m model) after(ctx context.Context, done attribute.Verb, a *api.OAuthModule, before model) model {
	switch {
	case done == attribute.Creation, a == nil:
		return m
	case done == attribute.Read && m.isImported():
		return model{module: m.wholeFromAPI(ctx, a), DeletionPolicy: types.StringValue(policyAbandon)}
	}
	state := m.fromAPI(ctx, a, before)
	if m.Enabled.IsNull() && !m.IdentityProvider.IsNull() {
		// A failed request has removed enabled from state: see clearEnabled. The value
		// stays null, so that the next apply sends the whole module.
		state.Enabled = m.Enabled
	}
	return state
}

// isImported reports whether state contains only the ids, as it does after an import.
func (m model) isImported() bool { return m.IdentityProvider.IsNull() && m.DeletionPolicy.IsNull() }

// settings returns the attributes whose default the service chooses.
func (m module) settings() map[string]attr.Value {
	return map[string]attr.Value{
		"options_passthrough": m.OptionsPassthrough,
		"cookie_prefix":       m.CookiePrefix,
		"inactivity_timeout":  m.InactivityTimeout,
		"maximum_duration":    m.MaximumDuration,
		"auth_check_interval": m.AuthCheckInterval,
	}
}

// wholeFromAPI returns all settings of a response except the secrets. If enabled is
// missing in the response, it is true in the result (interface section 2.4).
func (m module) wholeFromAPI(ctx context.Context, a *api.OAuthModule) module {
	return module{
		identity:           m.identity,
		ID:                 m.importID(),
		Enabled:            types.BoolValue(a.Enabled == nil || *a.Enabled),
		IdentityProvider:   providerFromAPI(ctx, types.ObjectNull(m.IdentityProvider.AttributeTypes(ctx)), types.Object{}, a.Provider),
		OptionsPassthrough: types.BoolPointerValue(a.OptionsPassthrough),
		CookiePrefix:       attribute.String(types.StringNull(), &a.CookiePrefix),
		InactivityTimeout:  wholeSecondsFromAPI(a.InactivityTimeout),
		MaximumDuration:    wholeSecondsFromAPI(a.MaximumDuration),
		AuthCheckInterval:  wholeSecondsFromAPI(a.AuthCheckInterval),
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

// wholeSecondsFromAPI returns the number of seconds in a response.
func wholeSecondsFromAPI(received *uint32) types.Number {
	if received == nil {
		return types.NumberNull()
	}
	return types.NumberValue(new(big.Float).SetUint64(uint64(*received)))
}

// secondsFromAPI returns the value of a seconds attribute in state after a response. If
// the number is missing in the response, the value is 0. If the attribute is not
// configured, the value stays unset.
func secondsFromAPI(configured types.Number, received *uint32) types.Number {
	if !attribute.IsSet(configured) {
		return configured
	}
	return wholeSecondsFromAPI(cmp.Or(received, new(uint32(0))))
}

// differences returns the paths of the attributes that certainly differ between two
// modules of the same route. An unknown value does not count as different.
func (m module) differences(other module) []path.Path {
	settings, otherSettings := m.settings(), other.settings()
	settings["enabled"], otherSettings["enabled"] = m.Enabled, other.Enabled
	settings[identityProviderAttribute], otherSettings[identityProviderAttribute] = m.IdentityProvider, other.IdentityProvider
	var paths []path.Path
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		paths = append(paths, differences(path.Root(name), settings[name], otherSettings[name])...)
	}
	return paths
}

func differences(at path.Path, value, other attr.Value) []path.Path {
	object, isObject := value.(types.Object)
	otherObject, _ := other.(types.Object)
	var paths []path.Path
	switch {
	case isObject && attribute.IsSet(object) && attribute.IsSet(otherObject):
		members, otherMembers := object.Attributes(), otherObject.Attributes()
		for _, name := range slices.Sorted(maps.Keys(members)) {
			paths = append(paths, differences(at.AtName(name), members[name], otherMembers[name])...)
		}
	case isDecided(value) && isDecided(other) && !value.Equal(other):
		paths = append(paths, at)
	}
	return paths
}

// isDecided reports whether the value of an attribute is known,
// including all elements of a set.
func isDecided(value attr.Value) bool {
	set, _ := value.(types.Set)
	return !value.IsUnknown() && !slices.ContainsFunc(set.Elements(), attr.Value.IsUnknown)
}
