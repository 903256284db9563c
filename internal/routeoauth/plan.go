package routeoauth

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Values of deletion_policy.
const (
	disable = "DISABLE"
	abandon = "ABANDON"
)

// ModifyPlan says what becomes of a route that the plan takes away from this
// resource, by destroying it or by naming another route.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() {
		return
	}
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if !req.Plan.Raw.IsNull() {
		var plan model
		resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
		if plan.EdgeID.Equal(state.EdgeID) && plan.RouteID.Equal(state.RouteID) {
			return
		}
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(state.farewell())
	}
}

// farewell tells what happens to the module when the resource is destroyed.
func (m model) farewell() diag.Diagnostic {
	edge, route := m.EdgeID.ValueString(), m.RouteID.ValueString()
	if m.abandons() {
		return diag.NewWarningDiagnostic(
			fmt.Sprintf("The OAuth module of route %q of HTTPS edge %q will stay as it is, without Terraform", route, edge),
			"deletion_policy is ABANDON: nothing is sent to the service. Users go on signing in as they do now, a client secret that the "+
				"service has stays there, and Terraform forgets the module.")
	}
	if _, ok := m.disabled(); !ok {
		return m.nothingToDisableError()
	}
	return diag.NewWarningDiagnostic(
		fmt.Sprintf("Route %q of HTTPS edge %q will answer WITHOUT authentication", route, edge),
		"deletion_policy is DISABLE: the OAuth module is switched off and its client id, client secret and scopes are taken off the "+
			"service. From then on everybody who reaches the route gets through without signing in.\n\n"+
			"To leave the module on when Terraform lets go of it, set deletion_policy to ABANDON and apply that first, or replace "+
			"the resource with a removed block that says destroy = false.")
}

// abandons tells whether the module stays as it is when the resource is
// destroyed. An imported resource has no policy yet, which means the default.
func (m model) abandons() bool {
	return m.DeletionPolicy.ValueString() == abandon
}

// nothingToDisableError refuses to destroy what was imported and never applied.
func (m model) nothingToDisableError() diag.Diagnostic {
	return diag.NewErrorDiagnostic(
		fmt.Sprintf("The OAuth module of route %q of HTTPS edge %q cannot be disabled yet", m.RouteID.ValueString(), m.EdgeID.ValueString()),
		"Disabling the module means sending it whole, but state does not know its identity provider: it was imported and not applied "+
			"since, or the service did not take the last one over.\n\n"+
			"Apply the resource first and destroy it then. To have Terraform forget the module and leave it as it is, replace the "+
			"resource with a removed block that says destroy = false.")
}

// takenOverWarning corrects what the plan has announced.
func (m model) takenOverWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic(
		fmt.Sprintf("The OAuth module of route %q of HTTPS edge %q was not disabled", m.RouteID.ValueString(), m.EdgeID.ValueString()),
		"Another resource has set the module of the same route in this run, and disabling it now would open the route. If the resource "+
			"was only renamed, a moved block says so to Terraform.")
}
