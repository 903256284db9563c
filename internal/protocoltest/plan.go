// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Action is the effect of a plan on an instance.
type Action string

// The actions of a plan for a managed resource. Both orders of a replacement are the
// same action.
const (
	NoOp    Action = "no-op"
	Create  Action = "create"
	Update  Action = "update"
	Replace Action = "replace"
	Delete  Action = "delete"
)

// Plan is a planned change of one instance.
type Plan struct {
	Action Action
	After  tftypes.Value // may contain unknown values; null for Delete

	change   Change
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Change is a change of an instance that a user requests from a CLI.
type Change struct {
	Config  tftypes.Value
	Known   tftypes.Value // the configuration at apply; the zero value means the same as Config
	Ignored []string      // the attributes in ignore_changes, with dots in paths; [IgnoreAll] stands for all
	Replace bool          // requested with -replace

	CreateFirst bool // create_before_destroy
}

// IgnoreAll in the field Ignored of a [Change] stands for all attributes.
const IgnoreAll = "all"

// ignoring returns a configuration in which ignored attributes have their prior values.
// Terraform plans with this configuration but applies the configuration as written.
func (c Change) ignoring(prior, config tftypes.Value) tftypes.Value {
	if prior.IsNull() || len(c.Ignored) == 0 {
		return config
	}
	if slices.Contains(c.Ignored, IgnoreAll) {
		return prior
	}
	for _, at := range c.Ignored {
		config = ignoringAt(prior, config, strings.Split(at, "."))
	}
	return config
}

// ignoringAt returns a configuration with the prior value at the path that the names form.
func ignoringAt(prior, config tftypes.Value, names []string) tftypes.Value {
	if len(names) == 0 {
		return prior
	}
	name, seen := names[0], maps.Clone(attributesOf(config))
	before, hasBefore := attributesOf(prior)[name]
	if !hasBefore || seen == nil {
		return config
	}
	seen[name] = ignoringAt(before, seen[name], names[1:])
	return tftypes.NewValue(config.Type(), seen)
}

// known returns the change with the configuration that is used during apply.
func (c Change) known() Change {
	if c.Known.Type() != nil {
		c.Config, c.Known = c.Known, tftypes.Value{}
	}
	return c
}

// PlanChange validates the configuration of an instance and plans the change. The plan
// is nil if the diagnostics contain an error.
func (p *Provider) PlanChange(ctx context.Context, instance *Instance, change Change) (*Plan, Diagnostics, error) {
	diagnostics, err := p.validate(ctx, instance.TypeName, change.Config)
	if err != nil || diagnostics.Failed() {
		return nil, diagnostics, err
	}
	prior := *instance
	if instance.Tainted {
		// For a tainted instance, Terraform plans a creation and turns that plan into a replacement.
		prior.unset()
	}
	config := change.ignoring(prior.State, change.Config)
	plan, requiresReplace, more, err := p.plan(ctx, &prior, config)
	diagnostics = append(diagnostics, more...)
	if plan == nil {
		return nil, diagnostics, err
	}
	switch {
	case instance.Tainted:
		plan.Action = Replace
	case !prior.Exists():
		plan.Action = Create
	case change.Replace, anyChanged(requiresReplace, prior.State, plan.After) && !plan.After.Equal(prior.State):
		plan, more, err = p.planReplacement(ctx, &prior, change.Config, plan.private)
		diagnostics = append(diagnostics, more...)
		if plan == nil {
			return nil, diagnostics, err
		}
	case plan.After.Equal(prior.State):
		plan.Action = NoOp
	default:
		plan.Action = Update
	}
	plan.change = change
	return plan, diagnostics, err
}

// planReplacement plans the creation in a replacement. The private data comes from the
// first plan. As in a CLI, ignore_changes has no effect, and warnings are discarded.
func (p *Provider) planReplacement(ctx context.Context, prior *Instance, config tftypes.Value, private []byte) (*Plan, Diagnostics, error) {
	prior.unset()
	prior.Private = private
	plan, _, diagnostics, err := p.plan(ctx, prior, config)
	if plan == nil {
		return nil, diagnostics, err
	}
	plan.Action = Replace
	return plan, nil, err
}

// PlanDestroy plans to destroy an instance that is in state. The plan is nil if the
// diagnostics contain an error.
func (p *Provider) PlanDestroy(ctx context.Context, instance *Instance) (*Plan, Diagnostics, error) {
	plan, _, diagnostics, err := p.plan(ctx, instance, tftypes.NewValue(instance.State.Type(), nil))
	if plan != nil {
		plan.Action = Delete
	}
	return plan, diagnostics, err
}

func (p *Provider) validate(ctx context.Context, typeName string, config tftypes.Value) (Diagnostics, error) {
	resp, err := p.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName:           typeName,
		Config:             Dynamic(config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		return nil, bugf("validating: %w", err)
	}
	return resp.Diagnostics, nil
}

// plan sends one plan request to the provider and checks the response.
func (p *Provider) plan(
	ctx context.Context, prior *Instance, config tftypes.Value,
) (*Plan, []*tftypes.AttributePath, Diagnostics, error) {
	schema := p.Schemas.ResourceSchemas[prior.TypeName]
	resp, err := p.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName:         prior.TypeName,
		PriorState:       Dynamic(prior.State),
		ProposedNewState: Dynamic(proposedNew(schema, prior.State, config)),
		Config:           Dynamic(config),
		PriorPrivate:     prior.Private,
		PriorIdentity:    prior.identity,
	})
	if err != nil {
		return nil, nil, nil, bugf("planning: %w", err)
	}
	if Diagnostics(resp.Diagnostics).Failed() {
		return nil, nil, resp.Diagnostics, nil
	}
	after, err := decode(resp.PlannedState, prior.State.Type())
	if err == nil {
		err = errors.Join(checkPlanned(schema, prior.State, config, after)...)
	}
	if err != nil {
		return nil, nil, resp.Diagnostics, err
	}
	plan := &Plan{After: after, private: resp.PlannedPrivate, identity: resp.PlannedIdentity}
	return plan, resp.RequiresReplace, resp.Diagnostics, nil
}

// anyChanged reports whether a value at one of the paths changes. In RequiresReplace, a
// provider may also return paths to unchanged values. A path to no value, before and after,
// counts for nothing.
func anyChanged(paths []*tftypes.AttributePath, before, after tftypes.Value) bool {
	return slices.ContainsFunc(paths, func(path *tftypes.AttributePath) bool {
		was, _, wasErr := tftypes.WalkAttributePath(before, path)
		is, _, isErr := tftypes.WalkAttributePath(after, path)
		return (wasErr == nil || isErr == nil) && !cmp.Equal(was, is)
	})
}
