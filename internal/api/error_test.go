// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"strings"
	"testing"
	"time"

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
		small, large := timeFor(5<<10), timeFor(250<<10)
		for try := 1; large > 10*small && try < 5; try++ { // another test may have taken the time
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
