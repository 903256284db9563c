// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"runtime"
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
		`{"message":"no","errors":{"backends":"no"}}`:                                               {message: "no", fields: field("/backends", "no")},
		`{"error":["one"]}`:                                       {message: "one"},
		`{"error":"forbidden"}`:                                   {message: "forbidden"},
		`{"error":{"code":42,"message":"deep"}}`:                  {message: "deep", code: "42"},
		`{"code":"E_1","message":"E_1: no"}`:                      {message: "E_1: no"},
		`{"code":"42","message":"no 42nd"}`:                       {message: "no 42nd", code: "42"},
		`{"code":"42","message":"no 42_"}`:                        {message: "no 42_", code: "42"},
		`{"code":"42","message":"no 1042"}`:                       {message: "no 1042", code: "42"},
		`["one",2]`:                                               {message: "one; 2"},
		`{"error":{"errors":[{"message":"one","reason":"two"}]}}`: {message: "one: two"},
		`{"reason":"asleep"}`:                                     {message: "asleep"},
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
		"<title>Gone</title> for ever":                                                  "Gone: for ever",
		"<title>Sign in</title><p>Give your name</p>":                                   "Sign in: Give your name",
		"<style>b{}</style><script>if(a<b)c()</script><!-- no --><b>Gone&nbsp;away</b>": "Gone away",
		"<html>": "",
		strings.Repeat("<script ", 10_000) + strings.Repeat("<!-- -->", 10_000): "",
	} {
		got := read("", body)
		if got.Message != want || !got.IsPage {
			t.Errorf("%.60q: got message %q", body, got.Message)
		}
	}
}

// What calls itself HTML is a page, even without a tag.
func TestRead_labelledAsPage(t *testing.T) {
	t.Parallel()
	if got := read("text/html; charset=utf-8", "asleep"); got.Message != "asleep" || !got.IsPage {
		t.Errorf("got %+v", got)
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

// Not parallel: allocations of other tests would count as well.
func TestRead_memoryIsBounded(t *testing.T) { //nolint:paralleltest // see above
	for name, body := range map[string]string{
		"16 MiB of objects":  "[" + strings.Repeat("{},", 16<<20/3) + "{}]",
		"256 KiB of objects": "[" + strings.Repeat("{},", 256<<10/3-1) + "{}]",
		"256 KiB of members": "{" + strings.Repeat(`"":0,`, 256<<10/5-2) + `"c":1}`,
		"256 KiB of lists":   "[" + strings.Repeat("[[]],", 256<<10/5-2) + "[]]",
	} {
		answer := []byte(body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		problem.Read(nil, answer)
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d bytes for %d", name, allocated, len(body))
		if allocated > 32<<20 {
			t.Errorf("%s: allocated %d bytes for %d", name, allocated, len(body))
		}
	}
}

// Whatever the shape of an answer, each word in it is shown.
func FuzzRead_losesNoWord(f *testing.F) {
	for _, document := range []string{
		`{"details":{"field":"some words"}}`, `{"a":[1,"b c",{"error":["d",{"field":"e"}]}],"errors":{"f":"g","h":{"code":"i"}},"code":"j"}`,
		`{"errors":[{"code":"A","field":"b","msg":"C"},{"pointer":"/d","error":{"request_id":"e"}}],"operation_id":"f"}`, `"plain words"`,
		`{"error":{"error":{"detail":{"reason":"deep"}},"x":"rest"},"status":"bad","status_code":400}`,
	} {
		f.Add(document)
	}
	word := regexp.MustCompile(`[A-Za-z0-9]+`)
	f.Fuzz(func(t *testing.T, document string) {
		var value any
		if json.Unmarshal([]byte(document), &value) != nil {
			t.Skip("not JSON")
		}
		got := read("", document)
		if got.MoreFields > 0 {
			return
		}
		all := []string{got.Message, got.Code, got.RequestID}
		for _, field := range got.Fields {
			all = append(all, field.Pointer, field.Message)
		}
		shown := strings.ToLower(strings.Join(all, " "))
		for _, text := range texts(value) {
			for _, word := range word.FindAllString(text, -1) {
				if !strings.Contains(shown, strings.ToLower(word)) {
					t.Errorf("%q of %s is not in %+v", word, document, got)
				}
			}
		}
	})
}

// texts returns the texts in a document but URIs, which are no words: those of
// RFC 9457 are not shown, and an escaped one is shown plain.
func texts(value any) []string {
	var found []string
	switch value := value.(type) {
	case string:
		if !strings.ContainsAny(value, ":/#") {
			found = append(found, value)
		}
	case []any:
		for _, element := range value {
			found = append(found, texts(element)...)
		}
	case map[string]any:
		for _, member := range value {
			found = append(found, texts(member)...)
		}
	}
	return found
}
