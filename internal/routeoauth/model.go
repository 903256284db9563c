// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// model is the shape of an OAuth module in configuration, plan and state.
type model struct {
	EdgeID             types.String `tfsdk:"edge_id"`
	RouteID            types.String `tfsdk:"route_id"`
	Enabled            types.Bool   `tfsdk:"enabled"`
	IdentityProvider   types.Object `tfsdk:"identity_provider"`
	OptionsPassthrough types.Bool   `tfsdk:"options_passthrough"`
	CookiePrefix       types.String `tfsdk:"cookie_prefix"`
	InactivityTimeout  types.Number `tfsdk:"inactivity_timeout"`
	MaximumDuration    types.Number `tfsdk:"maximum_duration"`
	AuthCheckInterval  types.Number `tfsdk:"auth_check_interval"`
	DeletionPolicy     types.String `tfsdk:"deletion_policy"`
}

// identity is the shape of an OAuth module's identity.
type identity struct {
	EdgeID  types.String `tfsdk:"edge_id"`
	RouteID types.String `tfsdk:"route_id"`
}

func (m model) identity() identity {
	return identity{EdgeID: m.EdgeID, RouteID: m.RouteID}
}

// module is what the API is asked for, with the secret of [clientSecretFor].
func (m model) module(secret string) api.OAuthModule {
	module := api.OAuthModule{
		Enabled:            m.Enabled.ValueBoolPointer(),
		OptionsPassthrough: m.OptionsPassthrough.ValueBoolPointer(),
		CookiePrefix:       m.CookiePrefix.ValueString(),
		InactivityTimeout:  seconds(m.InactivityTimeout),
		MaximumDuration:    seconds(m.MaximumDuration),
		AuthCheckInterval:  seconds(m.AuthCheckInterval),
	}
	if one, ok := chosen(m.IdentityProvider); ok {
		module.Provider = api.OAuthProvider{one.name: one.request(secret)}
	}
	return module
}

// disabled is what the API is asked for when the resource is destroyed: the
// module as it is, switched off and without credentials. It fails where no
// identity provider is known, as after an import: the interface does not say
// what a module without one does, and this provider sends none.
func (m model) disabled() (api.OAuthModule, bool) {
	module := m.module("")
	module.Enabled = new(false)
	module.OtherSecrets = knownSecrets(m.IdentityProvider)
	for _, one := range module.Provider {
		one.ClientID = ""
		one.Scopes = nil
	}
	return module, len(module.Provider) > 0
}

// fromAPI is the state after the API answered with a to the request that m
// made. What m leaves unset stays as it is there, whatever default the service
// shows, and secrets stay m's. Before is the state before the request, the zero
// model where there was none.
func (m model) fromAPI(ctx context.Context, a *api.OAuthModule, before model) model {
	state := m
	if a.Enabled != nil {
		state.Enabled = types.BoolValue(*a.Enabled)
	}
	// A service that merges goes on letting OPTIONS through after the argument is removed.
	if passes := a.OptionsPassthrough != nil && *a.OptionsPassthrough; !m.OptionsPassthrough.IsNull() || passes && before.OptionsPassthrough.ValueBool() {
		state.OptionsPassthrough = types.BoolValue(passes)
	}
	state.CookiePrefix = textFromAPI(m.CookiePrefix, a.CookiePrefix)
	state.InactivityTimeout = secondsFromAPI(m.InactivityTimeout, a.InactivityTimeout)
	state.MaximumDuration = secondsFromAPI(m.MaximumDuration, a.MaximumDuration)
	state.AuthCheckInterval = secondsFromAPI(m.AuthCheckInterval, a.AuthCheckInterval)
	state.IdentityProvider = providerFromAPI(ctx, m.IdentityProvider, before.IdentityProvider, a.Provider)
	return state
}

// read is the state after the module was read. Of a module that was imported by
// its ids, state gets everything but the secrets. Of any other it gets what the
// configuration manages.
func (m model) read(ctx context.Context, a *api.OAuthModule) model {
	if m.IdentityProvider.IsNull() && m.DeletionPolicy.IsNull() {
		return m.imported(ctx, a)
	}
	state := m.fromAPI(ctx, a, m)
	if m.IdentityProvider.IsNull() {
		state.IdentityProvider = shownProvider(m.IdentityProvider.AttributeTypes(ctx), a.Provider)
	}
	return state
}

func (m model) imported(ctx context.Context, a *api.OAuthModule) model {
	return model{
		EdgeID:  m.EdgeID,
		RouteID: m.RouteID,
		// Unspecified it is true (interface section 2.4).
		Enabled:            types.BoolValue(a.Enabled == nil || *a.Enabled),
		IdentityProvider:   shownProvider(m.IdentityProvider.AttributeTypes(ctx), a.Provider),
		OptionsPassthrough: types.BoolPointerValue(a.OptionsPassthrough),
		CookiePrefix:       attribute.String(types.StringNull(), &a.CookiePrefix),
		InactivityTimeout:  shownSeconds(a.InactivityTimeout),
		MaximumDuration:    shownSeconds(a.MaximumDuration),
		AuthCheckInterval:  shownSeconds(a.AuthCheckInterval),
		DeletionPolicy:     types.StringValue(disable),
	}
}

func textFromAPI(configured types.String, answered string) types.String {
	if configured.ValueString() == "" {
		return configured
	}
	return attribute.String(configured, &answered)
}
