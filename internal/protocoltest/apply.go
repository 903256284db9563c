// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Stage is one of the calls that together apply a plan.
type Stage func(context.Context, *Provider) (Diagnostics, error)

// Apply applies a plan with a newly started provider, as a CLI does. A returned state is
// stored even if the provider also returns an error. If a creation fails but returns a
// state, the instance is tainted.
func (p *Provider) Apply(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	applying, err := p.Again(ctx)
	if err != nil {
		return nil, err
	}
	var diagnostics Diagnostics
	for _, stage := range plan.Stages(instance) {
		more, err := stage(ctx, applying)
		diagnostics = append(diagnostics, more...)
		if err != nil || more.Failed() {
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
	switch plan.Action {
	case NoOp:
		return nil
	case Delete:
		return []Stage{destroy}
	case Replace:
		if plan.change.CreateFirst {
			return []Stage{
				func(ctx context.Context, p *Provider) (Diagnostics, error) { return p.createFirst(ctx, instance, plan) },
				func(ctx context.Context, p *Provider) (Diagnostics, error) { return p.destroyDeposed(ctx, instance) },
			}
		}
		return []Stage{destroy, change}
	default:
		return []Stage{change}
	}
}

// createFirst stores an instance as deposed and creates its replacement. If the
// creation fails and creates no object, the instance does not change.
func (p *Provider) createFirst(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	deposed := *instance
	instance.unset()
	diagnostics, err := p.applyChange(ctx, instance, plan)
	if !instance.Exists() {
		*instance = deposed
	} else {
		instance.Deposed = &deposed
	}
	return diagnostics, err
}

// destroyDeposed plans the deletion of a deposed instance during the apply, as CLIs do.
func (p *Provider) destroyDeposed(ctx context.Context, instance *Instance) (Diagnostics, error) {
	deposed := instance.Deposed
	plan, diagnostics, err := p.PlanDestroy(ctx, deposed)
	if plan == nil || err != nil {
		return diagnostics, err
	}
	more, err := p.apply(ctx, deposed, plan, plan.After)
	if !deposed.Exists() {
		instance.Deposed = nil
	}
	return append(diagnostics, more...), err
}

// applyChange plans again, because all values are now known, and applies the new plan.
func (p *Provider) applyChange(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	change := plan.change.known()
	change.Replace = false
	final, diagnostics, err := p.PlanChange(ctx, instance, change)
	if final == nil {
		return diagnostics, err
	}
	if err := errors.Join(checkApplied(plan.After, final.After, tftypes.NewAttributePath())...); err != nil {
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

// apply sends a plan and the configuration to the provider. ignore_changes does not affect
// this configuration.
func (p *Provider) apply(ctx context.Context, instance *Instance, plan *Plan, config tftypes.Value) (Diagnostics, error) {
	resp, err := p.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName:        instance.TypeName,
		PriorState:      Dynamic(instance.State),
		PlannedState:    Dynamic(plan.After),
		Config:          Dynamic(config),
		PlannedPrivate:  plan.private,
		PlannedIdentity: plan.identity,
	})
	if err != nil {
		return nil, bugf("applying: %w", err)
	}
	state, err := decode(resp.NewState, instance.State.Type())
	if err != nil {
		return resp.Diagnostics, err
	}
	return resp.Diagnostics, instance.take(plan, state, resp)
}

// take stores the result of an apply in state.
func (i *Instance) take(plan *Plan, state tftypes.Value, resp *tfprotov6.ApplyResourceChangeResponse) error {
	failed := Diagnostics(resp.Diagnostics).Failed()
	if state.IsNull() {
		switch {
		case failed:
			// The state does not change, so that another apply may succeed.
			return nil
		case plan.Action != Delete:
			return bugf("an apply without an error left nothing in state")
		}
		i.unset()
		return nil
	}
	i.State, i.Private, i.identity = state, resp.Private, resp.NewIdentity
	if failed {
		i.Tainted = i.Tainted || plan.Action == Create
		return knownAfter(state)
	}
	if plan.Action == Delete {
		return bugf("a destroy without an error left %s in state", state)
	}
	i.Tainted = false
	if resp.NewIdentity == nil {
		return bugf("an apply without an error left no identity")
	}
	return errors.Join(append(checkApplied(plan.After, state, tftypes.NewAttributePath()), knownAfter(state))...)
}

func knownAfter(state tftypes.Value) error {
	if !state.IsFullyKnown() {
		return bugf("values are unknown after apply: %s", state)
	}
	return nil
}
