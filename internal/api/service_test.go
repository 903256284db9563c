// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// wholeBackend is a complete failover backend.
const wholeBackend = `{"id":"x","uri":"/x","created_at":"2026-01-01T00:00:00Z","backends":[]}`

// service is a service without a network, with its client. It records the requests.
type service struct {
	*Client

	mu       sync.Mutex
	requests []string // such as `PATCH /edges/tls/x {"metadata":""}`
}

// roundTripper returns the response to a request. If it returns nil, the connection fails
// before the request is sent.
type roundTripper func(*http.Request) *http.Response

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	resp := f(req)
	if trace := httptrace.ContextClientTrace(req.Context()); resp != nil {
		trace.WroteHeaders()
	}
	if err := req.Context().Err(); err != nil || resp != nil {
		return resp, err
	}
	return nil, errors.New("connection refused")
}

// serve returns a service whose responses come from respond. The test fails if the client
// sends a request to another origin.
func serve(t *testing.T, config Config, respond roundTripper) *service {
	t.Helper()
	if config.BaseURL == nil {
		config.BaseURL = baseURL(t, "https://api.example.com")
	}
	if config.Undocumented == nil {
		for _, operation := range UndocumentedOperations() {
			config.Undocumented = append(config.Undocumented, string(operation))
		}
	}
	config.RequestTimeout = time.Minute
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{Client: client}
	client.http.Transport = roundTripper(func(req *http.Request) *http.Response {
		if req.URL.Scheme != "https" || req.URL.Host != "api.example.com" {
			t.Errorf("a request was sent to %s", req.URL.Redacted())
		}
		s.record(req)
		return respond(req)
	})
	return s
}

func (s *service) record(req *http.Request) {
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, strings.TrimSpace(req.Method+" "+req.URL.RequestURI()+" "+string(body)))
}

// response returns a response. Each name of a header is followed by its value.
func response(status int, body string, header ...string) *http.Response {
	resp := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
	for field := range slices.Chunk(header, 2) {
		resp.Header.Set(field[0], field[1])
	}
	return resp
}

// always sends the same response to every request.
func always(status int, body string, header ...string) roundTripper {
	return func(*http.Request) *http.Response { return response(status, body, header...) }
}

// handledBy gets the responses from an HTTP handler.
func handledBy(handler http.Handler) roundTripper {
	return func(req *http.Request) *http.Response {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, req)
		return recorder.Result()
	}
}

func baseURL(t *testing.T, raw string) *url.URL {
	t.Helper()
	base, err := ParseBaseURL(raw, false)
	if err != nil {
		t.Fatal(err)
	}
	return base
}

// errorOf returns only the error of an operation.
func errorOf[T any](_ T, err error) error { return err }

// wantError fails the test if the error of a row lacks the wanted text. For "", err must be nil.
func wantError(t *testing.T, err error, want string, row ...string) {
	t.Helper()
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: expected an error with %q, got %v", row, want, err)
	}
}
