// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// notApplied returns the attributes that the service accepted but answered with
// another value than planned, and those that it has although they were removed.
// Secrets are never among them: m has them from the plan.
func (m model) notApplied(plan model) []path.Path {
	var paths []path.Path
	compare := func(at path.Path, planned, answered attr.Value) {
		if !planned.Equal(answered) {
			paths = append(paths, at)
		}
	}
	compare(path.Root("enabled"), plan.Enabled, m.Enabled)
	compare(path.Root("options_passthrough"), plan.OptionsPassthrough, m.OptionsPassthrough)
	compare(path.Root("cookie_prefix"), plan.CookiePrefix, m.CookiePrefix)
	compare(path.Root("inactivity_timeout"), plan.InactivityTimeout, m.InactivityTimeout)
	compare(path.Root("maximum_duration"), plan.MaximumDuration, m.MaximumDuration)
	compare(path.Root("auth_check_interval"), plan.AuthCheckInterval, m.AuthCheckInterval)
	for _, name := range identityProviderNames() {
		at := path.Root(identityProviderAttribute).AtName(name)
		planned, _ := plan.IdentityProvider.Attributes()[name].(types.Object)
		answered, _ := m.IdentityProvider.Attributes()[name].(types.Object)
		if planned.IsNull() || answered.IsNull() {
			if planned.IsNull() != answered.IsNull() {
				paths = append(paths, at)
			}
			continue
		}
		attributes := answered.Attributes()
		for _, member := range slices.Sorted(maps.Keys(attributes)) {
			compare(at.AtName(member), planned.Attributes()[member], attributes[member])
		}
	}
	return paths
}

// answerKey is where a resource keeps the answer to its creation, if that has
// other settings than planned. A creation must leave the plan in state, and the
// module cannot be read: the next refresh takes the settings from here.
const answerKey = "answer"

// keepAnswer says which attributes a creation did not apply, and keeps the answer
// for the next refresh to find. An answer is without client secrets.
func (m model) keepAnswer(ctx context.Context, private privateState, notApplied []path.Path, answer *api.OAuthModule) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, at := range notApplied {
		diags.Append(apidiag.NotAppliedByCreation(at, m.title()))
	}
	if len(notApplied) == 0 {
		return diags
	}
	kept, err := json.Marshal(answer)
	if err != nil {
		diags.AddError("Could not keep the answer", fmt.Sprintf("Writing the private state failed: %v.", err))
		return diags
	}
	diags.Append(private.SetKey(ctx, answerKey, kept)...)
	return diags
}

// keptAnswer returns the state with the settings of an answer that a creation has
// kept, and m where it has kept none.
func (m model) keptAnswer(ctx context.Context, private privateState) (model, diag.Diagnostics) {
	kept, diags := private.GetKey(ctx, answerKey)
	if len(kept) == 0 || diags.HasError() {
		return m, diags
	}
	answer := new(api.OAuthModule)
	if err := json.Unmarshal(kept, answer); err != nil {
		diags.AddError("Could not read the private state", fmt.Sprintf("The answer to the creation is not readable: %v.", err))
		return m, diags
	}
	return m.fromAPI(ctx, answer, m), diags
}

// title names the module in diagnostics.
func (m model) title() string {
	return fmt.Sprintf("OAuth module of route %q of HTTPS edge %q", m.RouteID.ValueString(), m.EdgeID.ValueString())
}
