// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const (
	fuzzToken  = "canary-token-4711"
	fuzzSecret = "canary-secret-4712"
)

// check fails the test if a success has a wrong result, or an error is not fit to be shown.
func check(t *testing.T, err error, isRight bool) {
	t.Helper()
	const maxBytes, maxFields = 1024, 20 // of each text, and in total
	failure, ok := errors.AsType[*Error](err)
	switch {
	case err == nil && isRight:
		return
	case !ok:
		t.Fatalf("a wrong result, or an error of another type: %T %v", err, err)
	}
	texts := []string{failure.Operation, failure.URL, failure.Message, failure.Code, failure.RequestID, fmt.Sprint(failure.Err)}
	for _, field := range failure.Fields {
		texts = append(texts, field.Pointer, field.Message)
	}
	for _, text := range texts {
		isControl := func(r rune) bool { return !unicode.IsPrint(r) }
		if len(text) > maxBytes || !utf8.ValidString(text) || strings.ContainsFunc(text, isControl) {
			t.Errorf("not readable: %q", text)
		}
	}
	if len(failure.Fields) > maxFields || strings.Contains(err.Error(), fuzzToken) || strings.Contains(err.Error(), fuzzSecret) {
		t.Errorf("too many fields, or a secret: %q", err)
	}
}

func FuzzResponse(f *testing.F) {
	f.Add([]byte(`{"id":"x","uri":"u","created_at":"2026-01-02T03:04:05Z","description":null,"metadata":"","backends":["a"]}`))
	f.Add([]byte(`{"id":"x","id":"y","backends":{}}`))
	f.Add([]byte(`{"backends":[{"id":"x"}],"uri":"u","next_page_uri":"https://api.example.com@example.org/"}`))
	f.Add([]byte(`{"id":"x","ip_restriction":{"ip_policies":{"id":"p"}},"mutual_tls":{"certificate_authorities":[{"id":"c"},null]}}`))
	f.Add([]byte(`{"enabled":true,"provider":{"idp_1":{"client_id":"c","client_secret":"canary-secret-4712","teams":["a/b"]},"idp_2":null}}`))
	f.Add([]byte(`"canary-secret-4712"`))
	f.Add([]byte(`{"id":"canary-token-4711"}`))
	f.Add([]byte(`{"backends":[{"id":"x"}],"next_page_uri":"/canary-token-4711"}`))
	f.Add([]byte(`{"backends":[{"id":"x"}],"next_page_uri":"http://192.0.2.1/canary-token-4711"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		s := serve(t, Config{Token: fuzzToken}, always(http.StatusOK, string(body)))
		found, err := s.FailoverBackends.Get(t.Context(), "x")
		check(t, err, err != nil || found.ID == "x")
		created, err := s.FailoverBackends.Create(t.Context(), FailoverBackendSettings{})
		check(t, err, err != nil || created.ID != "")
		for backend, err := range s.FailoverBackends.pages().all(t.Context()) {
			check(t, err, err != nil || backend.ID != "")
		}
		edge, err := s.TLSEdges.Get(t.Context(), "x")
		check(t, err, err != nil || edge.ID == "x")
		check(t, replaced(t, s), true)
	})
}

// replaced returns the error of a PUT whose client secret is [fuzzSecret].
func replaced(t *testing.T, s *service) error {
	t.Helper()
	module := OAuthModuleSettings{Provider: OAuthProviderSettings{"idp_1": {ClientSecret: fuzzSecret}}}
	return errorOf(s.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", module, fuzzSecret))
}

func FuzzErrorResponse(f *testing.F) {
	f.Add(422, "application/problem+json", []byte(`{"title":"t","detail":"canary-token-4711","errors":[{"pointer":"#/a/0","detail":"d"}]}`))
	f.Add(502, "text/html", []byte("<html><script>x</script>canary-secret-4712 &amp; <b>bad"))
	f.Add(404, "", []byte("first\nsecond\x1b[31m"))
	f.Add(400, "", []byte(`{"code":"canary-secret-4712","meta":{"request_id":"canary-token-4711"},"unheard":[{"of":"canary-secret-4712"}]}`))
	f.Add(422, "", []byte(`{"errors":[{"pointer":"/canary-secret-4712","detail":"no"}],"canary-token-4711":{"canary-secret-4712":["bad"]}}`))
	f.Add(422, "", []byte(`{"errors":{"canary-secret-4712":["canary\\/token-4711"]}}`))
	f.Add(400, "application/json", []byte(`{"error":{"code":1e400,"message":["deep"]}}`))
	f.Add(422, "", []byte(`{"errors":{"backends":["a",{"msg":"b","source":{"pointer":"/x"}}],"c.d[0]":"e"},"details":{"requestId":7}}`))
	f.Add(422, "", []byte(`{"detail":[{"loc":["body","a/b",0],"msg":"c"}],"status":{"message":"d"},"Reason":"canary\u002dtoken-4711"}`))
	f.Add(422, "", []byte(`{"errors":[`+strings.Repeat(`{"pointer":"/backends/0","detail":"is wrong"},`, 5000)+`{}]}`))
	f.Add(422, "", []byte(`["`+strings.Repeat("ü", 1<<20)+`"]`))
	f.Add(422, "", []byte("<p>"+strings.Repeat("ü", 1<<20)))
	f.Add(422, "", []byte(strings.Repeat(`{"error":`, 1000)+`"x"`+strings.Repeat("}", 1000)))
	f.Fuzz(func(t *testing.T, status int, contentType string, body []byte) {
		if status < 400 || status > 599 || status == 429 { // After 429, the client would wait for two minutes.
			status = http.StatusBadRequest
		}
		s := serve(t, Config{Token: fuzzToken}, always(status, string(body), "Content-Type", contentType))
		check(t, replaced(t, s), false)
	})
}
