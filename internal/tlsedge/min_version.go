// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// minVersionPlan plans a min_version that is not configured. The framework's
// own modifiers would leave it unknown where TLS ends upstream, or take null
// for the version of an edge that is yet to choose one.
type minVersionPlan struct{}

// Description says the rule in plain text.
func (minVersionPlan) Description(context.Context) string {
	return "an existing edge keeps its version; a new one has none where TLS ends upstream"
}

// MarkdownDescription says the rule in Markdown.
func (m minVersionPlan) MarkdownDescription(ctx context.Context) string {
	return m.Description(ctx)
}

// PlanModifyString applies the rule.
func (minVersionPlan) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if !req.ConfigValue.IsNull() {
		return
	}
	module := req.Path.ParentPath()
	var prior types.Object
	var terminateAt types.String
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, module, &prior)...)
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, module.AtName("terminate_at"), &terminateAt)...)
	switch {
	case resp.Diagnostics.HasError():
	case !prior.IsNull():
		resp.PlanValue = req.StateValue
	case terminateAt.ValueString() == terminateAtUpstream:
		resp.PlanValue = types.StringNull()
	}
}
