// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestPlacing(t *testing.T) {
	t.Parallel()
	root := tftypes.NewAttributePath().WithAttributeName("a")
	for name, test := range map[string]struct{ at, want *tftypes.AttributePath }{
		"none":    {nil, nil},
		"root":    {root, root},
		"nested":  {root.WithAttributeName("b").WithAttributeName("c"), root},
		"in list": {root.WithElementKeyInt(1), root.WithElementKeyInt(1)},
		"in set":  {root.WithElementKeyValue(tftypes.NewValue(tftypes.String, "x")), root},
	} {
		for verb, call := range map[string]func(*releasing) error{
			"validate": func(p *releasing) error { _, err := p.ValidateResourceConfig(t.Context(), nil); return err },
			"plan":     func(p *releasing) error { _, err := p.PlanResourceChange(t.Context(), nil); return err },
			"apply":    func(p *releasing) error { _, err := p.ApplyResourceChange(t.Context(), nil); return err },
		} {
			told := []*tfprotov6.Diagnostic{{Attribute: test.at}}
			err := call(&releasing{protocolServer: diagnosing{diagnostics: told}})
			if got := told[0].Attribute; err != nil || !got.Equal(test.want) {
				t.Errorf("%s, %s: got %s, %v, want %s", name, verb, got, err, test.want)
			}
		}
	}
}

// diagnosing is a server that responds with fixed diagnostics.
type diagnosing struct {
	protocolServer

	diagnostics []*tfprotov6.Diagnostic
}

func (d diagnosing) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: d.diagnostics}, nil
}

func (d diagnosing) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: d.diagnostics}, nil
}

func (d diagnosing) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: d.diagnostics}, nil
}
