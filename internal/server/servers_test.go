// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

func newServed(t *testing.T) protocolServer {
	t.Helper()
	served, err := newServer("test")
	if err != nil {
		t.Fatal(err)
	}
	return served
}

func newFramework(t *testing.T) protocolServer {
	t.Helper()
	framework, ok := providerserver.NewProtocol6(provider.New("test"))().(protocolServer)
	if !ok {
		t.Fatal("the framework's server lacks a part of the protocol")
	}
	return framework
}

// fake is a server that responds with fixed diagnostics. Its method PlanResourceChange
// also passes the context to the function in the field named called.
type fake struct {
	protocolServer

	called      func(context.Context)
	diagnostics []*tfprotov6.Diagnostic
}

func (f fake) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: f.diagnostics}, nil
}

func (f fake) PlanResourceChange(ctx context.Context, _ *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	f.called(ctx)
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: f.diagnostics}, nil
}

func (f fake) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: f.diagnostics}, nil
}
