// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/problem"
)

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
		`{"errors":[{"detail":"over quota"},{"pointer":"#/backends/0","detail":"is empty","code":"C"}]}`: {Message: "over quota", Fields: field("/backends/0", "is empty")},
		`{"title":"Invalid","errors":{"module.ids[0]":["is short"]}}`:                                    {Message: "Invalid", Fields: field("/module/ids/0", "is short")},
		`{"errors":{"backends":[{"message":"is unknown"}]}}`:                                             {Fields: field("/backends", "is unknown")},
		`{"errors":[{"resource":"Thing","field":"backends","code":"missing"}]}`:                          {Fields: field("/backends", "missing")},

		// If no well-known member has content, the message is the whole document.
		`{"fault":{"faultstring":"no"},"limit":7}`:       {Message: `{"fault":{"faultstring":"no"},"limit":7}`},
		`{"message":"no.","violations":[{"why":"x"}]}`:   {Message: "no"},
		`{"type":"quota", "code":{"deep":"x"}}`:          {Message: `{"type":"quota","code":{"deep":"x"}}`},
		`{"ok":false,"msg":"","id":12345678901234567}`:   {Message: `{"ok":false,"msg":"","id":12345678901234567}`},
		`{"detail":[{"loc":["a"],"msg":"is required"}]}`: {Message: "is required"},

		// texts that repeat the status
		`{"title":"Unprocessable Entity","status":422,"detail":"header.","code":"unprocessable_entity","error_code":"unprocessable_entity"}`: {Message: "header"},
		`{"error":"422 Unprocessable Entity","rule":"r1"}`: {Message: `{"error":"422 Unprocessable Entity","rule":"r1"}`},
		`{"errors":{"edge":"Unprocessable Entity"}}`:       {Fields: field("/edge", "Unprocessable Entity")},
		`"Unprocessable entity."`:                          {},
	} {
		got := problem.Read(http.StatusUnprocessableEntity, http.Header{"Content-Type": {"text/html"}}, []byte(body))
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
		"title":             {"", "<html><head><title>\n Not &amp; here</title></head><h1>Oh</h1>", problem.Problem{Message: "Not & here", IsPage: true}},
		"heading":           {"text/html; charset=utf-8", "<header>a</header><h1 class=x>Oh</h1>", problem.Problem{Message: "Oh", IsPage: true}},
		"title is status":   {"", "<title>502 Bad Gateway</title><h1>nginx</h1>", problem.Problem{IsPage: true}},
		"no title":          {"", "<p>Gone", problem.Problem{IsPage: true}},
		"labelled as page":  {"text/html", "asleep", problem.Problem{IsPage: true}},
		"hostile page":      {"", strings.Repeat("<title ", 100_000), problem.Problem{IsPage: true}},
		"text":              {"application/json", " \r\n first \nsecond ", problem.Problem{Message: "first"}},
		"text is status":    {"", "Bad Gateway\n", problem.Problem{}},
		"half a document":   {"", `{"id": "bfo_`, problem.Problem{Message: `{"id": "bfo_`}},
		"several documents": {"", `{} {}`, problem.Problem{Message: `{} {}`}},
		"empty":             {},
	} {
		got := problem.Read(http.StatusBadGateway, http.Header{"Content-Type": {test.contentType}}, []byte(test.body))
		if difference := cmp.Diff(test.want, got); difference != "" {
			t.Errorf("%s (-want +got)\n%s", name, difference)
		}
	}
}

func TestRead_requestIDInHeader(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		got := problem.Read(http.StatusConflict, http.Header{name: {"r1"}}, []byte(`{"request_id":"r2"}`))
		if got.RequestID != "r1" {
			t.Errorf("%s: got %q", name, got.RequestID)
		}
	}
}

// This test is not parallel, because the allocations of other tests would count too.
func TestRead_memoryIsBounded(t *testing.T) { //nolint:paralleltest // see above
	for name, body := range map[string]string{
		"16 MiB of objects":  "[" + strings.Repeat("{},", 16<<20/3) + "{}]",
		"256 KiB of objects": "[" + strings.Repeat("{},", 256<<10/3-1) + "{}]",
		"256 KiB of members": "{" + strings.Repeat(`"":0,`, 256<<10/5-2) + `"c":1}`,
		"256 KiB of lists":   "[" + strings.Repeat("[[]],", 256<<10/5-2) + "[]]",
		"256 KiB of texts":   "[" + strings.Repeat(`"text",`, 256<<10/7-1) + `""]`,
	} {
		response := []byte(body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		problem.Read(http.StatusBadRequest, nil, response)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 48<<20 {
			t.Errorf("%s: allocated %d bytes for %d", name, allocated, len(body))
		}
	}
}
