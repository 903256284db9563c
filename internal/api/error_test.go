// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestError_readsAnyBody(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		contentType, body string
		want              api.Error
	}{
		"problem": {
			"application/problem+json", `{"title":"Invalid","detail":"bad list","code":"invalid","request_id":"r1","errors":[{"pointer":"#/backends/0","detail":"empty"}]}`,
			api.Error{Message: "Invalid: bad list", Code: "invalid", RequestID: "r1", Fields: []api.FieldError{{Pointer: "#/backends/0", Message: "empty"}}},
		},
		"HTML":               {"text/html; charset=utf-8", "<!doctype html><script>x()</script><title>Gone&nbsp;away</title>", api.Error{Message: "Gone away", Err: api.ErrNotJSON}},
		"empty":              {},
		"escape sequences":   {"", "red \x1b[31malert", api.Error{Message: "red  [31malert"}},
		"long":               {"", strings.Repeat("x", 1000), api.Error{Message: strings.Repeat("x", 512) + "…"}},
		"quotes the secrets": {"", `{"detail":"Bearer token-canary. and header-canary/ are wrong"}`, api.Error{Message: "Bearer (redacted) and (redacted) are wrong"}},
		// No error shows a secret, even if the client trims, rewrites, rounds or unescapes it.
		"a secret at the end":    {"", `{"title":"two  words","detail":"no token-canary."}`, api.Error{Message: "(redacted): no (redacted)"}},
		"a secret as a name":     {"", `{"errors":{"eyJ.canary[0].sig":"no"}}`, api.Error{Fields: []api.FieldError{{Pointer: "(redacted)", Message: "no"}}}},
		"a secret as a number":   {"", `{"code":12345678901234567}`, api.Error{Code: "(redacted)"}},
		"a secret in a document": {"", `{"fault":"header-ca\u006eary\/","no":12345678901234567}`, api.Error{Message: `{"fault":"(redacted)","no":(redacted)}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", test.contentType)
				w.WriteHeader(http.StatusBadRequest)
				_, _ = w.Write([]byte(test.body))
			})
			client := s.client(t, func(c *api.Config) {
				c.Token = "token-canary."
				c.Headers = map[string]string{"X-Key": "header-canary/", "X-Jwt": "eyJ.canary[0].sig", "X-Token": "12345678901234567", "X-Password": "two  words"}
			})
			_, err := client.GetFailoverBackend(t.Context(), "x")
			got, _ := errors.AsType[*api.Error](err)
			want := &test.want
			want.Operation, want.Method, want.URL, want.Kind = `read failover backend "x"`, "GET", s.URL+"/backends/failover/x", api.Refused
			difference := cmp.Diff(want, got, cmpopts.IgnoreUnexported(api.Error{}), cmpopts.IgnoreFields(api.Error{}, "Err", "Served"))
			if difference != "" || !errors.Is(got.Err, want.Err) {
				t.Errorf("got %v; (-want +got):\n%s", err, difference)
			}
		})
	}
}

// Each response leads to the correct result, or to a readable error without secrets. If a
// retry would not help, the client sends only one request.
func TestClient_hostileResponses(t *testing.T) {
	t.Parallel()
	labeled := func(contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = []string{contentType}
			_, _ = w.Write([]byte(body))
		}
	}
	text := func(body string) http.HandlerFunc { return labeled("application/json", body) }
	for name, test := range map[string]struct {
		handler  http.HandlerFunc
		wantErr  string
		requests int
	}{
		"without an end":       {endless, api.ErrResponseTooLarge.Error(), 1},
		"half a document":      {text(`{"id":"x","uri":`), "the response is not JSON", 1},
		"nothing":              {text(""), "the response is not JSON", 1},
		"null":                 {text("null"), "it has no id", 1},
		"a list":               {text("[]"), "a value of the wrong type at", 1},
		"another object":       {text(`{"id":"y"}`), "describes another object", 1},
		"no id":                {text(`{}`), "it has no id", 1},
		"a member twice":       {text(`{"id":"y","id":"x","uri":"u"}`), "", 1},
		"no timestamp":         {text(`{"id":"x","created_at":"yesterday"}`), "", 1},
		"deep nesting":         {text(`{"id":"x","extra":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`), "the response is not JSON", 1},
		"unknown members":      {text(`{"id":"x","extra":{"more":[1,2,3]}}`), "", 1},
		"a page that signs in": {text("<html><title>Sign in</title></html>"), api.ErrNotJSON.Error(), 1},
		"JSON with no label":   {labeled("", "\n {\"id\":\"x\"}"), "", 1},
		"JSON as a page":       {labeled("text/html; charset=utf-8", `{"id":"x"}`), "", 1},
		"JSON as a bad label":  {labeled(";", `{"id":"x"}`), "", 1},
		"not UTF-8":            {text("{\"id\":\"x\",\"uri\":\"\xff\xfe\"}"), "", 1},
		"a body that breaks":   {raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":\"x\""), "broke off", 3},
		"a bad header":         {raw("HTTP/1.1 200 OK\r\ncanary\x1b[31m\r\n\r\n{}"), "malformed MIME header", 3},
		"other protocol":       {raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: canary\r\n\r\n{}"), "responded 101", 3},
		"not HTTP":             {raw("canary\x1b[31m\r\n"), "malformed HTTP", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handler)
			client := s.client(t, func(c *api.Config) { c.Token = "canary" })
			found, err := client.GetFailoverBackend(t.Context(), "x")
			wantError(t, err, test.wantErr)
			if err != nil && strings.ContainsAny(err.Error(), "\x1b\r\n") || err != nil && strings.Contains(err.Error(), "canary") {
				t.Errorf("got %q", err)
			}
			if err == nil && found.ID != "x" {
				t.Errorf("got %+v", found)
			}
			if made := s.operations(); len(made) != test.requests {
				t.Errorf("expected %d requests, got %v", test.requests, made)
			}
		})
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	chunk := []byte(strings.Repeat(" ", 1<<20))
	for r.Context().Err() == nil {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// raw returns a handler that sends exactly this response, even if it is invalid HTTP.
// After status 101, the connection stays open until the client closes it.
func raw(response string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(connection, response)
		if strings.Contains(response, " 101 ") {
			_, _ = connection.Read(make([]byte, 1))
		}
		_ = connection.Close()
	}
}

// A service may respond to a read with secrets that the provider does not know. No error
// contains them, whatever the status and the form of the response.
func TestError_secretsOfOthers(t *testing.T) {
	t.Parallel()
	const module = `{"enabled":true,"provider":{"idp_2":{"client_id":"app","client_secret":"canary"}}}`
	for name, test := range map[string]struct {
		status int
		body   string
		says   string // what the error still says
	}{
		"200, byte order mark":      {200, "\ufeff" + module, "the response is not JSON"},
		"200, trailing text":        {200, module + "\nok", "the response is not JSON"},
		"200, another object":       {200, `{"client_secret":"canary"}`, "the response is not an OAuth module"},
		"200, a text":               {200, "client_secret=canary", "the response is not JSON"},
		"409, the present module":   {409, `{"current":` + module + `}`, `"client_id":"app"`},
		"500, the module":           {500, module, `"client_id":"app"`},
		"404, trailing text":        {404, module + " not found", "404 Not Found"},
		"422, in a message":         {422, `{"detail":"bad body {\"client_secret\":\"canary\",\"scopes\":[]}"}`, "bad body"},
		"422, twice encoded":        {422, `{"detail":"bad body {\\\"client_secret\\\":\\\"canary\\\"}"}`, "bad body"},
		"422, a dump":               {422, `{"detail":"bad {ClientID:app ClientSecret:canary Scopes:[]}"}`, "ClientID:app"},
		"422, a form":               {422, "client_id=app&client_secret=canary", "client_id=app"},
		"422, name and value":       {422, `{"details":[{"name":"client_secret","reason":"weak","value":"canary"}]}`, "weak"},
		"422, name, another value":  {422, `{"details":[{"property":"client_secret","reason":"weak","rejectedValue":"canary"}]}`, "weak"},
		"422, value before a name":  {422, `{"details":[{"actual":"canary","member":"clientSecret","reason":"weak"}]}`, "weak"},
		"422, value before a place": {422, `{"details":[{"input":"canary","loc":["body","client_secret"],"type":"weak"}]}`, "weak"},
		"422, value at a pointer":   {422, `{"errors":[{"pointer":"/provider/idp_2/client_secret","value":"canary"}]}`, "/idp_2/client_secret (redacted)"},
		"422, a field with a value": {422, `{"errors":{"client_secret":[{"rejected":"canary"}]}}`, "client_secret (redacted)"},
		"422, beside the name":      {422, `{"detail":"client_secret \"canary\" is weak"}`, "is weak"},
		"422, for Python":           {422, `{"detail":"bad {u'client_secret': u'canary'}"}`, "bad"},
		"422, for HTML":             {422, `{"detail":"bad {&quot;client_secret&quot;:&quot;canary&quot;}"}`, "bad"},
		"422, for a URL":            {422, `{"detail":"bad %7B%22client_secret%22%3A%22canary%22%7D"}`, "bad"},
		"422, in a tag":             {422, `{"detail":"bad <client_secret>canary</client_secret>"}`, "bad"},
		"422, in a URL":             {422, `{"detail":"no https://app:canary@example.com/"}`, "@example.com"},
		"422, a header":             {422, `{"detail":"no Authorization: Bearer canary"}`, "no Authorization: Bearer (redacted)"},
		"422, a header as a value":  {422, `{"detail":"no Authorization=Basic canary here"}`, "no Authorization=Basic (redacted) here"},
		"422, name in a message":    {422, `{"detail":"bad {\"name\":\"client_secret\",\"value\":\"canary\"}"}`, "bad"},
		"422, a list":               {422, `{"violations":{"client_secret":["canary"]}}`, "client_secret"},
		"422, an object":            {422, `{"violations":{"client_secret":{"old":{"is":"canary"}}}}`, "client_secret"},
		"422, a number":             {422, `{"violations":{"secret":{"canary":1},"api_key":4711}}`, "violations"},
		"422, prose":                {422, `{"detail":"client_secret: is required"}`, "client_secret: is required"},
		"422, a field":              {422, `{"errors":{"client_secret":"is required"}}`, "client_secret is required"},
		"422, a field with a list":  {422, `{"errors":{"client_secret":["is required"]}}`, "client_secret is required"},
		"422, a syntax error":       {422, `{"detail":"Unexpected token '<' in JSON"}`, "Unexpected token '<' in JSON"},
		"422, encoded prose":        {422, `{"detail":"client_secret is 100%25 required &amp; missing"}`, "client_secret is 100%25 required &amp; missing"},
		"422, another name in text": {422, `{"detail":"max_retries=5 and auth_check_interval:7"}`, "max_retries=5 and auth_check_interval:7"},
	} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, test.body)
		})
		client := s.client(t, func(c *api.Config) { c.Undocumented, c.MaxRetries = api.UndocumentedOperations(), 0 })
		_, err := client.GetRouteOAuth(t.Context(), "e", "r")
		if err == nil || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "4711") || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
