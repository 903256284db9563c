// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/problem"
)

// redact replaces secrets that [problem.Read] trims or rewrites.
func redact(text string) string {
	return strings.NewReplacer("se.cret[0].", "(redacted)", "two  words", "(redacted)", `a/"b&<`, "(redacted)", `a/\"b&<`, "(redacted)", "12345678901234500", "(redacted)").Replace(text)
}

func TestRead_JSON(t *testing.T) {
	t.Parallel()
	type want = problem.Problem
	field := func(pointer, message string) []problem.Field {
		return []problem.Field{{Pointer: pointer, Message: message}}
	}
	for body, want := range map[string]want{
		// members of RFC 9457, and other names for these members
		`{"type":"https://example.com/bad","title":"Bad","status":422,"detail":"no.","instance":"/errors/7"}`: {Message: "Bad: no"},
		`{"error_code":"E1","status_code":422,"msg":"no","details":{"request_id":"op_1"}}`:                    {Message: "no", Code: "E1", RequestID: "op_1"},
		`{"code":"A","error_code":"A","message":"no","detail":"no","requestId":"r1"}`:                         {Message: "no", Code: "A", RequestID: "r1"},
		`{"error":{"code":42,"message":"deep"}}`:                                                              {Message: "deep", Code: "42"},
		`{"error":"one.","detail":["two;",{"msg":"three"}],"message":null,"errors":[]}`:                       {Message: "one; two; three"},
		`["one",2,"one"]`: {Message: "one; 2"},
		`"plain"`:         {Message: "plain"},
		`null`:            {},

		// complaints about members
		`{"errors":[{"detail":"over quota"},{"pointer":"#/backends/0","detail":"is empty","code":"C"}]}`: {Message: "over quota", Fields: field("#/backends/0", "is empty")},
		`{"title":"Invalid","errors":{"module.ids[0]":["is short"]}}`:                                    {Message: "Invalid", Fields: field("module.ids[0]", "is short")},
		`{"errors":{"backends":[{"message":"is unknown"}]}}`:                                             {Fields: field("backends", "is unknown")},
		`{"errors":[{"field":"backends","code":"missing"}]}`:                                             {Fields: field("backends", "missing")},
		`{"errors":[{"resource":"Thing","field":"backends","code":"missing"}]}`:                          {Fields: field("backends", `missing; {"code":"missing","field":"backends","resource":"Thing"}`)},
		`{"errors":{"backends":["is short","is unknown"]}}`:                                              {Fields: field("backends", "is short; is unknown")},

		// If no well-known member has content, the message is the whole document.
		`{"fault":{"faultstring":"no"},"limit":7}`:     {Message: `{"fault":{"faultstring":"no"},"limit":7}`},
		`{"type":"quota", "code":{"deep":"x"}}`:        {Message: `{"code":{"deep":"x"},"type":"quota"}`},
		`{"ok":false,"msg":"","id":12345678901234567}`: {Message: `{"id":12345678901234567,"msg":"","ok":false}`},

		// If other members have content too, the whole object follows: text, lists and objects.
		`{"message":"no.","violations":["x"],"ok":true}`:                                {Message: `no; {"message":"no.","ok":true,"violations":["x"]}`},
		`{"detail":[{"loc":["body","hostports",0],"msg":"field required"}]}`:            {Message: `field required; {"loc":["body","hostports",0],"msg":"field required"}`},
		`{"errors":[{"status":"422","detail":"no","source":{"pointer":"/data/x"}}]}`:    {Message: `no; {"detail":"no","source":{"pointer":"/data/x"},"status":"422"}`},
		`{"error":"invalid_request","error_description":"x"}`:                           {Message: `invalid_request; {"error":"invalid_request","error_description":"x"}`},
		`{"message":"no","fields":{"hostports":"expected a set"}}`:                      {Message: `no; {"fields":{"hostports":"expected a set"},"message":"no"}`},
		`{"error":{"type":"card_error","message":"no","param":"backends"}}`:             {Message: `no; {"message":"no","param":"backends","type":"card_error"}`},
		`{"title":"Bad","invalid-params":[{"name":"x","reason":"y"}]}`:                  {Message: `Bad; {"invalid-params":[{"name":"x","reason":"y"}],"title":"Bad"}`},
		`{"field":["a"],"message":"no"}`:                                                {Message: `no; {"field":["a"],"message":"no"}`},
		`{"title":"Bad","status":422,"traceId":"00-1","errors":{"backends":["short"]}}`: {Message: "Bad", Fields: field("backends", "short")},
		`{"msg":"no","limit":5,"no":[],"left":"","ok":true,"result":null,"meta":{}}`:    {Message: "no"},
		`{"msg":"no","input":"se.cret[0]."}`:                                            {Message: `no; {"input":"(redacted)","msg":"no"}`},

		`{"message":"no","details":{"limit":5,"<":"é"}}`: {Message: `no; {"<":"é","limit":5}`},
		`{"errors":[{"field":"a","limit":5},{}]}`:        {Fields: field("a", `{"field":"a","limit":5}`)},
		`{"errors":{"message":"no","edge":{"limit":5}}}`: {Message: "no", Fields: field("edge", `{"limit":5}`)},

		// Each decoded text is redacted before it is changed.
		`{"title":"two  words","detail":"bad se.cret[0].","code":12345678901234500}`: {Message: "(redacted): bad (redacted)", Code: "(redacted)"},
		`{"errors":{"se.cret[0].":"no"}}`:                                            {Fields: field("(redacted)", "no")},
		`{"se.cret[0].":["a\/\u0022b\u0026<",12345678901234500,[null]]}`:             {Message: `{"(redacted)":["(redacted)",(redacted),[null]]}`},

		// texts that repeat the status
		`{"title":"Unprocessable Entity","status":422,"detail":"header.","code":"unprocessable_entity","error_code":"unprocessable_entity"}`: {Message: "header"},
		`{"error":"422 Unprocessable Entity","rule":"r1"}`: {Message: `{"error":"422 Unprocessable Entity","rule":"r1"}`},
		`{"errors":{"edge":"Unprocessable Entity"}}`:       {Message: `{"edge":"Unprocessable Entity"}`},
		`"Unprocessable entity."`:                          {},
	} {
		got := problem.Read(http.StatusUnprocessableEntity, http.Header{"Content-Type": {"text/html"}}, []byte(body), redact)
		if difference := cmp.Diff(want, got); difference != "" {
			t.Errorf("%s (-want +got)\n%s", body, difference)
		}
	}
}

