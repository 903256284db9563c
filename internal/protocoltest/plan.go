// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"

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

	change          Change
	private         []byte
	identity        *tfprotov6.ResourceIdentityData
	requiresReplace []*tftypes.AttributePath
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

// PlanChange validates the configuration of an instance and plans the change, or the destroy
// of the instance if there is no configuration. The plan is nil if the diagnostics contain an error.
func (p *Provider) PlanChange(ctx context.Context, instance *Instance, change Change) (*Plan, Diagnostics, error) {
	if change.Config.Type() == nil {
		return p.PlanDestroy(ctx, instance)
	}
	diagnostics, err := p.Validate(ctx, instance.TypeName, change.Config)
	if err != nil || diagnostics.Failed() {
		return nil, diagnostics, err
	}
	prior := *instance
	if instance.Tainted {
		// For a tainted instance, Terraform plans a creation and turns that plan into a replacement.
		prior.unset()
	}
	plan, planned, err := p.plan(ctx, &prior, change.ignoring(prior.State, change.Config))
	diagnostics = append(diagnostics, planned...)
	switch {
	case plan == nil:
		return nil, diagnostics, err
	case instance.Tainted:
		plan.Action = Replace
	case !prior.Exists():
		plan.Action = Create
	case change.Replace, anyChanged(plan.requiresReplace, prior.State, plan.After):
		// This second plan creates the new object. It gets the private data of the first plan. As in
		// a CLI, ignore_changes has no effect, and warnings are discarded.
		prior.unset()
		prior.Private = plan.private
		if plan, planned, err = p.plan(ctx, &prior, change.Config); plan == nil {
			return nil, append(diagnostics, planned...), err
		}
		plan.Action = Replace
	case plan.After.Equal(prior.State):
		plan.Action = NoOp
	default:
		plan.Action = Update
	}
	plan.change = change
	return plan, diagnostics, nil
}

// Validate validates a configuration of a resource type.
func (p *Provider) Validate(ctx context.Context, typeName string, config tftypes.Value) (Diagnostics, error) {
	resp, err := p.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: Dynamic(config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		return nil, bugf("validating: %w", err)
	}
	return resp.Diagnostics, nil
}

// PlanDestroy plans to destroy an instance that is in state. The plan is nil if the
// diagnostics contain an error.
func (p *Provider) PlanDestroy(ctx context.Context, instance *Instance) (*Plan, Diagnostics, error) {
	plan, diagnostics, err := p.plan(ctx, instance, tftypes.NewValue(instance.State.Type(), nil))
	if plan != nil {
		plan.Action = Delete
	}
	return plan, diagnostics, err
}

// plan sends one plan request to the provider and checks the response. The plan has no action.
func (p *Provider) plan(ctx context.Context, prior *Instance, config tftypes.Value) (*Plan, Diagnostics, error) {
	schema := p.Schemas.ResourceSchemas[prior.TypeName]
	resp, err := p.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: prior.TypeName, PriorState: Dynamic(prior.State), PriorPrivate: prior.Private, PriorIdentity: prior.identity,
		Config: Dynamic(config), ProposedNewState: Dynamic(proposedNew(schema, prior.State, config)),
	})
	if err != nil {
		return nil, nil, bugf("planning: %w", err)
	}
	if Diagnostics(resp.Diagnostics).Failed() {
		return nil, resp.Diagnostics, nil
	}
	after, err := decode(resp.PlannedState, prior.State.Type())
	if err == nil {
		err = checkPlanned(schema, prior.State, config, after)
	}
	if err != nil {
		return nil, resp.Diagnostics, err
	}
	plan := &Plan{After: after, private: resp.PlannedPrivate, identity: resp.PlannedIdentity, requiresReplace: resp.RequiresReplace}
	return plan, resp.Diagnostics, nil
}
