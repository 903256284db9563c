// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Values of deletion_policy.
const (
	policyAbandon = "ABANDON"
	policyDisable = "DISABLE"
	policyDelete  = "DELETE"
)

// deletionPolicyAttribute returns the schema of deletion_policy. The schema has no
// default, because [planUnconfigured] plans the default.
func deletionPolicyAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		Computed: true,
		MarkdownDescription: "What happens to the module when the resource is destroyed or moved to another route. `ABANDON`, the " +
			"default, leaves the module on the service. `DISABLE` disables the module. " +
			"`DELETE` deletes the module and needs `delete_route_oauth` in `undocumented_operations`. After `DISABLE` or `DELETE`, **the route is open**. A destroy " +
			"uses the policy of the last apply, so apply a new policy separately. See [Deletion policies](../guides/deletion-policies.md).",
		Validators: []validator.String{stringvalidator.OneOf(policyAbandon, policyDisable, policyDelete)},
	}
}

// policy returns the deletion policy in state. DISABLE and DELETE open the route, so only
// these exact values select the two policies. Every other value means ABANDON.
func (m model) policy() string {
	switch value := m.DeletionPolicy.ValueString(); value {
	case policyDisable, policyDelete:
		return value
	}
	return policyAbandon
}
