// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// An unknown backend_id is rejected if the edge has a backend, cannot switch to another
// backend, and may not leave the state. The error does not depend on other objects, so it
// is the same with -target, after a taint, and after a refresh of the backend.
func TestPlan_losesBackend(t *testing.T) {
	t.Parallel()
	kept, unknown := arguments{"backend_id": "bkd_a"}, arguments{"backend_id": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		policy      string
		operations  []api.UndocumentedOperation
		has, wanted any
		isRejected  bool
	}{
		"unknown id":                {"PREVENT", nil, kept, unknown, true},
		"unknown module":            {"PREVENT", nil, kept, protocoltest.Unknown{}, true},
		"modules may be deleted":    {"PREVENT", []api.UndocumentedOperation{api.DeleteTLSEdgeModule}, kept, unknown, true},
		"DELETE that is not named":  {"DELETE", nil, kept, unknown, true},
		"edges may be deleted":      {"DELETE", []api.UndocumentedOperation{api.DeleteTLSEdge}, kept, unknown, false},
		"edges may be changed":      {"PREVENT", []api.UndocumentedOperation{api.UpdateTLSEdge}, kept, unknown, false},
		"edges may leave the state": {"ABANDON", nil, kept, unknown, false},
		"known":                     {"PREVENT", nil, kept, kept, false},
		"no backend before":         {"PREVENT", nil, nil, protocoltest.Unknown{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UndocumentedOperations()...)
			config := arguments{"deletion_policy": test.policy, "hostports": []string{"checkout:443"}, "backend": test.has}
			c.mustApply(t, protocoltest.Create, config)
			c.Provider = newClient(t, server, test.operations...).Provider
			_, diags := c.plan(t, with(config, arguments{"backend": test.wanted, "deletion_policy": "ABANDON"}))
			if (diags.Err() != nil) != test.isRejected || test.isRejected && len(diags) != 1 || len(diags.Long()) > 0 {
				t.Errorf("rejected: %t\n%s", diags.Err() != nil, diags)
			}
			if test.isRejected {
				wantWords(t, diags, `("checkout:443") would lose its backend`, `backend_id is "bkd_a"`, "moved block", "in the Troubleshooting guide", `AttributeName("backend")`)
			}
		})
	}
}
