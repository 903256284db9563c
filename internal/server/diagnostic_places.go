// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// placing is a server that moves diagnostics to a place whose line CLIs can find. For a
// diagnostic on a nested attribute, Terraform and OpenTofu show the first line of the
// resource. For a diagnostic on the outermost attribute, they show the line of that
// attribute. The messages contain the complete path.
type placing struct {
	protocolServer
}

// These methods return diagnostics about the configuration.

func (s *placing) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.protocolServer.ValidateResourceConfig(ctx, req)
	if resp != nil {
		place(resp.Diagnostics)
	}
	return resp, err
}

func (s *placing) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := s.protocolServer.PlanResourceChange(ctx, req)
	if resp != nil {
		place(resp.Diagnostics)
	}
	return resp, err
}

func (s *placing) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.protocolServer.ApplyResourceChange(ctx, req)
	if resp != nil {
		place(resp.Diagnostics)
	}
	return resp, err
}

// place shortens the paths of diagnostics to an attribute of the resource or to an
// element of a list.
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
