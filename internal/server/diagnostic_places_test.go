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
		for verb, call := range map[string]func(*placing) error{
			"validate": func(p *placing) error { _, err := p.ValidateResourceConfig(t.Context(), nil); return err },
			"plan":     func(p *placing) error { _, err := p.PlanResourceChange(t.Context(), nil); return err },
			"apply":    func(p *placing) error { _, err := p.ApplyResourceChange(t.Context(), nil); return err },
		} {
			told := []*tfprotov6.Diagnostic{{Attribute: test.at}}
			err := call(&placing{fake{called: func(context.Context) {}, diagnostics: told}})
			if got := told[0].Attribute; err != nil || !got.Equal(test.want) {
				t.Errorf("%s, %s: got %s, %v, want %s", name, verb, got, err, test.want)
			}
		}
	}
}
