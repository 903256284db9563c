// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact/redacttest"
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

// quoting is a response that contains a secret.
type quoting struct {
	status int
	header http.Header
	body   string
}

// placesFor returns responses that quote text in different places. The keys name the
// places.
func placesFor(text string) map[string]quoting {
	encoded, _ := json.Marshal(text)
	body := func(format string) string { return fmt.Sprintf(format, encoded) }
	inHeader := strings.NewReplacer("\r", " ", "\n", " ").Replace(text)
	escaped := url.PathEscape(text)
	return map[string]quoting{
		"message":        {400, nil, body(`{"title":"bad","detail":%s}`)},
		"field":          {422, nil, body(`{"errors":[{"pointer":"/provider","detail":%s}]}`)},
		"pointer":        {422, nil, body(`{"errors":[{"pointer":%s,"detail":"bad"}]}`)},
		"name of member": {422, nil, body(`{"errors":{%s:["bad"]}}`)},
		"code":           {400, nil, body(`{"msg":"bad","code":%s}`)},
		"request id":     {400, nil, body(`{"msg":"bad","meta":{"request_id":%s}}`)},
		"its header":     {400, http.Header{"X-Request-Id": {inHeader}}, `{"msg":"bad"}`},
		"unknown member": {400, nil, body(`{"unheard":[{"of":%s}]}`)},
		"text":           {400, nil, text},
		"page":           {502, nil, "<html><title>bad</title><b>" + text + "</b>"},
		"200 in text":    {200, nil, text},
		"another id":     {200, nil, body(`{"id":%s}`)},
		"redirect":       {307, http.Header{"Location": {"https://192.0.2.1/" + escaped}}, ""},
		"bad redirect":   {307, http.Header{"Location": {"https://[" + inHeader}}, ""},
		"own redirect":   {307, http.Header{"Location": {"https://api.example.com/" + escaped}}, ""},
		"next page":      {200, nil, body(`{"backends":[{"id":"x"}],"next_page_uri":%s}`)},
		"path of page":   {200, nil, `{"backends":[{"id":"x"}],"next_page_uri":"/` + escaped + `"}`},
	}
}

// A service may quote a secret in any place of a response, and in several forms. No error
// and no log entry contains the secret.
func TestSecrets_anyFormInAnyPlace(t *testing.T) {
	t.Parallel()
	const token, header, cookie, secret, former = "canary-token-4711", "canary header 4712", "canary-cookie-4713", "canary\"secret<4714>", "canary-former-4715"
	var response quoting
	config := Config{Token: token, Headers: map[string]string{"X-Key": header, "Cookie": "theme=dark; id=" + cookie}}
	client := scripted(t, config, func(req *http.Request) *http.Response {
		body := io.NopCloser(strings.NewReader(response.body))
		return &http.Response{StatusCode: response.status, Header: response.header.Clone(), Body: body, Request: req}
	})
	module := OAuthModuleSettings{Provider: OAuthProviderSettings{"idp_1": {ClientSecret: secret}}}
	for _, quoted := range []string{token, header, cookie, secret, former} {
		for form, text := range redacttest.Renderings(quoted) {
			for place, quoting := range placesFor(text) {
				response = quoting
				shown := operate(t, client, module, secret, former)
				if quoted != secret && quoted != former {
					shown = operate(t, client, OAuthModuleSettings{})
				}
				if strings.Contains(shown, quoted) || strings.Contains(shown, text) {
					t.Errorf("%q as %s in %s is in %s", quoted, form, place, shown)
				}
			}
		}
	}
}

// operate replaces an OAuth module and returns the errors and the log. If the module
// has no identity provider, operate also reads a TLS edge and lists the failover
// backends.
func operate(t *testing.T, client *Client, module OAuthModuleSettings, secrets ...string) string {
	t.Helper()
	var shown bytes.Buffer
	ctx := tflogtest.RootLogger(t.Context(), &shown)
	_, replaced := client.ReplaceRouteOAuth(ctx, "replace", "e", "r", module, secrets...)
	failures := []error{replaced}
	if !strings.Contains(shown.String(), "API request finished") {
		t.Errorf("nothing is logged: %s", shown.String())
	}
	if len(module.Provider) == 0 {
		_, read := client.GetTLSEdge(ctx, "x")
		failures = append(failures, read)
		for _, err := range client.FailoverBackends().All(ctx) {
			failures = append(failures, err)
		}
	}
	return fmt.Sprint(failures) + shown.String()
}
