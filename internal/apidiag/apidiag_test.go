// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

func TestFromError_saysWhatToDoNext(t *testing.T) {
	t.Parallel()
	deleted, _ := respondedTo(t, http.StatusNotFound, "", "{}")
	failure, _ := errors.AsType[*api.Error](deleted)
	deletedOrNotOffered := *failure
	deletedOrNotOffered.UndocumentedOperation = api.UpdateTLSEdge
	noRoute, _ := respondedTo(t, http.StatusNotFound, "", "none")
	invalid, _ := respondedTo(t, http.StatusUnprocessableEntity, "", "{}")
	empty, _ := respondedTo(t, http.StatusUnprocessableEntity, "", " \n")
	redirected, _ := respondedTo(t, http.StatusTemporaryRedirect, "http://user:canary@192.0.2.1:8080/new/home?key=canary", "")
	_, continued := respondedTo(t, http.StatusOK, "", `{"backends":[],"uri":"/","next_page_uri":"http://user:canary@192.0.2.1:8080/more?key=canary"}`)
	_, noID := api.NewUnusable(nil, nil).FailoverBackends.Get(t.Context(), "")
	for name, test := range map[string]struct {
		err  error
		want []string
		not  string
	}{
		"unauthorized":         {&api.Error{Class: api.Unauthorized}, []string{"refuses the credentials", "api_token"}, "No credentials"},
		"unauthorized, unsent": {&api.Error{Class: api.Unauthorized, NoCredentials: true}, []string{"No credentials were sent", "api_token"}, "refuses"},
		"unauthorized again":   {&api.Error{Class: api.Unauthorized, ReportedBefore: true}, []string{"credentials: check api_token and headers."}, "another"},
		"forbidden":            {&api.Error{Class: api.Forbidden, Message: "read only!"}, []string{"The service says: read only!", "may lack the permission", "api_token"}, "refuses"},
		"not found":            {&api.Error{Class: api.NotFound, NoCredentials: true}, []string{"ids"}, "No credentials"},
		"deleted meanwhile": {
			deleted, []string{"404 Not Found. Check the ids in the configuration: one of them may not exist. Or the object was deleted since the plan: plan again."}, "update_tls_edge",
		},
		"update not offered":    {&deletedOrNotOffered, []string{"plan again. If the error remains, the service may lack", `remove "update_tls_edge" from`}, "base_url"},
		"no route to an update": {noRoute, []string{"ids", "responded 404 Not Found."}, "deleted since"},
		"conflict":              {&api.Error{Class: api.Conflict}, []string{"-parallelism=1"}, "The service says"},
		"conflict, deletion":    {&api.Error{Class: api.Conflict, Method: http.MethodDelete}, []string{"may still refer to this object", "an abandoned edge", "-parallelism=1"}, "hostport"},
		"invalid":               {invalid, []string{"responded 422"}, "-parallelism=1"},
		"empty":                 {empty, []string{"The response is empty.", "responded 422"}, "The request failed"},
		"limited":               {&api.Error{Class: api.Limited, Err: api.ErrNotJSON}, []string{"requests_per_minute"}, "base_url"},
		"failed":                {&api.Error{Class: api.Failed, Err: api.ErrNotJSON}, []string{"The response is not JSON."}, "request id"},
		"failed, with an id":    {&api.Error{Class: api.Failed, RequestID: "r1"}, []string{"quote the request id"}, "base_url"},
		"HTML":                  {&api.Error{Class: api.NotFound, Err: api.ErrNotJSON}, []string{"The response is not JSON.", "not to a website"}, "ids"},
		"unreachable": {&api.Error{Class: api.Unreachable, UndocumentedOperation: "x", Err: errors.New("dial tcp 192.0.2.1:443: no route to host")},
			[]string{"The request failed: dial tcp 192.0.2.1:443: no route to host.", "base_url"}, "certificate"},
		"timeout": {&api.Error{Class: api.Unreachable, Err: fmt.Errorf("no complete response within 1s: %w", context.DeadlineExceeded)},
			[]string{"request_timeout"}, "certificate"},
		"certificate": {&api.Error{Class: api.Unreachable, Err: &tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.TooManyConstraints}}},
			[]string{"ca_certificate_pem"}, "request_timeout"},
		"client certificate": {&api.Error{Class: api.Unreachable, Err: fmt.Errorf("%w: remote error: tls: bad certificate", api.ErrHandshakeRefused)},
			[]string{"The service refused the TLS handshake: remote error: tls: bad certificate.", "Check the host in base_url. Or the service requires a client certificate, which the provider cannot present, or lacks the versions and cipher suites of TLS 1.2 and 1.3."}, "the network"},
		"expired": {&api.Error{Class: api.Unreachable, Err: &tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}}},
			[]string{"If the certificate has expired", "renew", "clock"}, "request_timeout"},
		"not named":              {&api.Error{Class: api.NotSent, UndocumentedOperation: "x", Err: api.ErrNotEnabled}, []string{`add "x" to undocumented_operations`}, "Remove"},
		"not offered":            {&api.Error{Class: api.Refused, UndocumentedOperation: "x", Err: api.ErrNotSupported}, []string{`Remove "x" from undocumented_operations`}, "ids"},
		"undocumented, accepted": {&api.Error{Class: api.UnusableSuccess, UndocumentedOperation: "x"}, []string{"remove \"x\" from undocumented_operations"}, ""},
		"fields": {
			&api.Error{Class: api.Refused, Message: "Invalid", Fields: []api.FieldError{
				{Pointer: "/a", Message: "is b"}, {Pointer: "c[0]", Message: "is d"},
			}},
			[]string{"The service says: Invalid.", "\nThe service refused /a: is b.", "\nThe service refused c[0]: is d."}, "",
		},
		"unavailable": {&api.Error{Class: api.NotSent, Err: fmt.Errorf("waiting for the next request: %w", api.ErrUnavailable)},
			[]string{"the service has sent no response but 429 or 5xx for two minutes or longer.", "when the service is available"}, "base_url"},
		"no module":             {noOAuthModule(t), []string{"The route may have no OAuth module."}, "base_url"},
		"none created":          {&api.Error{Class: api.NotSent, Err: api.ErrNoneCreated}, []string{"The service has completed no creation", "when the service can create objects"}, "base_url"},
		"never responded":       {&api.Error{Class: api.NotFound, Err: api.ErrNeverResponded}, []string{"an object in state is really gone"}, "ids"}, // also true of an import
		"unconfirmed":           {&api.Error{Class: api.NotFound, Err: api.ErrUnconfirmed}, []string{"do not confirm the deletion.", "If the object is gone, run state rm. Otherwise check the provider's base_url"}, "ids"},
		"locked":                {&api.Error{Class: api.Locked}, []string{"-parallelism=1"}, "base_url"},
		"a proxy":               {&api.Error{Class: api.Refused, Err: api.ErrProxyRefused}, []string{"HTTPS_PROXY"}, "website"},
		"no proxy":              {&api.Error{Class: api.Unreachable, Err: &net.OpError{Op: "proxyconnect", Net: "tcp", Err: errors.New("connection refused")}}, []string{"HTTPS_PROXY"}, "the network"},
		"no connection":         {&api.Error{Class: api.Unreachable, Err: &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}}, []string{"Check base_url and the network."}, "HTTPS_PROXY"},
		"a proxy's certificate": {&api.Error{Class: api.Unreachable, Err: &net.OpError{Op: "proxyconnect", Err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}}}, []string{"ca_certificate_pem"}, "HTTPS_PROXY"},
		"no TLS":                {&api.Error{Class: api.Unreachable, Err: api.ErrNotTLS}, []string{"The port does not speak TLS.", "scheme and the port"}, "network"},
		"not sent":              {&api.Error{Class: api.NotSent, Err: errors.New("the provider's base_url: unknown")}, []string{"The provider's base_url: unknown."}, "reached"},
		"no id":                 {noID, []string{"The id is empty.", "state is damaged"}, "base_url"},
		"next page elsewhere":   {continued, []string{"http://192.0.2.1:8080/more", "use that origin in base_url", "refresh_from_list = false"}, "canary"},
		"redirected":            {redirected, []string{"http://192.0.2.1:8080/new/home.", "use its scheme, host and port in base_url"}, "canary"},
	} {
		if failure, ok := errors.AsType[*api.Error](test.err); ok {
			failure.Operation = "read thing"
		}
		failed := apidiag.FromError(test.err)
		shown := failed.Detail()
		isSentence := regexp.MustCompile(`^\S[^.!].*[^.!][.!]$`).MatchString(strings.ReplaceAll(shown, "\n", " "))
		if failed.Summary() != "Could not read thing" || test.not != "" && strings.Contains(shown, test.not) || !isSentence {
			t.Errorf("%s: got %s: %s", name, failed.Summary(), shown)
		}
		for _, words := range test.want {
			if strings.Count(shown, words) != 1 {
				t.Errorf("%s: the detail does not have %q once: %s", name, words, shown)
			}
		}
	}
}

