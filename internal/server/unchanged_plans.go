// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// keptUnchanged is the resource type of failover backends. The planned state of an
// unchanged failover backend always equals its prior state. TestKeptUnchanged
// fails if a part of the schema could change the planned state. TestUnchangedPlans
// fails if the framework plans a state that differs from the prior state.
const keptUnchanged = "trafficedge_failover_backend"

// unchangedPlans is a server that plans unchanged failover backends without the framework.
// With the framework, a plan of 1000 unchanged backends takes an eighth more CPU time, in
// the CLI and the provider together. If the CLI allows deferral, the framework plans every
// backend, because only the framework knows whether the provider defers.
type unchangedPlans struct {
	protocolServer
}

// PlanResourceChange returns the prior state as the plan for an unchanged backend.
func (s *unchangedPlans) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	mayDefer := req.ClientCapabilities != nil && req.ClientCapabilities.DeferralAllowed
	if mayDefer || req.TypeName != keptUnchanged || len(req.PriorState.MsgPack) == 0 || !bytes.Equal(req.PriorState.MsgPack, req.ProposedNewState.MsgPack) {
		return s.protocolServer.PlanResourceChange(ctx, req)
	}
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState:    req.ProposedNewState,
		PlannedPrivate:  req.PriorPrivate,
		PlannedIdentity: req.PriorIdentity,
	}, nil
}
