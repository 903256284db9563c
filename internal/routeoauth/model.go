// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
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

// oauthModule contains the attributes that the resource and the data source share.
type oauthModule struct {
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
	oauthModule

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

// fromAPI returns the state after a response. The parameter wanted is the plan
// of a write, or the state before a read. The parameter previous is the module
// on the service before the request, or empty if that module is not known.
//
// If the response contains enabled, the result has that value. Any other attribute
// that is not wanted stays unset, even if the response contains a default. The
// exceptions are options_passthrough (below), access rules and a removed client id
// (see oneProviderFromAPI), and unwanted identity providers (see providerFromAPI).
// If the response lacks a wanted attribute, the attribute becomes null or false.
// Without a value in the response, only enabled, secrets and a wanted 0 stay.
func fromAPI(ctx context.Context, wanted, previous model, received *api.OAuthModule) model {
	state := wanted
	if received.Enabled != nil {
		state.Enabled = types.BoolValue(*received.Enabled)
	}
	// If options_passthrough is removed from the configuration, a service that
	// merges the request with the previous module keeps the value true. State
	// then has true, because OPTIONS requests still pass without authentication.
	passes := received.OptionsPassthrough != nil && *received.OptionsPassthrough
	stillPasses := passes && previous.OptionsPassthrough.ValueBool()
	if !wanted.OptionsPassthrough.IsNull() || stillPasses {
		state.OptionsPassthrough = types.BoolValue(passes)
	}
	if wanted.CookiePrefix.ValueString() != "" {
		state.CookiePrefix = attribute.String(wanted.CookiePrefix, &received.CookiePrefix)
	}
	state.InactivityTimeout = secondsFromAPI(wanted.InactivityTimeout, received.InactivityTimeout)
	state.MaximumDuration = secondsFromAPI(wanted.MaximumDuration, received.MaximumDuration)
	state.AuthCheckInterval = secondsFromAPI(wanted.AuthCheckInterval, received.AuthCheckInterval)
	state.IdentityProvider = providerFromAPI(ctx, wanted.IdentityProvider, previous.IdentityProvider, received.Provider)
	return state
}

// refreshed returns the state after a refresh. The receiver m is the state before
// the refresh. The response comes from a read or from the creation. At the first
// read after an import, state gets all settings except the secrets.
func (m model) refreshed(ctx context.Context, received *api.OAuthModule) model {
	if m.hasOnlyIDs() {
		return model{oauthModule: m.importedFromAPI(ctx, received), DeletionPolicy: types.StringValue(policyAbandon)}
	}
	state := fromAPI(ctx, m, m, received)
	if m.Enabled.IsNull() && !m.IdentityProvider.IsNull() {
		// A failed write has removed only enabled from state: see clearEnabled. The value
		// stays null, so that the next apply sends the module.
		state.Enabled = m.Enabled
	}
	return state
}

// hasOnlyIDs reports whether state contains only the ids, as it does after an import.
func (m model) hasOnlyIDs() bool { return m.IdentityProvider.IsNull() && m.DeletionPolicy.IsNull() }

// settings returns the attributes whose default the service chooses.
func (m oauthModule) settings() map[string]attr.Value {
	return map[string]attr.Value{
		"options_passthrough": m.OptionsPassthrough,
		"cookie_prefix":       m.CookiePrefix,
		"inactivity_timeout":  m.InactivityTimeout,
		"maximum_duration":    m.MaximumDuration,
		"auth_check_interval": m.AuthCheckInterval,
	}
}

// importedFromAPI returns the ids of m with all settings of a response, except the secrets.
// If enabled is missing in the response, it is true in the result (interface section 2.4).
func (m oauthModule) importedFromAPI(ctx context.Context, received *api.OAuthModule) oauthModule {
	m.ID = m.importID()
	m.Enabled = types.BoolValue(received.Enabled == nil || *received.Enabled)
	m.IdentityProvider = providerFromAPI(ctx, types.ObjectNull(m.IdentityProvider.AttributeTypes(ctx)), types.Object{}, received.Provider)
	m.OptionsPassthrough = types.BoolPointerValue(received.OptionsPassthrough)
	m.CookiePrefix = attribute.String(types.StringNull(), &received.CookiePrefix)
	m.InactivityTimeout = numberFromAPI(received.InactivityTimeout)
	m.MaximumDuration = numberFromAPI(received.MaximumDuration)
	m.AuthCheckInterval = numberFromAPI(received.AuthCheckInterval)
	return m
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
func numberFromAPI(received *uint32) types.Number {
	if received == nil {
		return types.NumberNull()
	}
	return types.NumberValue(new(big.Float).SetUint64(uint64(*received)))
}

// secondsFromAPI returns the value that state gets from a response, for an attribute that
// is a number of seconds. An attribute that is not wanted stays unset. If the number is
// missing in the response, a wanted 0 stays 0, and any other wanted number becomes null.
func secondsFromAPI(wanted types.Number, received *uint32) types.Number {
	isZero := attribute.IsSet(wanted) && wanted.ValueBigFloat().Sign() == 0
	if !attribute.IsSet(wanted) || isZero && received == nil {
		return wanted
	}
	return numberFromAPI(received)
}

// differences returns the paths of the attributes that certainly differ from the wanted
// module. A value that is not wholly known does not count as different.
func (m oauthModule) differences(ctx context.Context, wanted oauthModule) []path.Path {
	settings, wantedSettings := m.settings(), wanted.settings()
	settings["enabled"], wantedSettings["enabled"] = m.Enabled, wanted.Enabled
	settings[identityProviderAttribute], wantedSettings[identityProviderAttribute] = m.IdentityProvider, wanted.IdentityProvider
	var paths []path.Path
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		paths = append(paths, differences(ctx, path.Root(name), settings[name], wantedSettings[name])...)
	}
	return paths
}

func differences(ctx context.Context, at path.Path, value, wanted attr.Value) []path.Path {
	object, _ := value.(types.Object)
	wantedObject, _ := wanted.(types.Object)
	if !attribute.IsSet(object) || !attribute.IsSet(wantedObject) {
		if value.Equal(wanted) || !attribute.IsWhollyKnown(ctx, wanted) {
			return nil
		}
		return []path.Path{at}
	}
	var paths []path.Path
	members, wantedMembers := object.Attributes(), wantedObject.Attributes()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		paths = append(paths, differences(ctx, at.AtName(name), members[name], wantedMembers[name])...)
	}
	return paths
}
