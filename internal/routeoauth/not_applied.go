// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// notApplied compares the response to a PUT with the planned module that was sent, and
// returns the paths of the attributes that differ. The module before the PUT is prior, or
// nil if it is not known. A service may merge a PUT with that module. Its options_passthrough
// and its client id may therefore remain, although neither is planned. Any other setting
// that is not planned is the service's choice.
func notApplied(ctx context.Context, prior *model, plan model, response *api.OAuthModule) []path.Path {
	var paths []path.Path
	settings, planned := fromAPI(ctx, plan, response).settings(), plan.settings()
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		for _, one := range attribute.Differences(path.Root(name), settings[name], planned[name]) {
			if attribute.IsWhollyKnown(ctx, one.Planned) {
				paths = append(paths, one.At)
			}
		}
	}
	if prior == nil {
		return paths
	}
	if plan.OptionsPassthrough.IsNull() && prior.OptionsPassthrough.ValueBool() && response.OptionsPassthrough.OrZero() {
		paths = append(paths, path.Root("options_passthrough"))
	}
	one := chosen(plan.IdentityProvider)
	id := providerNamed(prior.IdentityProvider, one.name).text(clientID)
	if used := response.Provider[one.name]; id != "" && used != nil && used.ClientID == id && !one.mayHaveContent(clientID) {
		paths = append(paths, path.Root(identityProviderAttribute).AtName(one.name).AtName(clientID))
	}
	return paths
}
