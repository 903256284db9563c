// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/problem"
)

func read(contentType, body string) problem.Problem {
	return problem.Read(http.Header{"Content-Type": {contentType}}, []byte(body))
}

// The service's own words are read from any shape.
func TestRead_JSON(t *testing.T) {
	t.Parallel()
	field := func(pairs ...string) []problem.Field {
		var fields []problem.Field
		for pair := range slices.Chunk(pairs, 2) {
			fields = append(fields, problem.Field{Pointer: pair[0], Message: pair[1]})
		}
		return fields
	}
	for body, want := range map[string]struct {
		message, code, id string
		fields            []problem.Field
	}{
		`{"errors":{"backends":["is unknown","is short"],"module.ids[0]":"is empty"}}`: {
			fields: field("/backends", "is unknown", "/backends", "is short", "/module/ids/0", "is empty")},
		`{"errors":{"backends":[{"message":"is unknown"}]}}`:                                        {fields: field("/backends", "is unknown")},
		`{"errors":{"message":"too many"}}`:                                                         {message: "too many"},
		`{"error_code":"E1","status_code":400,"msg":"no","details":"quota"}`:                        {message: "no: quota", code: "E1"},
		`{"error_code":"E1","msg":"no","details":["a","b"]}`:                                        {message: "no; a; b", code: "E1"},
		`{"msg":"no","details":{"limit":5,"kind":"soft"}}`:                                          {message: `no; {"kind":"soft","limit":5}`},
		`{"msg":"no","details":{"reason":"quota","request_id":"r9"}}`:                               {message: "no; quota", id: "r9"},
		`{"errors":[{"detail":"over quota"},{"pointer":"/backends/0","detail":"is empty"}]}`:        {message: "over quota", fields: field("/backends/0", "is empty")},
		`{"title":"Invalid","errors":[{"pointer":"/backends","detail":"is empty"}]}`:                {message: "Invalid", fields: field("/backends", "is empty")},
		`{"detail":["one",{"msg":"two"}]}`:                                                          {message: "one; two"},
		`{"detail":[{"loc":["body","backends",0],"msg":"is empty","type":"value_error"}]}`:          {message: `is empty; {"loc":["body","backends",0],"type":"value_error"}`},
		`{"errors":[{"source":{"pointer":"/data/x"},"title":"Invalid","detail":"is not allowed"}]}`: {message: `Invalid: is not allowed; {"source":{"pointer":"/data/x"}}`},
		`{"errors":[{"resource":"Thing","field":"backends","code":"missing"}]}`:                     {fields: field("/backends", `missing; {"resource":"Thing"}`)},
		`{"errors":[{"field":"backends","code":"missing"}]}`:                                        {fields: field("/backends", "missing")},
		`{"errors":[{"pointer":"#/a%20b/0","detail":"is wrong"}]}`:                                  {fields: field("/a b/0", "is wrong")},
		`{"error":["one"]}`: {message: "one"},
		`{"error":{"errors":[{"message":"one","reason":"two"}]}}`: {message: "one: two"},
		`{"reason":"asleep"}`: {message: "asleep"},
		`{"kind":"Status","status":"Failure","message":"no","reason":"Forbidden"}`:                   {message: `no: Forbidden; {"kind":"Status","status":"Failure"}`},
		`{"status":{"message":"asleep","requestId":17}}`:                                             {message: `{"status":{"message":"asleep","requestId":17}}`},
		`{"Message":"asleep","RequestID":"r1"}`:                                                      {message: "asleep", id: "r1"},
		`{"meta":{"deep":[{"request_id":"r2"}]},"msg":"no"}`:                                         {message: `no; {"meta":{"deep":[{"request_id":"r2"}]}}`},
		`{"status":400,"error":"Bad Request","message":"no","path":"/backends","timestamp":"today"}`: {message: `Bad Request: no; {"path":"/backends","timestamp":"today"}`},
		`{"title":"Not found","detail":"Not found: no such backend"}`:                                {message: "Not found: no such backend"},
		`{"fault":{"faultstring":"no <x>"}}`:                                                         {message: `{"fault":{"faultstring":"no <x>"}}`},
		`{"status":404}`:                                                                             {},
		`{"status":404,"limit":7}`:                                                                   {message: `{"limit":7}`},
		`{"code":{"deep":"x"}}`:                                                                      {message: `{"code":{"deep":"x"}}`},
		`{"field":{"deep":"x"}}`:                                                                     {message: `{"field":{"deep":"x"}}`},
		`{"request_id":["r"]}`:                                                                       {message: `{"request_id":["r"]}`},
		`{"code":"A","error_code":"B"}`:                                                              {message: `{"error_code":"B"}`, code: "A"},
		`{"field":"a","pointer":"b","msg":"no"}`:                                                     {fields: field("/a", `no; {"pointer":"b"}`)},
		`{"errors":[{"code":"A","msg":"one"},{"code":"A","msg":"two"},{"code":"B","msg":"three B"}]}`: {message: "one; two; three B", code: "A"},
		`["one","one"]`: {message: "one"},
		`{"request_id":"r1","details":{"operation_id":"r1"}}`:              {id: "r1"},
		`{"kind":"Status","status":"Failure"}`:                             {message: `{"kind":"Status","status":"Failure"}`},
		`{"ok":false,"result":{}}`:                                         {},
		`{"details":{"operation_id":"op_1"}}`:                              {id: "op_1"},
		`{"msg":"no","request_id":"r1","details":{"operation_id":"op_1"}}`: {message: "no", id: "r1, op_1"},
		`{"details":{"field":"some words"}}`:                               {message: `{"field":"some words"}`},
		`{"details":{"pointer":"/backends","details":[]}}`:                 {message: `{"field":"/backends"}`},
		`{"errors":[{"code":"A","detail":"one"},{"code":"B","detail":"two"},{"code":"A","detail":"has A"},{"code":"C"}]}`: {message: "one; two (B); has A; C"},
		`{"type":"https://example.com/bad","title":"Bad","status":422,"detail":"no","instance":"/errors/7"}`:              {message: "Bad: no"},
		`{"type":"quota","error_description":"too many"}`:                                                                 {message: `{"error_description":"too many","type":"quota"}`},
		`"plain"`: {message: "plain"},
		`null`:    {},
	} {
		got := read("text/html", body)
		if got.Message != want.message || got.Code != want.code || got.RequestID != want.id || !slices.Equal(got.Fields, want.fields) {
			t.Errorf("%s\n\tgot %+v", body, got)
		}
		if got.IsPage {
			t.Errorf("%s: taken for a page", body)
		}
	}
}

func TestRead_pages(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>": "502 Bad Gateway nginx",
		"<title>Sign in</title><p>Give your name</p>":                                                            "Sign in: Give your name",
		"<style>b{}</style><script>if(a<b)c()</script><!-- no --><b>Gone&nbsp;away</b>":                          "Gone away",
		"<html>": "",
		strings.Repeat("<script ", 10_000) + strings.Repeat("<!-- -->", 10_000): "",
	} {
		got := read("", body)
		if got.Message != want || !got.IsPage {
			t.Errorf("%.60q: got message %q", body, got.Message)
		}
	}
}

// An answer that is neither JSON nor a page is text, and its first line is read.
func TestRead_text(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"":                          "",
		" \r\n first\nsecond ":      "first",
		`{"id": "bfo_`:              `{"id": "bfo_`,
		`{} {}`:                     `{} {}`,
		"\ufeff{}":                  "\ufeff{}",
		strings.Repeat("x", 20_000): strings.Repeat("x", 16<<10),
	} {
		got := read("application/json", body)
		if got.Message != want || got.IsPage {
			t.Errorf("%.60q: got %.60q", body, got.Message)
		}
	}
}
