// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// unchangedPlans is a server that plans unchanged objects without the framework,
// which takes as long for them as for changed ones: a third of the provider's CPU
// in a plan of failover backends without changes.
type unchangedPlans struct {
	protocolServer

	types map[string]bool // the resource types that it knows how to plan
}

// PlanResourceChange returns the prior state where nothing changes.
func (s *unchangedPlans) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if !s.types[req.TypeName] || !isUnchanged(req) {
		return s.protocolServer.PlanResourceChange(ctx, req)
	}
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState:    req.ProposedNewState,
		PlannedPrivate:  req.PriorPrivate,
		PlannedIdentity: req.PriorIdentity,
	}, nil
}

// isUnchanged reports whether the proposed state is the prior state. It is false
// for a CLI that accepts deferred answers, because only the framework gives them.
func isUnchanged(req *tfprotov6.PlanResourceChangeRequest) bool {
	if req.ClientCapabilities != nil && req.ClientCapabilities.DeferralAllowed {
		return false
	}
	return len(req.PriorState.MsgPack) > 0 && bytes.Equal(req.PriorState.MsgPack, req.ProposedNewState.MsgPack)
}

// typesKeptUnchanged returns the resource types that say by a method that the plan
// for an unchanged object is always the object itself.
func typesKeptUnchanged(ctx context.Context, of provider.Provider) map[string]bool {
	var named provider.MetadataResponse
	of.Metadata(ctx, provider.MetadataRequest{}, &named)
	types := map[string]bool{}
	for _, newResource := range of.Resources(ctx) {
		if one, ok := newResource().(interface {
			resource.Resource
			KeepsUnchanged()
		}); ok {
			var metadata resource.MetadataResponse
			one.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: named.TypeName}, &metadata)
			types[metadata.TypeName] = true
		}
	}
	return types
}