// respondedTo returns the errors of an update and of a list. The service sends the same
// response to both requests, unless it is 404.
func respondedTo(t *testing.T, status int, location, body string) (updated, listed error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && status == http.StatusNotFound {
			w.WriteHeader(http.StatusForbidden) // This shows that the API responds, and that its 404 counts.
			return
		}
		w.Header().Set("Location", location)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	base, err := api.ParseBaseURL(server.URL+"/v1", false)
	if err != nil {
		t.Fatal(err)
	}
	client, err := api.New(api.Config{BaseURL: base, RequestTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	isApplied := func(*api.FailoverBackend) bool { return true }
	_, updated = client.FailoverBackends.Update(t.Context(), api.Target{ID: "x"}, api.FailoverBackendSettings{}, isApplied)
	for _, err := range client.FailoverBackends.All(t.Context(), false) {
		listed = err
	}
	return updated, listed
}

// noOAuthModule returns the error of a read of a route that has none.
func noOAuthModule(t *testing.T) error {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
	t.Cleanup(server.Close)
	base, invalid := api.ParseBaseURL(server.URL, false)
	client, err := api.New(api.Config{BaseURL: base, RequestTimeout: time.Minute, Undocumented: []string{string(api.ReadRouteOAuth)}})
	if err := errors.Join(invalid, err); err != nil {
		t.Fatal(err)
	}
	_, err = client.GetRouteOAuth(t.Context(), "e", "r")
	return err
}

// If the outcome of a creation is unknown, the error says when the request was sent, and not
// when the operation began or ended: a rate limit may hold a request back for minutes. Texts
// that a CLI may print for every object are short.
func TestNotCreated(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 1, 31, 13, 34, 56, 999, time.FixedZone("CET", 3600))
	lost := api.Error{
		Operation: "create TLS edge", Acted: true, Sent: sent, Method: http.MethodPost, URL: "https://api.example.com/v1/edges/tls",
		Message: strings.Repeat("upstream timed out ", 8),
	}
	for _, test := range []struct {
		shown    diag.Diagnostic
		maxLines int
		says     []string
	}{
		{apidiag.NotCreated("TLS edge", &lost), protocoltest.MaxLines, []string{
			"Could not tell whether the TLS edge was created\n", "upstream", "may have created it", "the request was sent at 2026-01-31T12:34:56Z, and was not retried",
			"State lacks the TLS edge", `See "Could not tell whether the TLS edge was created" in the Troubleshooting guide.`,
		}},
		{apidiag.NotCreated("TLS edge", &api.Error{Operation: "create TLS edge", Sent: sent}), protocoltest.MaxLines, []string{"Could not create TLS edge"}},
		{apidiag.Gone(`failover backend "fob_2NmFqaVjzR7cQHc3gvP1Yd5wXkL"`), 7, []string{
			"Warning: The service has no such object any more\n\nThe failover backend \"fob_2NmFqaVjzR7cQHc3gvP1Yd5wXkL\" is removed from state", "base_url and credentials",
		}},
	} {
		text := "Warning: " + test.shown.Summary() + "\n\n" + test.shown.Detail()
		lines := protocoltest.Lines(text)
		for _, words := range test.says {
			if !strings.Contains(text, words) || lines > test.maxLines {
				t.Errorf("%d lines, with %q: %s", lines, words, text)
			}
		}
	}
}
