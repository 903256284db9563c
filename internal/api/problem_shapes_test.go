// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// refused returns the error of a read that is answered with status and body.
func refused(t *testing.T, status int, contentType, body string) *api.Error {
	t.Helper()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		// Nil keeps the server from guessing one.
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	_, err := s.client(t, func(c *api.Config) { c.Token = "canary-token"; c.MaxRetries = 0 }).GetFailoverBackend(t.Context(), "x")
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	return failure
}

// The service's own words arrive, whatever the shape that it has put them in.
func TestError_shapesOfJSON(t *testing.T) {
	t.Parallel()
	field := func(pairs ...string) []api.FieldError {
		var fields []api.FieldError
		for pair := range slices.Chunk(pairs, 2) {
			fields = append(fields, api.FieldError{Pointer: pair[0], Message: pair[1]})
		}
		return fields
	}
	for body, want := range map[string]struct {
		message, code, id string
		fields            []api.FieldError
	}{
		`{"errors":{"backends":["is unknown","is short"],"module.ids[0]":"is empty"}}`: {
			fields: field("/backends", "is unknown", "/backends", "is short", "/module/ids/0", "is empty")},
		`{"errors":{"backends":[{"message":"is unknown"}]}}`:                                        {fields: field("/backends", "is unknown")},
		`{"errors":{"message":"too many"}}`:                                                         {message: "too many"},
		`{"error_code":"E1","status_code":400,"msg":"no","details":"quota"}`:                        {message: "no; quota", code: "E1"},
		`{"error_code":"E1","msg":"no","details":["a","b"]}`:                                        {message: "no; a; b", code: "E1"},
		`{"msg":"no","details":{"limit":5,"kind":"soft"}}`:                                          {message: `no; {"kind":"soft"}`},
		`{"msg":"no","details":{"reason":"quota","request_id":"r9"}}`:                               {message: "no; quota", id: "r9"},
		`{"errors":[{"detail":"over quota"},{"pointer":"/backends/0","detail":"is empty"}]}`:        {message: "over quota", fields: field("/backends/0", "is empty")},
		`{"title":"Invalid","errors":[{"pointer":"/backends","detail":"is empty"}]}`:                {message: "Invalid", fields: field("/backends", "is empty")},
		`{"detail":["one",{"msg":"two"}]}`:                                                          {message: "one; two"},
		`{"detail":[{"loc":["body","backends",0],"msg":"is empty","type":"value_error"}]}`:          {fields: field("/backends/0", "is empty")},
		`{"errors":[{"source":{"pointer":"/data/x"},"title":"Invalid","detail":"is not allowed"}]}`: {fields: field("/data/x", "Invalid: is not allowed")},
		`{"errors":[{"resource":"Thing","field":"backends","code":"missing"}]}`:                     {fields: field("/backends", `{"resource":"Thing"}`)},
		`{"errors":[{"field":"backends","code":"missing"}]}`:                                        {fields: field("/backends", "missing")},
		`{"errors":[{"pointer":"#/a%20b/0","detail":"is wrong"}]}`:                                  {fields: field("/a b/0", "is wrong")},
		`{"error":["one"]}`: {message: "one"},
		`{"error":{"errors":[{"message":"one","reason":"two"}]}}`: {message: "one: two"},
		`{"reason":"asleep"}`: {message: "asleep"},
		`{"kind":"Status","status":"Failure","message":"no","reason":"Forbidden"}`:                   {message: `no: Forbidden; {"kind":"Status"}`},
		`{"status":{"message":"asleep","requestId":17}}`:                                             {message: "asleep", id: "17"},
		`{"Message":"asleep","RequestID":"r1"}`:                                                      {message: "asleep", id: "r1"},
		`{"meta":{"deep":[{"request_id":"r2"}]},"msg":"no"}`:                                         {message: "no", id: "r2"},
		`{"status":400,"error":"Bad Request","message":"no","path":"/backends","timestamp":"today"}`: {message: "Bad Request: no"},
		`{"title":"Not found","detail":"Not found: no such backend"}`:                                {message: "Not found: no such backend"},
		`{"fault":{"faultstring":"no <canary-token>"}}`:                                              {message: `{"fault":{"faultstring":"no <(redacted)>"}}`},
		`{"status":404}`:           {message: `{"status":404}`},
		`{"ok":false,"result":{}}`: {},
		`"plain"`:                  {message: "plain"},
		`null`:                     {},
	} {
		got := refused(t, http.StatusUnprocessableEntity, "text/html", body)
		if got.Message != want.message || got.Code != want.code || got.RequestID != want.id || !slices.Equal(got.Fields, want.fields) {
			t.Errorf("%s\n\tgot message %q, code %q, request id %q, fields %q", body, got.Message, got.Code, got.RequestID, got.Fields)
		}
		if errors.Is(got, api.ErrNotJSON) {
			t.Errorf("%s: taken for something other than JSON", body)
		}
	}
}

