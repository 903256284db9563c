// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestClient_sendsHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { respondJSON(w, 200, backend("x")) })
	client := s.client(t, func(c *api.Config) {
		c.Token = "canary"
		c.Headers = map[string]string{"X-Api-Version": "7", "X-Tenant": "blue"}
		c.UserAgent = "Terraform/1.2.3 terraform-provider-trafficedge/4.5.6"
	})
	if _, err := client.GetFailoverBackend(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer canary", "X-Api-Version": "7", "X-Tenant": "blue", "Accept": "application/json",
		"User-Agent": "Terraform/1.2.3 terraform-provider-trafficedge/4.5.6",
	} {
		if got := s.requests[0].Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestClient_escapesIDsAndKeepsThePathPrefix(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"plain":        "plain",
		"a/b":          "a%2Fb",
		"a%2Fb":        "a%252Fb",
		"..":           "%2E%2E",
		`q"uo'te`:      "q%22uo%27te",
		"line\nbreak":  "line%0Abreak",
		"?query#hash":  "%3Fquery%23hash",
		"ünïcode;semi": "%C3%BCn%C3%AFcode%3Bsemi",

		strings.Repeat("é/../", 2_000): strings.Repeat("%C3%A9%2F..%2F", 2_000),
	} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) { respondJSON(w, 200, backend(id)) })
		client := s.client(t, func(c *api.Config) { c.BaseURL = parseBaseURL(t, s.URL+"/pre%2Ffix/v1/") })
		if _, err := client.GetFailoverBackend(t.Context(), id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
		got := strings.ReplaceAll(s.operations()[0], "'", "%27")
		if want := "GET /pre%2Ffix/v1/backends/failover/" + want; got != want {
			t.Errorf("%q: got %q, want %q", id, got, want)
		}
	}
}

// The client follows a redirect only if the new address has the same origin and ends with
// the path of the operation. Otherwise a 404 of a sign-in page could count as a 404 of
// the object.
func TestClient_redirects(t *testing.T) {
	t.Parallel()
	const path, refused = "/v1/backends/failover/x", "does not follow: http"
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { respondJSON(w, 200, backend("x")) })
	for name, test := range map[string]struct {
		write    bool
		status   int
		location func(here string) string
		wantErr  string
	}{
		"a slash":           {false, 302, func(here string) string { return here + path + "/?a=b" }, ""},
		"a prefix":          {true, 307, func(string) string { return "/v1/v2/backends/failover/x" }, ""},
		"another id":        {false, 302, func(here string) string { return here + path + "y?q=query-canary" }, refused},
		"another path":      {false, 302, func(string) string { return "/login?to=query-canary" + path }, refused},
		"another write":     {true, 307, func(string) string { return "/maintenance" }, refused},
		"half a path":       {true, 308, func(string) string { return "/old-backends/failover/x" }, refused},
		"another port":      {false, 302, func(string) string { return other.URL + path }, refused},
		"another host":      {false, 302, func(here string) string { return strings.Replace(here, "127.0.0.1", "localhost", 1) + path }, refused},
		"another scheme":    {false, 302, func(here string) string { return strings.Replace(here, "http:", "https:", 1) + path }, refused},
		"credentials":       {false, 302, func(here string) string { return strings.Replace(here, "//", "//u:query-canary@", 1) + path }, refused},
		"loop":              {false, 302, func(string) string { return path }, refused},
		"malformed":         {false, 302, func(string) string { return "/%zz?q=query-canary" }, "redirected the request to a malformed address"},
		"a write as a read": {true, 302, func(string) string { return path + "/" }, refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *service
			s = serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", test.location(s.URL))
				switch r.URL.Path {
				case path:
					w.WriteHeader(test.status)
				case path + "/", "/v1/v2/backends/failover/x":
					respondJSON(w, 200, backend("x"))
				default:
					respondJSON(w, 404, map[string]any{})
				}
			})
			client := s.client(t, func(c *api.Config) { c.BaseURL, c.Token = parseBaseURL(t, s.URL+"/v1"), "canary" })
			_, err := client.GetFailoverBackend(t.Context(), "x")
			if test.write {
				_, err = client.UpdateFailoverBackend(t.Context(), "x", api.FailoverBackendSettings{})
			}
			wantError(t, err, test.wantErr)
			if errors.Is(err, api.ErrRedirect) != (test.wantErr == refused) || api.IsGone(err) || err != nil && strings.Contains(err.Error(), "query-") {
				t.Errorf("got %+v", err)
			}
		})
	}
	if made := other.operations(); len(made) > 0 {
		t.Errorf("requests reached another origin: %v", made)
	}
}

