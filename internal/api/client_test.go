// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestClient_sendsHeaders(t *testing.T) {
	t.Parallel()
	const agent = "Terraform/1.2.3 terraform-provider-trafficedge/4.5.6"
	config := Config{Token: "canary", Headers: map[string]string{"X-Api-Version": "7", "X-Tenant": "blue"}, UserAgent: agent}
	var sent http.Header
	s := serve(t, config, func(req *http.Request) *http.Response {
		sent = req.Header
		return response(200, wholeBackend)
	})
	wantError(t, errorOf(s.FailoverBackends.patch(t.Context(), "x", FailoverBackendSettings{}.updateBody("x"))), "")
	want := http.Header{
		"Authorization": {"Bearer canary"}, "X-Api-Version": {"7"}, "X-Tenant": {"blue"}, "Accept": {"application/json"}, "Cache-Control": {"no-cache"},
		"Content-Type": {"application/json"}, "User-Agent": {agent},
	}
	if difference := cmp.Diff(want, sent); difference != "" {
		t.Errorf("the headers differ (-want +got):\n%s", difference)
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
		s := serve(t, Config{BaseURL: baseURL(t, "https://api.example.com/pre%2Ffix/v1/")}, always(204, ""))
		wantError(t, s.FailoverBackends.Delete(t.Context(), Target{ID: id, CreatedAt: ofOld}), "")
		got := strings.ReplaceAll(s.requests[0], "'", "%27")
		if want := "DELETE /pre%2Ffix/v1/backends/failover/" + want; got != want {
			t.Errorf("%q: got %q, want %q", id, got, want)
		}
	}
}

// The client follows a redirect only if the new address has the same origin and ends with
// the path of the operation. Otherwise a 404 of a sign-in page could count as a 404 of
// the object. Behind a proxy that ends TLS, the address may have http.
func TestClient_redirects(t *testing.T) {
	t.Parallel()
	const path, origin, refused = "/v1/backends/failover/x", "https://api.example.com", "does not follow: http"
	for name, test := range map[string]struct {
		write             bool
		status            int
		location, wantErr string
	}{
		"a slash":           {false, 302, origin + path + "/?a=b", ""},
		"a prefix":          {true, 307, "/v1/v2/backends/failover/x", ""},
		"another id":        {false, 302, origin + path + "y?q=query-canary", refused},
		"another path":      {false, 302, "/login?to=query-canary" + path, refused},
		"another write":     {true, 307, "/maintenance", refused},
		"half a path":       {true, 308, "/old-backends/failover/x", refused},
		"another port":      {false, 302, origin + ":8443" + path, refused},
		"another host":      {false, 302, "https://www.example.com" + path, refused},
		"another scheme":    {false, 302, "http://api.example.com:443" + path, refused},
		"http, behind TLS":  {false, 302, "http://api.example.com" + path + "/", ""},
		"http, a write":     {true, 308, "http://api.example.com" + path + "/", ""},
		"credentials":       {false, 302, "https://u:query-canary@api.example.com" + path, refused},
		"loop":              {false, 302, path, refused},
		"malformed":         {false, 302, "/%zz?q=query-canary", "redirected the request to a malformed address"},
		"a write as a read": {true, 302, path + "/", refused},
	} {
		s := serve(t, Config{BaseURL: baseURL(t, origin+"/v1")}, func(req *http.Request) *http.Response {
			switch req.URL.Path {
			case path:
				return response(test.status, "", "Location", test.location)
			case path + "/", "/v1/v2/backends/failover/x":
				return response(200, wholeBackend)
			}
			return response(404, "{}")
		})
		_, err := s.FailoverBackends.Get(t.Context(), "x")
		if test.write {
			_, err = s.FailoverBackends.patch(t.Context(), "x", FailoverBackendSettings{}.updateBody("x"))
		}
		wantError(t, err, test.wantErr, name)
		isQuoted := err != nil && strings.Contains(err.Error(), "query-")
		if errors.Is(err, ErrRedirect) != (test.wantErr == refused) || IsGone(err) || isQuoted {
			t.Errorf("%s: got %+v", name, err)
		}
	}
}

// A request with an empty id would have the URL of another object or of the list. An
// undocumented operation is sent only if the configuration names it.
func TestClient_sendsNothing(t *testing.T) {
	t.Parallel()
	s, ctx := serve(t, Config{Undocumented: []string{}}, always(204, "")), t.Context()
	for want, errs := range map[error][]error{
		ErrEmptyID: {
			errorOf(s.FailoverBackends.Get(ctx, "")), errorOf(s.FailoverBackends.patch(ctx, "", FailoverBackendSettings{}.updateBody(""))),
			s.FailoverBackends.Delete(ctx, Target{ID: "", CreatedAt: ofOld}), errorOf(s.TLSEdges.Get(ctx, "")),
			errorOf(s.ReplaceRouteOAuth(ctx, "replace", "edge", "", OAuthModuleSettings{})),
			errorOf(s.ReplaceRouteOAuth(ctx, "replace", "", "route", OAuthModuleSettings{})),
		},
		ErrNotEnabled: {
			errorOf(s.TLSEdges.patch(ctx, "edge", nil)), s.TLSEdges.Delete(ctx, Target{ID: "edge", CreatedAt: ofOld}),
			TLSEdgeUpdate{}.remove(ctx, s.Client, Target{ID: "edge"}, "backend"), errorOf(s.TLSEdges.pages().read(ctx)), errorOf(s.GetRouteOAuth(ctx, "edge", "route")),
		},
	} {
		for _, err := range errs {
			wantError(t, err, " was not sent: "+want.Error())
			failure, ok := errors.AsType[*Error](err)
			if !ok || IsGone(err) || failure.Acted || (failure.UndocumentedOperation != "") != errors.Is(err, ErrNotEnabled) {
				t.Errorf("got %+v", failure)
			}
		}
	}
	if len(s.requests) > 0 {
		t.Errorf("sent %q", s.requests)
	}
}

