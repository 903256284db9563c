// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// No error shows a secret, even if the client trims, rewrites, rounds or unescapes it.
func TestError_readsAnyBody(t *testing.T) {
	t.Parallel()
	config := Config{Token: "token-canary.", Headers: map[string]string{
		"X-Key": "header-canary/", "X-Jwt": "eyJ.canary[0].sig", "X-Token": "12345678901234567", "X-Password": "two  words",
	}}
	for body, want := range map[string]Error{
		`{"title":"Invalid","detail":"bad list","code":"invalid","request_id":"r1","errors":[{"pointer":"#/backends/0","detail":"empty"}]}`: {
			Message: "Invalid: bad list", Code: "invalid", RequestID: "r1", Fields: []FieldError{{Pointer: "#/backends/0", Message: "empty"}},
		},
		`{"title":"two  words","detail":"no token-canary.","code":12345678901234567,"errors":{"eyJ.canary[0].sig":"no"}}`: {
			Message: "(redacted): no (redacted)", Code: "(redacted)", Fields: []FieldError{{Pointer: "(redacted)", Message: "no"}},
		},
		`{"errors":[{"field":"client_secret","message":"too short","input":"canary of another"}]}`: {
			Fields: []FieldError{{Pointer: "client_secret", Message: "too short; (redacted)"}},
		},
		`{"message":"no","input":{"client_secret":"canary of another"}}`:   {Message: `no; {"input":{"client_secret":(redacted)},"message":"no"}`},
		`{"fault":"header-ca\u006eary\/","no":12345678901234567}`:          {Message: `{"fault":"(redacted)","no":(redacted)}`},
		"<!doctype html><script>x()</script><title>Gone&nbsp;away</title>": {Message: "Gone away", Err: ErrNotJSON},
	} {
		err := errorOf(serve(t, config, always(400, body)).FailoverBackends.Get(t.Context(), "x"))
		got, _ := errors.AsType[*Error](err)
		want.Operation, want.Class = `read failover backend "x"`, Refused
		want.Method, want.URL = "GET", "https://api.example.com/backends/failover/x"
		difference := cmp.Diff(&want, got, cmpopts.IgnoreUnexported(Error{}), cmpopts.IgnoreFields(Error{}, "Err", "Sent"))
		isNamed := strings.Contains(err.Error(), ", code "+want.Code+", request id "+want.RequestID)
		if difference != "" || !errors.Is(got.Err, want.Err) || want.RequestID != "" && !isNamed {
			t.Errorf("got %v; (-want +got):\n%s", err, difference)
		}
	}
}

// A large response takes not much longer than a small one, even if everything in it looks
// like a secret, because only what an error shows is redacted.
func TestError_ofALargeBody(t *testing.T) {
	t.Parallel()
	const words = "The token of https://api.example.com is &amp; not valid, client_secret=canary "
	for name, test := range map[string]struct{ first, repeated, last string }{
		"a page":           {"<html><title>Bad gateway</title>", "<p>" + words, ""},
		"a line":           {"", words, ""},
		"a message":        {`{"message":"`, words, `"}`},
		"a document":       {`{"fault":"`, words, `"}`},
		"fields":           {`{"errors":[`, `{"pointer":"/provider","detail":"client_secret=canary"},`, `{}]}`},
		"the same message": {`{"errors":[`, `{"detail":"client_secret=canary"},`, `{}]}`},
	} {
		timeFor := func(bytes int) time.Duration {
			s := serve(t, Config{}, always(400, test.first+strings.Repeat(test.repeated, bytes/len(test.repeated))+test.last))
			begin := time.Now()
			if err := errorOf(s.FailoverBackends.Get(t.Context(), "x")); err == nil || strings.Contains(err.Error(), "canary") {
				t.Errorf("%s: got %v", name, err)
			}
			return time.Since(begin)
		}
		small, large := time.Duration(0), time.Duration(1)
		for try := 0; large > 10*small && try < 5; try++ { // another test may have taken the time
			small, large = timeFor(5<<10), timeFor(250<<10)
		}
		if large > 10*small {
			t.Errorf("%s: took %s, and %s for a small response", name, large, small)
		}
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
		"200, trailing text":        {200, module + "\nok", "the response is not JSON"},
		"200, another object":       {200, `{"client_secret":"canary"}`, "the response is not an OAuth module"},
		"404, trailing text":        {404, module + " not found", "404 Not Found: the service does not offer this operation"},
		"409, the present module":   {409, `{"current":` + module + `}`, `"client_id":"app"`},
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
		err := errorOf(serve(t, Config{}, always(test.status, test.body)).GetRouteOAuth(t.Context(), "e", "r"))
		if err == nil || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "4711") || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

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
		created, _, err := s.FailoverBackends.Create(t.Context(), FailoverBackendSettings{})
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
