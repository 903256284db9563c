// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// modulePlan plans a module that is not configured. An edge keeps a module that
// nobody ever configured: the service may add one by itself, and an import
// cannot tell. One that was configured is planned away.
type modulePlan struct{}

// Description says the rule in plain text.
func (modulePlan) Description(context.Context) string {
	return "an existing edge keeps a module that was never configured"
}

// MarkdownDescription says the rule in Markdown.
func (m modulePlan) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// PlanModifyObject applies the rule.
func (modulePlan) PlanModifyObject(ctx context.Context, req planmodifier.ObjectRequest, resp *planmodifier.ObjectResponse) {
	if !req.ConfigValue.IsNull() || req.State.Raw.IsNull() {
		return
	}
	configured, diags := loadPrivate[[]string](ctx, req.Private, configuredModules)
	resp.Diagnostics.Append(diags...)
	resp.PlanValue = req.StateValue
	if configured != nil && slices.Contains(*configured, req.Path.String()) {
		resp.PlanValue = types.ObjectNull(req.StateValue.AttributeTypes(ctx))
	}
}

// configuredModules is the key of the names of the modules that were configured
// when the edge was created or last updated, in what the CLI keeps for the
// provider beside the state of the edge.
const configuredModules = "configured_modules"

// rememberModules stores which modules are configured.
func rememberModules(ctx context.Context, config tfsdk.Config, private privateWriter) diag.Diagnostics {
	names, diags := modulesIn(ctx, config)
	diags.Append(storePrivate(ctx, private, configuredModules, names)...)
	return diags
}

// rememberMoreModules stores which modules are configured and which were before a
// failed update: one that was to be removed may still be there.
func rememberMoreModules(ctx context.Context, config tfsdk.Config, before privateReader, private privateWriter) diag.Diagnostics {
	names, diags := modulesIn(ctx, config)
	were, more := loadPrivate[[]string](ctx, before, configuredModules)
	diags.Append(more...)
	if were != nil {
		names = slices.Compact(slices.Sorted(slices.Values(slices.Concat(names, *were))))
	}
	diags.Append(storePrivate(ctx, private, configuredModules, names)...)
	return diags
}

// modulesIn returns the names of the modules in a configuration.
func modulesIn(ctx context.Context, config tfsdk.Config) ([]string, diag.Diagnostics) {
	var edge model
	diags := readModel(ctx, config, &edge)
	names := []string{}
	for _, module := range modules() {
		if !module.in(&edge).IsNull() {
			names = append(names, module.name())
		}
	}
	return names, diags
}