func TestParseBaseURL(t *testing.T) {
	t.Parallel()
	const plain, relative, query = "plain http sends secrets unencrypted", "write an absolute URL", "remove the query"
	for raw, want := range map[string]string{
		"https://api.example.com":       "",
		"HTTPS://api.example.com":       "",
		"http://127.0.0.1:8420":         "",
		"http://[::1]:8420":             "",
		"http://api.example.com":        plain,
		"http://localhost.example.com":  plain,
		"api.example.com":               relative,
		"ftp://api.example.com":         relative,
		"https://":                      relative,
		"":                              relative,
		"https://api.example.com/\x00":  relative,
		"https://api.example.com/\n":    "remove the white space around it",
		"\thttps://canary.example":      "remove the white space around it",
		"https://api.example.com ":      "remove the white space around it",
		"https://api.example.com/v1 ":   "remove the white space around it",
		"https://u:canary@api.example":  "remove the user name",
		"https://api.example.com?a=b":   query,
		"https://api.example.com/#frag": query,
	} {
		wantError(t, errorOf(ParseBaseURL(raw, false)), want)
		if want == plain {
			wantError(t, errorOf(ParseBaseURL(raw, true)), "")
		}
	}
}

// Addresses are compared in their canonical form. An address that is not known is never
// another one.
func TestClient_IsElsewhere(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		seen, present string // present is "" if base_url is unknown
		want          bool
	}{
		{"https://api.example.com/v1", "https://api.example.com/v1/", false},
		{"https://api.example.com:443", "https://API.example.com", false},
		{"https://api.example.com", "https://api.example.com:443", false},
		{"HTTPS://API.example.com:/v1", "https://api.example.com/v1", false},
		{"http://[::1]:80", "http://[::1]", false},
		{"http://[::1]:443", "http://[::1]", true},
		{"https://api.example.com:8443", "https://api.example.com", true},
		{"https://api.example.com:80", "https://api.example.com", true},
		{"https://api.example.com/v1", "https://api.example.com/v2", true},
		{"https://token.example.com:8443/v1", "https://token.example.com:8443/v2", true},
		{"https://acme-prod.example.com", "https://acme-test.example.com", true},
		{"https://acme-prod.example.com", "https://acme-prod.example.com", false},
		{"https://api.example.com/" + strings.Repeat("a", 600), "https://api.example.com/" + strings.Repeat("a", 600), false},
		{"https://api.example.com/%zz", "https://api.example.com", true},
		{"", "https://api.example.com", false},
		{"https://api.example.com", "", false},
	} {
		client := NewUnusable(errors.New("base_url is unknown"), nil)
		if test.present != "" {
			headers := map[string]string{"X-Auth-Tenant": "acme-prod", "X-Auth-Team": "acme-test"}
			client = serve(t, Config{BaseURL: baseURL(t, test.present), Headers: headers}, nil).Client
		}
		if got := client.IsElsewhere(test.seen); got != test.want {
			t.Errorf("seen at %.60s, present %.60s: got %t", test.seen, test.present, got)
		}
	}
}

// A client trusts the configured certificate, but no other private certificate. The
// client uses HTTP/1.1, even if the service also offers HTTP/2.
func TestClient_certificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Proto != "HTTP/1.1" || r.TLS.NegotiatedProtocol == "h2" {
			t.Errorf("got a request over %s, %q", r.Proto, r.TLS.NegotiatedProtocol)
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	const mark, other = "\ufeff", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" // a byte order mark, an unreadable certificate
	good := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	for name, test := range map[string]struct{ pem, want string }{
		"not configured":    {"", "failed to verify certificate"},
		"words between":     {"# one\n" + good + "# two\r\n" + good + "# end", ""},
		"a key beside it":   {good + "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", ""},
		"a mark, alone":     {mark + good, ""},
		"a mark, the first": {mark + good + other, ""},
		"a mark between":    {mark + other + mark + good, ""},
		"marks, no breaks":  {mark + strings.TrimSpace(other) + mark + strings.TrimSpace(good), ""},
		"none":              {"none", "no readable certificate"},
		"broken":            {strings.Replace(good, "\nMII", "\nM!I", 1), "no readable certificate"},
	} {
		client, err := New(Config{BaseURL: baseURL(t, server.URL), CACertificatePEM: test.pem, RequestTimeout: time.Minute})
		if err == nil {
			err = client.FailoverBackends.Delete(t.Context(), Target{ID: "x", CreatedAt: ofOld})
		}
		wantError(t, err, test.want, name)
	}
}