func TestRead_otherBodies(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		contentType, body string
		want              problem.Problem
	}{
		"title":             {"", "<html><head><title>\n Not &amp; here</title></head><h1>Oh</h1>", problem.Problem{Message: "Not & here", IsHTML: true}},
		"heading":           {"text/html; charset=utf-8", "<header>a</header><h1 class=x>Oh</h1>", problem.Problem{Message: "Oh", IsHTML: true}},
		"title is status":   {"", "<title>502 Bad Gateway</title><h1>nginx</h1>", problem.Problem{IsHTML: true}},
		"no title":          {"", "<p>Gone", problem.Problem{IsHTML: true}},
		"labelled as page":  {"text/html", "asleep", problem.Problem{IsHTML: true}},
		"hostile page":      {"", strings.Repeat("<title ", 100_000), problem.Problem{IsHTML: true}},
		"text":              {"application/json", " \r\n first \nsecond ", problem.Problem{Message: "first"}},
		"text is status":    {"", "Bad Gateway\n", problem.Problem{}},
		"half a document":   {"", `{"id": "bfo_`, problem.Problem{}},
		"several documents": {"", `{} {}`, problem.Problem{}},
		"half a list":       {"", `[{"id": "bfo_`, problem.Problem{}},
		"half a list, text": {"", `["bfo_`, problem.Problem{}},
		"byte order mark":   {"", "\ufeff" + `{"id": "bfo_x"}`, problem.Problem{}},
		"a bracket in text": {"", "[error] no route", problem.Problem{Message: "[error] no route"}},
		"not UTF-8":         {"", "caf\xe9 closed", problem.Problem{}},
		"page, not UTF-8":   {"text/html", "<title>caf\xe9 closed</title>", problem.Problem{IsHTML: true}},
		"secret in a title": {"", "<title>Bad a/&quot;b&amp;&lt; of two  words</title>", problem.Problem{Message: "Bad (redacted) of (redacted)", IsHTML: true}},
		"secret in a tag":   {"", "<title>Bad a/\"b&<</title>", problem.Problem{Message: "Bad (redacted)", IsHTML: true}},
		"secret in a text":  {"", "bad se.cret[0].\n", problem.Problem{Message: "bad (redacted)"}},
		"markup in a title": {"", "<h1>\n502 <b>Bad</b></h1><h1>Oh</h1>", problem.Problem{Message: "502", IsHTML: true}},
		"title without end": {"", "<title></title><h1>Oh", problem.Problem{Message: "Oh", IsHTML: true}},
		"empty":             {},
	} {
		got := problem.Read(http.StatusBadGateway, http.Header{"Content-Type": {test.contentType}}, []byte(test.body), redact)
		if difference := cmp.Diff(test.want, got); difference != "" {
			t.Errorf("%s (-want +got)\n%s", name, difference)
		}
	}
}

func TestRead_requestIDInHeader(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		got := problem.Read(http.StatusConflict, http.Header{name: {"r1"}}, []byte(`{"request_id":"r2"}`), strings.Clone)
		if got.RequestID != "r1" {
			t.Errorf("%s: got %q", name, got.RequestID)
		}
	}
}

// Read takes little time, because it visits each member once.
func FuzzRead(f *testing.F) {
	for before, after := range map[string]string{`{"errors":`: "}", `{"errors":[`: "]}", "[": "]"} {
		const levels = 27
		f.Add([]byte(strings.Repeat(before, levels) + `"no"` + strings.Repeat(after, levels)))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		begin := time.Now()
		problem.Read(http.StatusConflict, nil, body, strings.Clone)
		if took := time.Since(begin); took > time.Second {
			t.Errorf("took %s", took)
		}
	})
}

// This test is not parallel, because it would also count the allocations of other tests.
func TestRead_memoryIsBounded(t *testing.T) { //nolint:paralleltest // see above
	for name, body := range map[string]string{
		"16 MiB of objects":  "[" + strings.Repeat("{},", 16<<20/3) + "{}]",
		"256 KiB of objects": "[" + strings.Repeat("{},", 256<<10/3-1) + "{}]",
		"256 KiB of values":  "[" + strings.Repeat(`{"a":0},`, 256<<10/8-1) + "{}]",
		"256 KiB of members": "{" + strings.Repeat(`"":0,`, 256<<10/5-2) + `"c":1}`,
		"256 KiB of lists":   "[" + strings.Repeat("[[]],", 256<<10/5-2) + "[]]",
		"256 KiB of texts":   "[" + strings.Repeat(`"text",`, 256<<10/7-1) + `""]`,
	} {
		response := []byte(body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		problem.Read(http.StatusBadRequest, nil, response, strings.Clone)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 48<<20 {
			t.Errorf("%s: allocated %d bytes for %d", name, allocated, len(body))
		}
	}
}
