package server

import (
	"bytes"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// failoverBackend is the resource type of which a configuration may have
// thousands.
const failoverBackend = "trafficedge_failover_backend"

// changesNothing tells whether a plan is known without the framework, which
// takes as long for an unchanged object as for a changed one: what is proposed
// is what is there. That is the plan for a resource type that has no defaults,
// no ModifyPlan, and no plan modifiers but those for unknown values. A CLI that
// takes deferred answers may get one from a provider that is not configured yet.
func changesNothing(req *tfprotov6.PlanResourceChangeRequest) bool {
	if req.ClientCapabilities != nil && req.ClientCapabilities.DeferralAllowed {
		return false
	}
	return req.TypeName == failoverBackend && req.PriorState != nil && req.ProposedNewState != nil &&
		len(req.PriorState.MsgPack) > 0 && bytes.Equal(req.PriorState.MsgPack, req.ProposedNewState.MsgPack)
}

// planNothing is the plan that leaves everything as it is.
func planNothing(req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeResponse {
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState:    req.ProposedNewState,
		PlannedPrivate:  req.PriorPrivate,
		PlannedIdentity: req.PriorIdentity,
	}
}