func TestError_pages(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>": "502 Bad Gateway nginx",
		"<title>Sign in</title><p>Give your name</p>":                                                            "Sign in: Give your name",
		"<style>b{}</style><script>if(a<b)c()</script><!-- no --><b>Gone&nbsp;away</b>":                          "Gone away",
		"<html>": "",
		strings.Repeat("<script ", 10_000) + strings.Repeat("<!-- -->", 10_000): "",
	} {
		got := refused(t, http.StatusBadGateway, "", body)
		if got.Message != want || !errors.Is(got, api.ErrNotJSON) {
			t.Errorf("%.60q: got message %q", body, got.Message)
		}
	}
}

// JSON is read whatever it is labelled as, also where it says that the service
// has acted.
func TestClient_readsJSONUnderAnyLabel(t *testing.T) {
	t.Parallel()
	for _, contentType := range []string{"", "text/html; charset=utf-8", "text/plain", "application/octet-stream", ";"} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if contentType != "" {
				w.Header().Set("Content-Type", contentType)
			}
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte("\n" + ` {"id":"made","backends":[]}`))
		})
		created, err := s.client(t, nil).CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
		if err != nil || created.ID != "made" {
			t.Errorf("%q: got %v, %v", contentType, created, err)
		}
	}
}

// Whatever its size, an answer makes an error that a person can read, soon, and
// within a small multiple of its size.
func TestError_isBounded(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`{"pointer":"/backends/0","detail":"is wrong"},`, 50_000)
	for name, test := range map[string]struct {
		body   string
		fields int
		more   int
	}{
		"50,000 field errors":  {`{"errors":[` + strings.TrimRight(many, ",") + `]}`, 20, 49_980},
		"15 MiB of objects":    {`{"errors":[` + strings.Repeat("{},", 5<<20) + `{}]}`, 0, 5<<20 - 19},
		"15 MiB of members":    {`{"errors":{` + strings.Repeat(`"a":{},`, 2<<20) + `"b":[]}}`, 0, 0},
		"a message of 8 MiB":   {`{"detail":"` + strings.Repeat("ü", 4<<20) + `"}`, 0, 0},
		"a text of 8 MiB":      {strings.Repeat("ü", 4<<20), 0, 0},
		"a page of 8 MiB":      {"<p>" + strings.Repeat("ü", 4<<20), 0, 0},
		"a thousand deep":      {strings.Repeat(`{"error":`, 1000) + `"x"` + strings.Repeat("}", 1000), 0, 0},
		"a pointer of 8 MiB":   {`{"errors":[{"pointer":"/` + strings.Repeat("/0", 4<<20) + `","detail":"x"}]}`, 1, 0},
		"a list of many lists": {`{"errors":[` + strings.Repeat("["+strings.Repeat("[1],", 50)+"[1]],", 50) + `[]]}`, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := refused(t, http.StatusUnprocessableEntity, "application/json", test.body)
			if len(got.Fields) != test.fields || test.more > 0 && got.MoreFields != test.more {
				t.Errorf("got %d fields and %d more", len(got.Fields), got.MoreFields)
			}
			if text := got.Error(); len(text) > 32<<10 || !utf8.ValidString(text) {
				t.Errorf("the error has %d bytes", len(text))
			}
			if len(got.Message) > 512+len("…") {
				t.Errorf("the message has %d bytes", len(got.Message))
			}
		})
	}
}
