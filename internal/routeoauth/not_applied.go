// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// notApplied compares the response to a PUT with the planned module that was sent, and
// returns the paths of the attributes that differ. The module before the PUT is prior, or
// nil if it is not known. A service may merge a PUT with that module. Its options_passthrough
// and its client id may therefore remain, although neither is planned. Any other setting
// that is not planned is the service's choice.
func notApplied(ctx context.Context, prior *model, plan model, response *api.OAuthModule) []path.Path {
	shown := fromAPI(ctx, plan, response)
	paths := differences(ctx, path.Root(identityProviderAttribute), shown.IdentityProvider, plan.IdentityProvider)
	settings, planned := shown.settings(), plan.settings()
	settings["enabled"], planned["enabled"] = shown.Enabled, plan.Enabled
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		paths = append(paths, differences(ctx, path.Root(name), settings[name], planned[name])...)
	}
	if prior == nil {
		return paths
	}
	if plan.OptionsPassthrough.IsNull() && prior.OptionsPassthrough.ValueBool() && passesOptions(response) {
		paths = append(paths, path.Root("options_passthrough"))
	}
	one := chosen(plan.IdentityProvider)
	id := providerNamed(prior.IdentityProvider, one.name).text(clientID)
	if used := response.Provider[one.name]; id != "" && used != nil && used.ClientID == id && !one.mayHaveAny(clientID) {
		paths = append(paths, path.Root(identityProviderAttribute).AtName(one.name).AtName(clientID))
	}
	return paths
}

// differences returns the paths at which a value differs from the planned value. A planned
// value that is not wholly known does not differ.
func differences(ctx context.Context, at path.Path, value, planned attr.Value) []path.Path {
	object, _ := value.(types.Object)
	plannedObject, _ := planned.(types.Object)
	if !attribute.IsSet(object) || !attribute.IsSet(plannedObject) {
		if value.Equal(planned) || !attribute.IsWhollyKnown(ctx, planned) {
			return nil
		}
		return []path.Path{at}
	}
	var paths []path.Path
	members, plannedMembers := object.Attributes(), plannedObject.Attributes()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		paths = append(paths, differences(ctx, at.AtName(name), members[name], plannedMembers[name])...)
	}
	return paths
}
