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
	disabled := `{"enabled": false, "provider": {"idp_1": {"email_domains": ["example.com"]}}}`
	for name, test := range map[string]struct {
		prepare      func(t *testing.T, served *reference)
		undocumented bool
		wantKept     []string
		wantError    string
	}{
		"nothing": {prepare: func(*testing.T, *reference) {}},
		"a failover backend": {
			prepare: func(_ *testing.T, served *reference) {
				served.api.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a"})
			},
			wantError: "failover backend fob_a is still there",
		},
		"an abandoned edge": {
			prepare:  func(_ *testing.T, served *reference) { served.api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"}) },
			wantKept: []string{"TLS edge edg_a: the API has no way to delete one, so it was abandoned."},
		},
		"an enabled OAuth module": {
			prepare: func(t *testing.T, served *reference) {
				t.Helper()
				put(t, served.url+oauth, disabled)
				put(t, served.url+oauth, strings.Replace(disabled, "false", "true", 1))
			},
			wantError: "the OAuth module " + oauth + " is still enabled",
		},
		"a disabled OAuth module": {
			prepare: func(t *testing.T, served *reference) {
				t.Helper()
				put(t, served.url+oauth, strings.Replace(disabled, "false", "true", 1))
				put(t, served.url+oauth, disabled)
			},
			wantKept: []string{"OAuth module " + oauth + ": disabled, since the API has no way to delete one."},
		},
		"an edge that could be deleted": {
			undocumented: true,
			prepare:      func(_ *testing.T, served *reference) { served.api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"}) },
			wantError:    "TLS edge edg_a is still there",
		},
		"an OAuth module that could be deleted": {
			undocumented: true,
			prepare:      func(t *testing.T, served *reference) { t.Helper(); put(t, served.url+oauth, disabled) },
			wantError:    "the OAuth module " + oauth + " is still there",
		},
		"a deleted OAuth module": {
			undocumented: true,
			prepare: func(t *testing.T, served *reference) {
				t.Helper()
				put(t, served.url+oauth, disabled)
				served.api.RemoveRouteOAuth("edge_a", "route_a")
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			served, err := serveReference(t.Context(), refapi.Options{Undocumented: test.undocumented})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(served.stop)
			test.prepare(t, served)
			kept, err := leftovers(served.api, test.undocumented)
			if !slices.Equal(kept, test.wantKept) {
				t.Errorf("kept: got %q, want %q", kept, test.wantKept)
			}
			if got := errorText(err); got != test.wantError {
				t.Errorf("error: got %q, want %q", got, test.wantError)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
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