// A request with an empty id would have the URL of another object or of the list.
func TestClient_emptyIDIsNeverSent(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	client, ctx := s.client(t, nil), t.Context()
	_, read := client.GetFailoverBackend(ctx, "")
	_, updated := client.UpdateFailoverBackend(ctx, "", api.FailoverBackendSettings{})
	_, edge := client.GetTLSEdge(ctx, "")
	_, noRoute := client.ReplaceRouteOAuth(ctx, "replace", "edge", "", fullModule())
	_, noEdge := client.ReplaceRouteOAuth(ctx, "replace", "", "route", fullModule())
	for _, err := range []error{read, updated, client.DeleteFailoverBackend(ctx, ""), edge, noRoute, noEdge} {
		wantError(t, err, "the id is empty")
		if api.IsGone(err) {
			t.Errorf("counts as a 404 of the service: %v", err)
		}
	}
	if made := s.operations(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}

func TestParseBaseURL(t *testing.T) {
	t.Parallel()
	for raw, test := range map[string]struct {
		insecure bool
		want     string
	}{
		"https://api.example.com":       {},
		"HTTPS://api.example.com":       {},
		"http://127.0.0.1:8420":         {},
		"http://[::1]:8420":             {},
		"http://api.example.com":        {want: "use https"},
		"http://localhost.example.com":  {want: "use https"},
		"http://trusted.example.com":    {insecure: true},
		"":                              {want: "write an absolute URL"},
		"api.example.com":               {want: "write an absolute URL"},
		"ftp://api.example.com":         {want: "write an absolute URL"},
		"https://":                      {want: "write an absolute URL"},
		"https://api.example.com:port":  {want: "write an absolute URL"},
		"https://api.example.com/\n":    {want: "write an absolute URL"},
		"https://u:canary@api.example":  {want: "remove the user name"},
		"https://api.example.com?a=b":   {want: "remove the query"},
		"https://api.example.com/#frag": {want: "remove the query"},
	} {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			_, err := api.ParseBaseURL(raw, test.insecure)
			wantError(t, err, test.want)
		})
	}
}

func certificateOf(server *httptest.Server) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
}

// A client trusts the configured certificate, but no other private certificate. The
// client uses HTTP/1.1, even if the service also offers HTTP/2.
func TestClient_certificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Proto != "HTTP/1.1" || r.TLS.NegotiatedProtocol == "h2" {
			t.Errorf("got a request over %s, %q", r.Proto, r.TLS.NegotiatedProtocol)
		}
		respondJSON(w, 200, backend("x"))
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	for certificate, want := range map[string]string{certificateOf(server): "", "": "failed to verify certificate"} {
		client, err := api.New(api.Config{BaseURL: parseBaseURL(t, server.URL), CACertificatePEM: certificate, RequestTimeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.GetFailoverBackend(t.Context(), "x")
		wantError(t, err, want)
	}
}

func TestNew_certificates(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(nil)
	server.Close()
	good := certificateOf(server)
	for name, test := range map[string]struct{ pem, want string }{
		"words between":   {"# one\n" + good + "# two\r\n" + good + "# end", ""},
		"a key beside it": {good + "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", ""},
		"none":            {"none", "no readable certificate"},
		"broken":          {strings.Replace(good, "\nMII", "\nM!I", 1), "no readable certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := api.New(api.Config{BaseURL: parseBaseURL(t, server.URL), CACertificatePEM: test.pem})
			wantError(t, err, test.want)
		})
	}
}
