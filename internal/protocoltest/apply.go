// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Stage is one of the calls that together apply a plan.
type Stage func(context.Context, *Provider) (Diagnostics, error)

// Apply applies a plan with a newly started provider, as a CLI does. A returned state is
// stored even if the provider also returns an error. If a creation fails but returns a
// state, the instance is tainted.
func (p *Provider) Apply(ctx context.Context, instance *Instance, plan *Plan) (diagnostics Diagnostics, err error) {
	applying, err := p.Again(ctx)
	if err != nil {
		return nil, err
	}
	for _, stage := range plan.Stages(instance) {
		more, err := stage(ctx, applying)
		if diagnostics = append(diagnostics, more...); err != nil || more.Failed() {
			return diagnostics, err
		}
	}
	return diagnostics, nil
}

// Stages returns the calls that [Provider.Apply] makes. A caller can make other calls
// between them. Each stage may run only after the previous stages have succeeded.
func (plan *Plan) Stages(instance *Instance) []Stage {
	change := func(ctx context.Context, p *Provider) (Diagnostics, error) { return p.applyChange(ctx, instance, plan) }
	destroy := func(ctx context.Context, p *Provider) (Diagnostics, error) {
		nothing := tftypes.NewValue(instance.State.Type(), nil)
		// This call deletes the instance, alone or as the first half of a replacement.
		return p.apply(ctx, instance, &Plan{Action: Delete, After: nothing, private: plan.private, identity: instance.identity}, nothing)
	}
	switch {
	case plan.Action == NoOp:
		return nil
	case plan.Action == Delete:
		return []Stage{destroy}
	case plan.Action == Replace && plan.change.CreateFirst:
		return []Stage{
			func(ctx context.Context, p *Provider) (Diagnostics, error) { return p.createFirst(ctx, instance, plan) },
			func(ctx context.Context, p *Provider) (Diagnostics, error) { return p.destroyDeposed(ctx, instance) },
		}
	case plan.Action == Replace:
		return []Stage{destroy, change}
	}
	return []Stage{change}
}

// createFirst stores an instance as deposed and creates its replacement. If the
// creation fails and creates no object, the instance does not change.
func (p *Provider) createFirst(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	deposed := *instance
	instance.unset()
	diagnostics, err := p.applyChange(ctx, instance, plan)
	if instance.Exists() {
		instance.Deposed = &deposed
	} else {
		*instance = deposed
	}
	return diagnostics, err
}

// destroyDeposed plans the deletion of a deposed instance during the apply, as CLIs do.
func (p *Provider) destroyDeposed(ctx context.Context, instance *Instance) (Diagnostics, error) {
	plan, diagnostics, err := p.PlanDestroy(ctx, instance.Deposed)
	if plan == nil {
		return diagnostics, err
	}
	more, err := p.apply(ctx, instance.Deposed, plan, plan.After)
	if !instance.Deposed.Exists() {
		instance.Deposed = nil
	}
	return append(diagnostics, more...), err
}

// applyChange plans again, because all values are now known, and applies the new plan.
func (p *Provider) applyChange(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	change := plan.change
	if change.Replace = false; change.Known.Type() != nil {
		change.Config = change.Known
	}
	final, diagnostics, err := p.PlanChange(ctx, instance, change)
	if final == nil {
		return diagnostics, err
	}
	if err := checkApplied(plan.After, final.After); err != nil {
		return diagnostics, bugf("the final plan is inconsistent: %w", err)
	}
	switch {
	case final.Action == NoOp:
		return diagnostics, nil
	case final.Action == Replace, final.Action == Update && plan.Action != Update:
		return diagnostics, bugf("the final plan is to %s and not to %s", final.Action, plan.Action)
	}
	more, err := p.apply(ctx, instance, final, change.Config)
	return append(diagnostics, more...), err
}

// apply sends a plan and the configuration to the provider, and stores the result in state.
// ignore_changes does not affect this configuration.
func (p *Provider) apply(ctx context.Context, instance *Instance, plan *Plan, config tftypes.Value) (Diagnostics, error) {
	resp, err := p.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: instance.TypeName, PriorState: Dynamic(instance.State), Config: Dynamic(config),
		PlannedState: Dynamic(plan.After), PlannedPrivate: plan.private, PlannedIdentity: plan.identity,
	})
	if err != nil {
		return nil, bugf("applying: %w", err)
	}
	state, err := decode(resp.NewState, instance.State.Type())
	diagnostics := Diagnostics(resp.Diagnostics)
	switch failed := diagnostics.Failed(); {
	case err != nil:
	case state.IsNull() && failed: // The state does not change, so that another apply may succeed.
	case state.IsNull() && plan.Action == Delete:
		instance.unset()
	case state.IsNull():
		err = bugf("an apply without an error left nothing in state")
	default:
		instance.State, instance.Private, instance.identity = state, resp.Private, resp.NewIdentity
		instance.Tainted = failed && (instance.Tainted || plan.Action == Create)
		switch {
		case !state.IsFullyKnown():
			err = bugf("values are unknown after apply: %s", state)
		case failed:
		case plan.Action == Delete:
			err = bugf("a destroy without an error left %s in state", state)
		case resp.NewIdentity == nil:
			err = bugf("an apply without an error left no identity")
		default:
			err = checkApplied(plan.After, state)
		}
	}
	return diagnostics, err
}
