package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// protocolServer is what the provider offers of the protocol.
type protocolServer interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
}

// forgetful is the framework's server without its memory. The framework keeps
// the context of every request, and with it the request's loggers, for as long
// as the process lives: some 30 KiB for each of the requests that a plan sends
// by the thousand. What it is given here holds nothing once the request has
// been answered.
//
// Only the requests that the CLI sends for each object are worth it.
type forgetful struct {
	protocolServer

	silent bool // nobody reads the logs
}

// ValidateResourceConfig answers the CLI's request of that name.
func (s *forgetful) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.ValidateResourceConfig, req)
}

// UpgradeResourceState answers the CLI's request of that name.
func (s *forgetful) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.UpgradeResourceState, req)
}

// UpgradeResourceIdentity answers the CLI's request of that name.
func (s *forgetful) UpgradeResourceIdentity(ctx context.Context, req *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.UpgradeResourceIdentity, req)
}

// ReadResource answers the CLI's request of that name.
func (s *forgetful) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.ReadResource, req)
}

// PlanResourceChange answers the CLI's request of that name.
func (s *forgetful) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if changesNothing(req) {
		return planNothing(req), nil
	}
	return forget(ctx, s.silent, s.protocolServer.PlanResourceChange, req)
}

// ApplyResourceChange answers the CLI's request of that name.
func (s *forgetful) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.ApplyResourceChange, req)
}

// ImportResourceState answers the CLI's request of that name.
func (s *forgetful) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.ImportResourceState, req)
}

// ValidateDataResourceConfig answers the CLI's request of that name.
func (s *forgetful) ValidateDataResourceConfig(ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.ValidateDataResourceConfig, req)
}

// ReadDataSource answers the CLI's request of that name.
func (s *forgetful) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return forget(ctx, s.silent, s.protocolServer.ReadDataSource, req)
}

func forget[Req, Resp any](ctx context.Context, silent bool, answer func(context.Context, Req) (Resp, error), req Req) (Resp, error) {
	if silent {
		withoutLoggers, end := withoutValues(ctx)
		defer end()
		ctx = withoutLoggers
	}
	request, answered := newRequestContext(ctx)
	defer answered()
	return answer(request, req)
}
