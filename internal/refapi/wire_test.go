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
}

func start(t *testing.T, options refapi.Options) *service {
	t.Helper()
	api := refapi.New(options)
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &service{API: api, url: server.URL, client: client}
}

// got is a response. The field body is the decoded JSON object, or nil for other bodies.
type got struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

// do sends a request and returns the response. A body that is not empty is sent
// as JSON. The last arguments are header names, each followed by its value.
func (s *service) do(t *testing.T, method, path, body string, header ...string) got {
	t.Helper()
	request := s.request(t, method, path, body)
	for pair := range slices.Chunk(header, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return read(t, response)
}

func (s *service) request(t *testing.T, method, path, body string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	return request
}

func read(t *testing.T, response *http.Response) got {
	t.Helper()
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("reading the response: %v", err)
	}
	g := got{status: response.StatusCode, header: response.Header, raw: raw}
	if bytes.HasPrefix(raw, []byte("{")) {
		if err := json.Unmarshal(raw, &g.body); err != nil {
			t.Fatalf("decoding %s: %v", raw, err)
		}
	}
	return g
}

// wants stops the test if the status of the response is not the given status.
func (g got) wants(t *testing.T, status int) got {
	t.Helper()
	if g.status != status {
		t.Fatalf("status %d, want %d; body %s", g.status, status, g.raw)
	}
	return g
}

// pointers returns the JSON pointers in a problem. A JSON pointer identifies an
// invalid member.
func (g got) pointers(t *testing.T) []string {
	t.Helper()
	var problem struct {
		Errors []struct{ Pointer, Detail string }
	}
	if err := json.Unmarshal(g.raw, &problem); err != nil {
		t.Fatalf("decoding %s: %v", g.raw, err)
	}
	pointers := []string{}
	for _, e := range problem.Errors {
		if e.Detail == "" {
			t.Errorf("no detail at %q", e.Pointer)
		}
		pointers = append(pointers, e.Pointer)
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
		// Some of these members repeat the value of another member under the
		// name that similar services use.
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
	for _, name := range []string{"Content-Length", "Transfer-Encoding"} {
		if value, there := g.header[name]; there && g.status == http.StatusNoContent {
			t.Errorf("%s\n%s %q", line, name, value)
		}
	}
	if text, has := g.body["created_at"].(string); has && g.status == http.StatusCreated {
		when, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
		if err != nil || time.Since(when).Abs() > time.Minute {
			t.Errorf("%s\ncreated_at %q: %v", line, text, err)
		}
	}
}

func (g got) text(name string) string {
	text, _ := g.body[name].(string)
	return text
}
