// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// keptUnchanged is the resource type of failover backends. The planned state of an
// unchanged failover backend always equals its prior state. TestKeptUnchanged fails if
// the schema may cause another planned state. TestUnchangedPlans fails if the
// framework plans another state.
const keptUnchanged = "trafficedge_failover_backend"

// unchangedPlans is a server that plans unchanged failover backends without the
// framework. In a plan without changes, the framework would need a third of the
// provider's CPU time for these backends.
type unchangedPlans struct {
	protocolServer
}

// PlanResourceChange returns the prior state as the plan for an unchanged backend.
func (s *unchangedPlans) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if req.TypeName != keptUnchanged || len(req.PriorState.MsgPack) == 0 || !bytes.Equal(req.PriorState.MsgPack, req.ProposedNewState.MsgPack) {
		return s.protocolServer.PlanResourceChange(ctx, req)
	}
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState:    req.ProposedNewState,
		PlannedPrivate:  req.PriorPrivate,
		PlannedIdentity: req.PriorIdentity,
	}, nil
}
