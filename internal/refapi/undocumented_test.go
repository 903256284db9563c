// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// undocumented starts a service with the undocumented operations.
func undocumented(t *testing.T) *service {
	t.Helper()
	return start(t, refapi.Options{Undocumented: true, PageSize: 2})
}

func TestUndocumentedOperationsAreOffByDefault(t *testing.T) {
	t.Parallel()
	tests := []struct{ method, path, documented, all string }{
		{"GET", "/edges/tls", "POST", "GET, POST"},
		{"PATCH", "/edges/tls/e", "GET", "DELETE, GET, PATCH"},
		{"DELETE", "/edges/tls/e", "GET", "DELETE, GET, PATCH"},
		{"GET", "/edges/tls/e/mutual_tls", "", "DELETE, GET, PUT"},
		{"PUT", "/edges/tls/e/backend", "", "DELETE, GET, PUT"},
		{"DELETE", "/edges/tls/e/traffic_policy", "", "DELETE, GET, PUT"},
		{"GET", "/edges/https/e/routes/r/oauth", "PUT", "DELETE, GET, PUT"},
		{"DELETE", "/edges/https/e/routes/r/oauth", "PUT", "DELETE, GET, PUT"},
	}
	for _, test := range tests {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			t.Parallel()
			for _, on := range []bool{false, true} {
				s := start(t, refapi.Options{Undocumented: on})
				s.AddTLSEdge(refapi.TLSEdge{ID: "e"})
				s.SetRouteOAuth("e", "r", refapi.OAuthModule{Provider: refapi.IdentityProvider{Name: "idp_1"}})
				method, allow := test.method, test.documented
				if on {
					method, allow = "QUERY", test.all
				}
				g := s.do(t, method, test.path, `{}`).wants(t, 405)
				if got := g.header.Get("Allow"); got != allow {
					t.Errorf("Allow %q, want %q", got, allow)
				}
				if _, there := s.RouteOAuth("e", "r"); !there || len(s.TLSEdges()) != 1 {
					t.Error("the store acted on a refused request")
				}
			}
		})
	}
}

func TestTLSEdgeList(t *testing.T) {
	t.Parallel()
	s := undocumented(t)
	empty := s.do(t, "GET", "/edges/tls", "").wants(t, 200)
	wantJSON(t, "the empty list", any(empty.body), `{"tls_edges":[],"uri":"`+s.url+`/edges/tls","next_page_uri":null}`)

	for i := range 5 {
		s.AddTLSEdge(refapi.TLSEdge{ID: fmt.Sprint(i), Metadata: "m", TrafficPolicy: &refapi.EdgeTrafficPolicy{Value: "v"}})
	}
	s.RemoveTLSEdge("1")
	var listed []string
	path := "/edges/tls"
	for path != "" {
		page := s.do(t, "GET", path, "").wants(t, 200)
		for _, element := range page.body["tls_edges"].([]any) {
			id := element.(map[string]any)["id"].(string)
			listed = append(listed, id)
			wantJSON(t, "an element", any(s.do(t, "GET", "/edges/tls/"+id, "").body), string(mustMarshal(t, element)))
		}
		path = strings.TrimPrefix(page.text("next_page_uri"), s.url)
	}
	if !slices.Equal(listed, []string{"0", "2", "3", "4"}) {
		t.Errorf("listed %q", listed)
	}
	s.do(t, "GET", "/edges/tls?cursor=-1", "").wants(t, 400)

	s.FreezeList()
	s.RemoveTLSEdge("0")
	s.Answer(func(a *refapi.Answers) { a.ListOmits = []string{"metadata"}; a.RelativeNextPage = true })
	page := s.do(t, "GET", "/edges/tls", "").wants(t, 200)
	first := page.body["tls_edges"].([]any)[0].(map[string]any)
	if _, there := first["metadata"]; there || first["id"] != "0" || !strings.HasPrefix(page.text("next_page_uri"), "/edges/tls?") {
		t.Errorf("a list that lags and summarises answers %s", page.raw)
	}
}

func TestRouteOAuthIsSetBehindTheServicesBack(t *testing.T) {
	t.Parallel()
	s := undocumented(t)
	module := refapi.OAuthModule{Provider: refapi.IdentityProvider{Name: "idp_1", Teams: []string{"a/b"}}}
	s.SetRouteOAuth("edge/1", "route 1", module)
	module.Provider.Teams[0] = "written into"
	if kept, there := s.RouteOAuth("edge/1", "route 1"); !there || kept.Provider.Teams[0] != "a/b" {
		t.Errorf("kept %+v (there: %t)", kept, there)
	}
	if !s.RemoveRouteOAuth("edge/1", "route 1") || s.RemoveRouteOAuth("edge/1", "route 1") {
		t.Error("removing tells wrongly what was there")
	}
	s.do(t, "GET", oauthPath, "").wants(t, 404)
}
