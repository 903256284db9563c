package routeoauth

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Where the module is after the service took something else over than planned.
const (
	inState    = "State holds what the service answered. Change the configuration to what the service accepts, or apply again."
	notInState = "The module is live on the route as the service answered it, but not in state: change the configuration to what " +
		"the service accepts and apply again, which replaces it."
)

// checkTaken returns an error for each attribute that the service accepted but
// answered with another value than planned. Secrets are never compared: m has
// them from the plan. Whereabouts ends the message.
func (m model) checkTaken(plan model, whereabouts string) diag.Diagnostics {
	var diags diag.Diagnostics
	compare := func(at path.Path, planned, taken attr.Value) {
		if planned.Equal(taken) {
			return
		}
		diags.AddAttributeError(at,
			fmt.Sprintf("Service did not take over %s of route %q of HTTPS edge %q", at, m.RouteID.ValueString(), m.EdgeID.ValueString()),
			fmt.Sprintf("Expected %s, but the service accepted the request and answered %s. %s", planned, taken, whereabouts))
	}
	compare(path.Root("enabled"), plan.Enabled, m.Enabled)
	compare(path.Root("options_passthrough"), plan.OptionsPassthrough, m.OptionsPassthrough)
	compare(path.Root("cookie_prefix"), plan.CookiePrefix, m.CookiePrefix)
	compare(path.Root("inactivity_timeout"), plan.InactivityTimeout, m.InactivityTimeout)
	compare(path.Root("maximum_duration"), plan.MaximumDuration, m.MaximumDuration)
	compare(path.Root("auth_check_interval"), plan.AuthCheckInterval, m.AuthCheckInterval)

	planned, _ := chosen(plan.IdentityProvider)
	at := path.Root(identityProviderAttribute).AtName(planned.name)
	taken, ok := chosen(m.IdentityProvider)
	if !ok {
		diags.AddAttributeError(at, fmt.Sprintf("Service did not take over %s", at),
			fmt.Sprintf("The service accepted the request, but its answer does not have %s. %s", planned.name, whereabouts))
		return diags
	}
	attributes := taken.object.Attributes()
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		compare(at.AtName(name), planned.object.Attributes()[name], attributes[name])
	}
	return diags
}
