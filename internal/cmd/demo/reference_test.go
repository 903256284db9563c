// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestLeftovers(t *testing.T) {
	t.Parallel()
	const oauth = "/edges/https/edge_a/routes/route_a/oauth"
	off := `{"enabled": false, "provider": {"idp_1": {"email_domains": ["example.com"]}}}`
	on := strings.Replace(off, "false", "true", 1)
	for name, test := range map[string]struct {
		left         func(*refapi.API)
		modules      []string // the bodies of PUT
		undocumented bool
		kept         []string
		err          string
	}{
		"nothing":            {},
		"a failover backend": {left: func(api *refapi.API) { api.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a"}) }, err: "failover backend fob_a is still there"},
		"an abandoned edge and a disabled OAuth module": {
			left: func(api *refapi.API) { api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"}) }, modules: []string{on, off},
			kept: []string{
				"OAuth module " + oauth + ": disabled, since the API has no way to delete one.",
				"TLS edge edg_a: the API has no way to delete one, so it was abandoned.",
			},
		},
		"an enabled OAuth module":               {modules: []string{off, on}, err: "the OAuth module " + oauth + " is still enabled"},
		"an OAuth module enabled by default":    {modules: []string{`{"provider": {"idp_1": {}}}`}, err: "the OAuth module " + oauth + " is still enabled"},
		"an edge that could be deleted":         {left: func(api *refapi.API) { api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"}) }, undocumented: true, err: "TLS edge edg_a is still there"},
		"a module that could be deleted":        {modules: []string{off}, undocumented: true, err: "the OAuth module " + oauth + " is still there"},
		"an OAuth module that somebody deleted": {modules: []string{off}, undocumented: true, left: func(api *refapi.API) { api.RemoveRouteOAuth("edge_a", "route_a") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			served, err := serveReference(t.Context(), refapi.Options{Undocumented: test.undocumented})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(served.stop)
			for _, body := range test.modules {
				put(t, served.url+oauth, body)
			}
			if test.left != nil {
				test.left(served.api)
			}
			kept, err := leftovers(served.api, test.undocumented)
			if !slices.Equal(kept, test.kept) || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
				t.Errorf("kept %q and error %v, want %q and %q", kept, err, test.kept, test.err)
			}
		})
	}
}

func put(t *testing.T, url, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		t.Fatalf("PUT %s: %s: %s", url, answer.Status, text)
	}
}
