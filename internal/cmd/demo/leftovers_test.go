// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// Objects that a destroy should have removed cause an error, and so does an OAuth module
// that it should have left as it is. [TestAccDemo] tests which objects may remain.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{Undocumented: true})
	api.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a"})
	api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"})
	module := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/edges/https/e/routes/r/oauth", strings.NewReader(`{"enabled":false,"provider":{"idp_1":{}}}`))
	module.Header.Set("Content-Type", "application/json")
	api.ServeHTTP(httptest.NewRecorder(), module)
	for undocumented, want := range map[bool][]string{
		false: {"fob_a is still there", "opened the route of the OAuth module"},
		true:  {"fob_a is still there", "edg_a is still there", "opened the route of the OAuth module"},
	} {
		_, err := leftovers(api, undocumented)
		for _, words := range want {
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("undocumented %t: got %v, want %q", undocumented, err, words)
			}
		}
	}
}
