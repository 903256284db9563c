// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Values of deletion_policy.
const (
	policyAbandon = "ABANDON"
	policyDisable = "DISABLE"
	policyDelete  = "DELETE"
)

// deletionPolicyAttribute returns the schema of deletion_policy. The schema has no
// default, because [unconfiguredPolicy] plans the default.
func deletionPolicyAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		Computed: true,
		MarkdownDescription: "What happens to the module when the resource is destroyed or moved to another route. `ABANDON`, the " +
			"default, sends nothing: the module stays on the service. `DISABLE` disables the module, and " +
			"`DELETE`, which needs `delete_route_oauth`, deletes it: **the route is then open**. The policy in " +
			"state decides, so apply a new one first. See [Deletion policies](../guides/deletion-policies.md).",
		Validators: []validator.String{policy{attribute.Described("must be one of ABANDON, DISABLE, DELETE")}},
	}
}

// policy accepts the values of deletion_policy. General validators quote the rejected
// value. This validator does not, because the value may be sensitive.
type policy struct{ attribute.Described }

func (policy) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	switch req.ConfigValue.ValueString() {
	case policyAbandon, policyDisable, policyDelete:
	case "PREVENT":
		resp.Diagnostics.AddAttributeError(req.Path, "An OAuth module cannot have deletion_policy PREVENT",
			"Remove deletion_policy, or set ABANDON: both leave the module on when the resource is destroyed. To reject such a plan, write "+
				"lifecycle { prevent_destroy = true }.")
	default:
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid deletion policy",
			fmt.Sprintf("The value of %s is not a deletion policy. Write ABANDON, DISABLE or DELETE, in capitals.", req.Path))
	}
}

// policy returns the deletion policy in state. DISABLE and DELETE open the route, so
// only these exact values select them. Every other value means ABANDON.
func (m model) policy() string {
	switch value := m.DeletionPolicy.ValueString(); value {
	case policyDisable, policyDelete:
		return value
	}
	return policyAbandon
}

// unconfiguredPolicy returns the policy to plan if none is configured. A value in state
// that means ABANDON stays, because a plan would show a change if the value were
// written differently.
func unconfiguredPolicy(state *model) attr.Value {
	if state == nil || state.isImported() || state.policy() != policyAbandon {
		return types.StringValue(policyAbandon)
	}
	return state.DeletionPolicy
}
