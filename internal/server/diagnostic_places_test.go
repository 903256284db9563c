// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// complaining is a framework that complains of a nested attribute.
type complaining struct {
	protocolServer

	diagnostics []*tfprotov6.Diagnostic
}

func (c complaining) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: c.diagnostics}, nil
}

func (c complaining) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: c.diagnostics}, nil
}

func (c complaining) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: c.diagnostics}, nil
}

func TestPlacing(t *testing.T) {
	t.Parallel()
	root := tftypes.NewAttributePath().WithAttributeName("a")
	for name, call := range map[string]func(*placing) error{
		"validate": func(p *placing) error { _, err := p.ValidateResourceConfig(t.Context(), nil); return err },
		"plan":     func(p *placing) error { _, err := p.PlanResourceChange(t.Context(), nil); return err },
		"apply":    func(p *placing) error { _, err := p.ApplyResourceChange(t.Context(), nil); return err },
	} {
		told := []*tfprotov6.Diagnostic{{Attribute: root.WithAttributeName("b")}}
		if err := call(&placing{complaining{diagnostics: told}}); err != nil || !told[0].Attribute.Equal(root) {
			t.Errorf("%s: at %s, %v", name, told[0].Attribute, err)
		}
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	root := tftypes.NewAttributePath().WithAttributeName("a")
	for name, test := range map[string]struct{ at, want *tftypes.AttributePath }{
		"none":    {nil, nil},
		"root":    {root, root},
		"nested":  {root.WithAttributeName("b").WithAttributeName("c"), root},
		"in list": {root.WithElementKeyInt(1), root.WithElementKeyInt(1)},
		"in set":  {root.WithElementKeyValue(tftypes.NewValue(tftypes.String, "x")), root},
	} {
		diagnostics := []*tfprotov6.Diagnostic{{Attribute: test.at}}
		place(diagnostics)
		if got := diagnostics[0].Attribute; !got.Equal(test.want) {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}
