// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// service is an API that listens, with a client for plain HTTP.
type service struct {
	*refapi.API
	url    string
	client *http.Client
	close  func() // waits for the requests under way
}

func start(t *testing.T, options refapi.Options) *service {
	t.Helper()
	api := refapi.New(options)
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	return &service{API: api, url: server.URL, client: server.Client(), close: server.Close}
}

// got is an answer; its body is decoded if it is a JSON object.
type got struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

// do sends a request whose body, if not empty, is JSON.
func (s *service) do(t *testing.T, method, path, body string) got {
	t.Helper()
	request := s.request(t, method, path, body)
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
		t.Fatalf("reading the answer: %v", err)
	}
	g := got{status: response.StatusCode, header: response.Header, raw: raw}
	if bytes.HasPrefix(raw, []byte("{")) {
		if err := json.Unmarshal(raw, &g.body); err != nil {
			t.Fatalf("decoding %s: %v", raw, err)
		}
	}
	return g
}

// wants fails the test at once unless the answer has this status.
func (g got) wants(t *testing.T, status int) got {
	t.Helper()
	if g.status != status {
		t.Fatalf("status %d, want %d; body %s", g.status, status, g.raw)
	}
	return g
}

// pointers returns the pointers of a problem, which name the wrong members.
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

func (g got) text(name string) string {
	text, _ := g.body[name].(string)
	return text
}

// wantJSON compares a decoded value with a JSON text.
func wantJSON(t *testing.T, what string, got any, want string) {
	t.Helper()
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatalf("the wanted JSON %s: %v", want, err)
	}
	if !reflect.DeepEqual(got, wanted) {
		shown, _ := json.Marshal(got)
		t.Errorf("%s is %s, want %s", what, shown, want)
	}
}

func mustMarshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
