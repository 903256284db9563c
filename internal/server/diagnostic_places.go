// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// placing is a server that attaches diagnostics where CLIs find their line. For one
// on an attribute of a nested attribute, Terraform and OpenTofu point to the first
// line of the resource; for one on the attribute around it, to that attribute's.
// The texts name the whole path.
type placing struct {
	protocolServer
}

// These methods return the diagnostics about configurations.

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

// place cuts the paths of diagnostics to an attribute of the resource, or to an
// element of its list.
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
