// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// keptUnchanged is the resource type whose plan for an unchanged object is always the
// object itself. TestKeptUnchanged fails if the schema may change the object, and
// TestUnchangedPlans fails if the framework plans something else.
const keptUnchanged = "trafficedge_failover_backend"

// unchangedPlans is a server that plans unchanged failover backends without the
// framework. The framework would need a third of the provider's CPU for them in a plan
// without changes.
type unchangedPlans struct {
	protocolServer
}

// PlanResourceChange returns the prior state if nothing changes.
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
