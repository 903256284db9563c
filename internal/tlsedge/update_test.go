// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// A failed update says which modules are gone. It suggests two applies only if the service did
// nothing, and the plan has both a removal and another change.
func TestFailed(t *testing.T) {
	t.Parallel()
	removal := attribute.Difference{At: path.Root("mutual_tls"), Planned: types.ObjectNull(nil)}
	other := attribute.Difference{At: path.Root("description"), Planned: types.StringValue("x")}
	for name, test := range map[string]struct {
		result  api.TLSEdgeUpdateResult
		changes []attribute.Difference
		more    string
	}{
		"both":           {api.TLSEdgeUpdateResult{}, []attribute.Difference{removal, other}, "The plan also removes a module."},
		"a removal":      {api.TLSEdgeUpdateResult{}, []attribute.Difference{removal}, ""},
		"another change": {api.TLSEdgeUpdateResult{}, []attribute.Difference{other, other}, ""},
		"after acting":   {api.TLSEdgeUpdateResult{Acted: true}, []attribute.Difference{removal, other}, ""},
		"a module gone":  {api.TLSEdgeUpdateResult{Acted: true, Gone: []string{"mutual_tls"}}, []attribute.Difference{removal, other}, "The edge no longer has mutual_tls."},
	} {
		_, more, _ := strings.Cut(failed(test.result, &api.Error{Class: api.Refused}, test.changes).Detail(), "\n\n")
		if !strings.HasPrefix(more, test.more) || (more == "") != (test.more == "") {
			t.Errorf("%s: got %q, want %q", name, more, test.more)
		}
	}
}
