package acctest

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Apply carries a plan out. As with a CLI, state takes over whatever the
// provider returns, after an error too, and an instance whose creation failed
// although it has a state is tainted.
func (p *Protocol) Apply(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	switch plan.Action {
	case NoOp:
		return nil, nil
	case Replace:
		return p.replace(ctx, instance, plan)
	default:
		return p.apply(ctx, instance, plan)
	}
}

// replace destroys first. Terraform plans the creation once more after that,
// and nothing of a destroy that failed.
func (p *Protocol) replace(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	destroy := &Plan{
		Action:   Delete,
		After:    tftypes.NewValue(instance.State.Type(), nil),
		config:   tftypes.NewValue(instance.State.Type(), nil),
		private:  instance.private,
		identity: instance.identity,
	}
	diagnostics, err := p.apply(ctx, instance, destroy)
	if err != nil || diagnostics.Err() != nil {
		return diagnostics, err
	}
	create, more, err := p.Plan(ctx, instance, plan.config)
	diagnostics = append(diagnostics, more...)
	if create == nil {
		return diagnostics, err
	}
	if err := errors.Join(checkApplied(plan.After, create.After)...); err != nil {
		return diagnostics, bugf("the final plan is inconsistent: %w", err)
	}
	more, err = p.apply(ctx, instance, create)
	return append(diagnostics, more...), err
}

func (p *Protocol) apply(ctx context.Context, instance *Instance, plan *Plan) (Diagnostics, error) {
	encoded, err := dynamics(instance.State, plan.After, plan.config)
	if err != nil {
		return nil, err
	}
	resp, err := p.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName:        instance.TypeName,
		PriorState:      encoded[0],
		PlannedState:    encoded[1],
		Config:          encoded[2],
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

// take brings the result of an apply into state.
func (i *Instance) take(plan *Plan, state tftypes.Value, resp *tfprotov6.ApplyResourceChangeResponse) error {
	failed := Failed(resp.Diagnostics)
	if state.IsNull() {
		switch {
		case failed:
			// What was in state stays there, since the error may be mended.
			return nil
		case plan.Action != Delete:
			return bugf("an apply without an error left nothing in state")
		}
		i.forget()
		return nil
	}
	i.State, i.private, i.identity = state, resp.Private, resp.NewIdentity
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
	return errors.Join(append(checkApplied(plan.After, state), knownAfter(state))...)
}

func knownAfter(state tftypes.Value) error {
	if !state.IsFullyKnown() {
		return bugf("values are unknown after apply: %s", state)
	}
	return nil
}
