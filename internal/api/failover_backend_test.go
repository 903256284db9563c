// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

// An update sends the id and every member, because services may differ in the
// effect of an omitted member.
func TestFailoverBackend_bodies(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		settings         FailoverBackendSettings
		created, updated string
	}{
		"everything": {
			FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"b", "a", "b"}},
			`{"description":"d","metadata":"m","backends":["b","a","b"]}`, `{"backends":["b","a","b"],"description":"d","id":"x","metadata":"m"}`,
		},
		"nothing": {
			FailoverBackendSettings{Backends: []string{}},
			`{"backends":[]}`, `{"backends":[],"description":"","id":"x","metadata":""}`,
		},
	} {
		s := serve(t, Config{}, always(200, wholeBackend))
		wantError(t, createError(s.FailoverBackends.Create(t.Context(), test.settings)), "")
		wantError(t, errorOf(s.FailoverBackends.patch(t.Context(), "x", test.settings.updateBody("x"))), "")
		want := []string{"POST /backends/failover " + test.created, "PATCH /backends/failover/x " + test.updated}
		if !slices.Equal(s.requests, want) {
			t.Errorf("%s: sent %q, want %q", name, s.requests, want)
		}
	}
}

// The client accepts a response that describes the requested object, whatever its
// Content-Type says. After any other response with a success status, it does not retry.
func TestGetFailoverBackend(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"id":"x","uri":`:                    "the response is not JSON",
		"<html><title>Sign in</title></html>": ErrNotJSON.Error(),
		`null`:                                "it has no id",
		`{}`:                                  "it has no id",
		`[]`:                                  "a value of the wrong type at",
		`{"id":"y"}`:                          "describes another object",
		`{"id":"y","id":"x","uri":"u"}`:       "",
		`{"id":"x","created_at":"yesterday"}`: "",
		`{"id":"x","extra":{"more":[1,2,3]}}`: "",
		"\n {\"id\":\"x\"}":                   "",
		`{"id":"x","ID":17,"BACKENDS":["z"]}`: "",
		"{\"id\":\"x\",\"uri\":\"\xff\xfe\"}": `the response is not JSON in UTF-8 at "/uri"`,
		`{"id":"x","extra":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`: "the response is not JSON",
	} {
		s := serve(t, Config{MaxRetries: 2}, always(200, body, "Content-Type", "text/html; charset=utf-8"))
		found, err := s.FailoverBackends.Get(t.Context(), "x")
		wantError(t, err, want, body)
		if err == nil && found.ID != "x" || len(s.requests) != 1 {
			t.Errorf("%.40s: got %+v after %q", body, found, s.requests)
		}
	}
}

// Only a description or metadata may be absent in a complete response.
func TestFailoverBackend_isWhole(t *testing.T) {
	t.Parallel()
	for member, other := range map[string]string{`"id"`: `"a"`, `"uri"`: `"a"`, `"created_at"`: `"a"`, `"backends"`: `"a"`, `[]`: `null`, ``: ``} {
		var backend FailoverBackend
		err := json.Unmarshal([]byte(strings.Replace(wholeBackend, member, other, 1)), &backend)
		if err != nil || backend.IsWhole() != (member == ``) {
			t.Errorf("without %s: whole: %t, %v", member, backend.IsWhole(), err)
		}
	}
}

// The client reads all pages of a list if their URLs have the origin of the base URL. An
// object may move to another page between two reads, so the client returns each object
// only once. The client rejects a page that has no new element but links to a next page.
// The client rejects a JSON object that is not a page. Without these errors, the caller
// could get an incomplete list.
func TestFailoverBackends_pages(t *testing.T) {
	t.Parallel()
	next := func(uri string) string { return `{"backends":[{"id":"x"}],"uri":"/","next_page_uri":` + uri + `}` }
	for name, test := range map[string]struct {
		first string // the first page
		ids   string
		pages int
		err   string
	}{
		"null":           {next(`null`), "x", 1, ""},
		"empty":          {next(`""`), "x", 1, ""},
		"relative":       {next(`"/backends/failover?page=2"`), "xy", 2, ""},
		"absolute":       {next(`"https://api.example.com/backends/failover?page=2"`), "xy", 2, ""},
		"nothing new":    {next(`"?page=3"`), "x", 2, "no new element"},
		"another origin": {next(`"http://169.254.169.254/?page=2"`), "", 1, "another origin"},
		"the same page":  {next(`"/backends/failover#again"`), "x", 2, "no new element"},
		"malformed":      {next(`"http://["`), "", 1, "malformed"},
		"no text":        {next(`5`), "", 1, "wrong type at \"/next_page_uri\""},
		"empty page":     {`{"backends":[],"uri":"/backends/failover","next_page_uri":null}`, "", 1, ""},
		"more members":   {`{"backends":[{"id":"x","later":{"addition":[1]}}],"later":{"addition":[1]}}`, "x", 1, ""},
		"list left out":  {`{"uri":"/backends/failover"}`, "", 1, ""},
		"not UTF-8":      {"{\"backends\":[{\"id\":\"x\"},{\"id\":\"\xff\"}]}", "", 1, `not JSON in UTF-8 at "/backends/1/id"`},
		"no id":          {`{"backends":[{}],"uri":"/"}`, "", 1, "the response has no id"},
		"another object": {`{"status":"ok"}`, "", 1, "neither elements nor uri"},
	} {
		pages := map[string]string{"": test.first, "2": `{"backends":[{"id":"x"},{"id":"y"}]}`, "3": next(`"?page=4"`)}
		s := serve(t, Config{}, func(req *http.Request) *http.Response { return response(200, pages[req.URL.Query().Get("page")]) })
		ids := ""
		var failure error
		for backend, err := range s.FailoverBackends.pages().all(t.Context()) {
			if failure = err; err == nil {
				ids += backend.ID
			}
		}
		wantError(t, failure, test.err, name)
		// The first request has no query, because the API documentation shows no parameters.
		if ids != test.ids || len(s.requests) != test.pages || s.requests[0] != "GET /backends/failover" {
			t.Errorf("%s: got %q from %q", name, ids, s.requests)
		}
	}
}
