// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Values of deletion_policy.
const (
	policyAbandon = "ABANDON"
	policyDisable = "DISABLE"
	policyDelete  = "DELETE"
)

func deletionPolicyAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true,
		Computed: true,
		Default:  stringdefault.StaticString(policyAbandon),
		MarkdownDescription: "What happens to the module when the resource is destroyed or moved to another route. `ABANDON`, the " +
			"default, sends nothing: the module stays on the service. `DISABLE` disables the module, and " +
			"`DELETE`, which needs `delete_route_oauth`, deletes it: **the route is then open**. The policy in " +
			"state decides, so apply a new one first. See [Deletion policies](../guides/deletion-policies.md).",
		Validators: []validator.String{stringvalidator.OneOf(policyAbandon, policyDisable, policyDelete)},
	}
}

// policy returns the deletion policy in state. Only DISABLE and DELETE, which open
// the route, count as what they say.
func (m model) policy() string {
	switch value := m.DeletionPolicy.ValueString(); value {
	case policyDisable, policyDelete:
		return value
	}
	return policyAbandon
}
