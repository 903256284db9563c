// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
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

// typesKeptUnchanged returns the result of [keepsUnchanged] for each resource type
// of the provider.
func typesKeptUnchanged(ctx context.Context, of provider.Provider) map[string]bool {
	var named provider.MetadataResponse
	of.Metadata(ctx, provider.MetadataRequest{}, &named)
	types := map[string]bool{}
	for _, newResource := range of.Resources(ctx) {
		one := newResource()
		var metadata resource.MetadataResponse
		one.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: named.TypeName}, &metadata)
		types[metadata.TypeName] = keepsUnchanged(ctx, one)
	}
	return types
}

// keepsUnchanged reports whether the plan for an unchanged object is always the
// object itself, because nothing in the resource can change it.
func keepsUnchanged(ctx context.Context, one resource.Resource) bool {
	if _, plans := one.(resource.ResourceWithModifyPlan); plans && !saysKeepsUnchanged(one) {
		return false
	}
	var described resource.SchemaResponse
	one.Schema(ctx, resource.SchemaRequest{}, &described)
	for _, attribute := range described.Schema.Attributes {
		if !keepsUnchangedValue(attribute) {
			return false
		}
	}
	return len(described.Schema.Blocks) == 0
}

// keepsUnchangedValue is [keepsUnchanged] for one attribute. It is false for the
// kinds of attributes that it does not know.
func keepsUnchangedValue(attribute schema.Attribute) bool {
	switch attribute := attribute.(type) {
	case schema.StringAttribute:
		return attribute.Default == nil && modifiersKeepUnchanged(attribute.PlanModifiers, stringplanmodifier.UseStateForUnknown())
	case schema.ListAttribute:
		return attribute.Default == nil && modifiersKeepUnchanged(attribute.PlanModifiers, listplanmodifier.UseStateForUnknown())
	}
	return false
}

// saysKeepsUnchanged reports whether a resource or a plan modifier says by a method
// that it changes nothing in the plan of an unchanged object.
func saysKeepsUnchanged(one any) bool {
	keeper, ok := one.(interface{ KeepsUnchanged() bool })
	return ok && keeper.KeepsUnchanged()
}

// modifiersKeepUnchanged reports whether each plan modifier keeps a value that is
// neither unknown nor changed: useState does, and others say so by a method.
func modifiersKeepUnchanged[M comparable](modifiers []M, useState M) bool {
	for _, modifier := range modifiers {
		if modifier != useState && !saysKeepsUnchanged(modifier) {
			return false
		}
	}
	return true
}
