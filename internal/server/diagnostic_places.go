// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// placing is a server that shortens the paths of diagnostics, so that CLIs show a better
// source line. For a diagnostic on a nested attribute, Terraform and OpenTofu show only
// the first line of the resource. For a diagnostic on a top-level attribute, they show
// the line of that attribute. The messages still contain the complete path.
type placing struct {
	protocolServer
}

// The next three methods return diagnostics about resource blocks. The framework always
// returns a response, so resp is never nil.

func (s *placing) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.protocolServer.ValidateResourceConfig(ctx, req)
	place(resp.Diagnostics)
	return resp, err
}

func (s *placing) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := s.protocolServer.PlanResourceChange(ctx, req)
	place(resp.Diagnostics)
	return resp, err
}

func (s *placing) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.protocolServer.ApplyResourceChange(ctx, req)
	place(resp.Diagnostics)
	return resp, err
}

// place shortens the path of each diagnostic to a top-level attribute, or to an
// element of a top-level list.
func place(diagnostics []*tfprotov6.Diagnostic) {
	for _, diagnostic := range diagnostics {
		steps := diagnostic.Attribute.Steps()
		if len(steps) < 2 {
			continue
		}
		if _, inList := steps[1].(tftypes.ElementKeyInt); !inList {
			steps = steps[:1]
		}
		diagnostic.Attribute = tftypes.NewAttributePathWithSteps(steps)
	}
}
