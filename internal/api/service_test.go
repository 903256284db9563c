// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// service is an API that records requests and responds with a handler.
type service struct {
	*httptest.Server

	mu       sync.Mutex
	requests []*http.Request
	body     string // of the last request
}

func serve(t *testing.T, handler http.HandlerFunc) *service {
	t.Helper()
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		s.requests, s.body = append(s.requests, r), string(body)
		s.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// answering returns a service that sends the same successful response to every request.
func answering(t *testing.T, body string) *service {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
}

// operations returns the methods and URIs of the requests so far.
func (s *service) operations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	operations := make([]string, len(s.requests))
	for i, r := range s.requests {
		operations[i] = r.Method + " " + r.RequestURI
	}
	return operations
}

// wantOne fails the test unless the only request so far is this operation with this body.
func (s *service) wantOne(t *testing.T, operation, body string) {
	t.Helper()
	if made := s.operations(); !slices.Equal(made, []string{operation}) || s.body != body {
		t.Errorf("sent %q, %s; expected %s, %s", made, s.body, operation, body)
	}
}

// client returns a client of s with very short waits between retries. If change is not
// nil, it edits the configuration.
func (s *service) client(t *testing.T, change func(*api.Config)) *api.Client {
	t.Helper()
	config := api.Config{
		BaseURL:        parseBaseURL(t, s.URL),
		RequestTimeout: time.Minute,
		MaxRetries:     2,
		MaxRetryWait:   10 * time.Millisecond,
		UserAgent:      "test",
		Undocumented:   api.UndocumentedOperations(),
	}
	if change != nil {
		change(&config)
	}
	client, err := api.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func parseBaseURL(t *testing.T, raw string) *url.URL {
	t.Helper()
	base, err := api.ParseBaseURL(raw, false)
	if err != nil {
		t.Fatal(err)
	}
	return base
}

func respondJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func backend(id string) map[string]any {
	return map[string]any{"id": id, "uri": "/x", "created_at": "2026-01-02T03:04:05Z", "backends": []string{"a"}}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("unexpected error: %v", err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("expected an error with %q, got %v", want, err)
	}
}
