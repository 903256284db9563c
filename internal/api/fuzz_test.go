// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
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

// responding returns a client that receives the same response to every request. The test
// fails if the client sends a request to another origin.
func responding(t *testing.T, status int, contentType string, body []byte) *Client {
	t.Helper()
	return scripted(t, Config{Token: fuzzToken}, func(req *http.Request) *http.Response {
		if req.URL.Scheme != "https" || req.URL.Host != "api.example.com" {
			t.Errorf("a request was sent to %s", req.URL.Redacted())
		}
		response := scriptedResponse(req, status, "", string(body))
		response.Header.Set("Content-Type", contentType)
		return response
	})
}

// The maximum sizes of a readable error.
const (
	maxReadableBytes  = 1024 // of each text
	maxReadableFields = 20
)

// readable fails the test if err is not suitable for display.
func readable(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	failure, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("an error of another type: %T %v", err, err)
	}
	texts := []string{failure.Operation, failure.URL, failure.Message, failure.Code, failure.RequestID}
	if failure.Err != nil {
		texts = append(texts, failure.Err.Error())
	}
	if len(failure.Fields) > maxReadableFields {
		t.Errorf("%d fields", len(failure.Fields))
	}
	for _, field := range failure.Fields {
		texts = append(texts, field.Pointer, field.Message)
	}
	for _, text := range texts {
		if len(text) > maxReadableBytes || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("not readable: %q", text)
		}
	}
	for _, canary := range []string{fuzzToken, fuzzSecret} {
		if strings.Contains(err.Error(), canary) {
			t.Errorf("a secret is in %q", err)
		}
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
		client := responding(t, http.StatusOK, "application/json", body)
		found, err := client.GetFailoverBackend(t.Context(), "x")
		readable(t, err)
		if err == nil && found.ID != "x" {
			t.Errorf("got another object: %+v", found)
		}
		created, err := client.CreateFailoverBackend(t.Context(), FailoverBackendSettings{})
		readable(t, err)
		if err == nil && created.ID == "" {
			t.Errorf("got an object without an id: %+v", created)
		}
		for backend, err := range client.FailoverBackends().All(t.Context()) {
			readable(t, err)
			if err == nil && backend.ID == "" {
				t.Errorf("got an object without an id: %+v", backend)
			}
		}
		edge, err := client.GetTLSEdge(t.Context(), "x")
		readable(t, err)
		if err == nil && edge.ID != "x" {
			t.Errorf("got another object: %+v", edge)
		}
		module := OAuthModuleSettings{Provider: OAuthProviderSettings{"idp_1": {ClientSecret: fuzzSecret}}}
		_, err = client.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", module, fuzzSecret)
		readable(t, err)
	})
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
		if status < 400 || status > 599 {
			status = http.StatusBadRequest
		}
		client := responding(t, status, contentType, body)
		module := OAuthModuleSettings{Provider: OAuthProviderSettings{"idp_1": {ClientSecret: fuzzSecret}}}
		_, err := client.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", module, fuzzSecret)
		if err == nil {
			t.Errorf("status %d counts as success", status)
		}
		readable(t, err)
	})
}
