// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// service is an API that listens on a local port, and an HTTP client for this API.
type service struct {
	*refapi.API
	url    string
	client *http.Client

	id, last string          // of the running script: its last object, and the last body
	seen     map[string]bool // the request ids in this script
}

func start(t *testing.T, options refapi.Options) *service {
	t.Helper()
	api := refapi.New(options)
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	server.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &service{API: api, url: server.URL, client: server.Client(), seen: map[string]bool{}}
}

// got is a response. The field body is the decoded JSON object, or nil for other bodies.
type got struct {
	status int // 0 if the connection was closed without a response
	header http.Header
	length int64 // as declared
	raw    []byte
	body   map[string]any
	err    error // if the response was not complete, or not well-formed JSON
}

// do sends a request and returns the response. A body that is not empty is sent
// as JSON. The last arguments are header names, each followed by its value.
func (s *service) do(t *testing.T, method, path, body string, header ...string) got {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for pair := range slices.Chunk(header, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		return got{err: err}
	}
	return read(response)
}

func read(response *http.Response) got {
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	g := got{status: response.StatusCode, header: response.Header, length: response.ContentLength, raw: raw, err: err}
	if err == nil && bytes.HasPrefix(raw, []byte("{")) {
		g.err = json.Unmarshal(raw, &g.body)
	}
	return g
}

// value returns a header or a member, in the form that a script shows it in.
func (g got) value(name string) string {
	if name != "" && name[0] < 'a' {
		return strings.ReplaceAll(g.header.Get(name), ", ", ",")
	}
	value := g.raw
	for member := range strings.FieldsSeq(strings.ReplaceAll(name, ".", " ")) {
		var object map[string]json.RawMessage
		_ = json.Unmarshal(value, &object) // a value that is not an object has no members
		value = object[member]
	}
	return strings.ReplaceAll(string(value), " ", `\u0020`)
}

func (g got) text(name string) string {
	text, _ := g.body[name].(string)
	return text
}

// pointers returns the JSON pointers to the mistakes that a problem lists.
func (g got) pointers() (pointers []string) {
	mistakes, _ := g.body["errors"].([]any)
	for _, mistake := range mistakes {
		if mistake := mistake.(map[string]any); mistake["detail"].(string) != "" {
			pointers = append(pointers, mistake["pointer"].(string))
		}
	}
	return pointers
}

// wantForm checks the form of a response: the request id is unique, the content
// type is right, and a problem has all its members. The map seen contains the
// request ids of earlier responses.
func (g got) wantForm(t *testing.T, line string, seen map[string]bool) {
	t.Helper()
	id, mediaType := g.header.Get("X-Request-Id"), ""
	switch {
	case g.status >= 400:
		mediaType = "application/problem+json"
		status := float64(g.status)
		for name, want := range map[string]any{
			"type": "about:blank", "title": http.StatusText(g.status), "status": status, "status_code": status,
			"error_code": g.body["code"], "msg": g.body["detail"], "request_id": id,
		} {
			if g.body[name] != want || g.text("code") == "" || g.text("detail") == "" {
				t.Errorf("%s\n%s is not %v in %s", line, name, want, g.raw)
			}
		}
	case len(g.raw) > 0:
		mediaType = "application/json"
	}
	if got := g.header.Get("Content-Type"); got != mediaType || id == "" || seen[id] {
		t.Errorf("%s\nContent-Type %q, request id %q (used before: %t)", line, got, id, seen[id])
	}
	seen[id] = true
	if length, there := g.header["Content-Length"]; there && g.status == http.StatusNoContent {
		t.Errorf("%s\nContent-Length %q", line, length)
	}
	if text, has := g.body["created_at"].(string); has && g.status == http.StatusCreated {
		when, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
		if err != nil || time.Since(when).Abs() > time.Minute {
			t.Errorf("%s\ncreated_at %q: %v", line, text, err)
		}
	}
}
