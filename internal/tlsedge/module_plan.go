package tlsedge

import (
	"context"
	"encoding/json"
	"fmt"
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
	configured, diags := rememberedModules(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	resp.PlanValue = req.StateValue
	if slices.Contains(configured, req.Path.String()) {
		resp.PlanValue = types.ObjectNull(req.StateValue.AttributeTypes(ctx))
	}
}

// configuredModules is the key of the names of the modules that were configured
// when the edge was created or last updated, in what the CLI keeps for the
// provider beside the state of the edge.
const configuredModules = "configured_modules"

// rememberModules stores which modules are configured.
func rememberModules(ctx context.Context, config tfsdk.Config, private interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}) diag.Diagnostics {
	var edge model
	diags := config.Get(ctx, &edge)
	names := []string{}
	for _, choice := range edge.choices() {
		if module, ok := choice.value.(types.Object); ok && !module.IsNull() {
			names = append(names, choice.name)
		}
	}
	encoded, err := json.Marshal(names)
	if err != nil {
		diags.AddError("Could not remember the configured modules", fmt.Sprintf("%v.", err))
		return diags
	}
	diags.Append(private.SetKey(ctx, configuredModules, encoded)...)
	return diags
}

func rememberedModules(ctx context.Context, private interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}) ([]string, diag.Diagnostics) {
	encoded, diags := private.GetKey(ctx, configuredModules)
	if len(encoded) == 0 {
		return nil, diags
	}
	var names []string
	if err := json.Unmarshal(encoded, &names); err != nil {
		diags.AddError("Could not tell which modules were configured", fmt.Sprintf("%v. The state of this edge is damaged.", err))
	}
	return names, diags
}
