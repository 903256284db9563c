// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

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
