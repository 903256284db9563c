// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// service is a scripted API: it records what it is asked and answers with
// handler.
type service struct {
	*httptest.Server

	mu       sync.Mutex
	requests []*http.Request
}

func serve(t *testing.T, handler http.HandlerFunc) *service {
	t.Helper()
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// operations lists the methods and request URIs asked so far.
func (s *service) operations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	operations := make([]string, len(s.requests))
	for i, r := range s.requests {
		operations[i] = r.Method + " " + r.RequestURI
	}
	return operations
}

// client returns a client of s that gives up soon. Change, unless nil, edits its
// configuration.
func (s *service) client(t *testing.T, change func(*api.Config)) *api.Client {
	t.Helper()
	config := api.Config{
		BaseURL:        parseBaseURL(t, s.URL),
		RequestTimeout: time.Minute,
		MaxRetries:     2,
		MaxRetryWait:   10 * time.Millisecond,
		UserAgent:      "test",
		Undocumented:   api.AllUndocumented(),
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

func answerJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func backend(id string) map[string]any {
	return map[string]any{"id": id, "uri": "/x", "created_at": "2026-01-02T03:04:05Z", "backends": []string{"a"}}
}

func TestClient_sendsHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, backend("x")) })
	client := s.client(t, func(c *api.Config) {
		c.Token = "canary"
		c.Headers = map[string]string{"X-Api-Version": "7", "X-Tenant": "blue"}
		c.UserAgent = "Terraform/1.2.3 terraform-provider-trafficedge/4.5.6"
	})
	if _, err := client.GetFailoverBackend(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer canary", "X-Api-Version": "7", "X-Tenant": "blue", "Accept": "application/json",
		"User-Agent": "Terraform/1.2.3 terraform-provider-trafficedge/4.5.6",
	} {
		if got := s.requests[0].Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestClient_escapesIDsAndKeepsThePathPrefix(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"plain":        "plain",
		"a/b":          "a%2Fb",
		"a%2Fb":        "a%252Fb",
		"..":           "%2E%2E",
		".":            "%2E",
		"a b":          "a%20b",
		`q"uo'te`:      "q%22uo%27te",
		"line\nbreak":  "line%0Abreak",
		"?query#hash":  "%3Fquery%23hash",
		"ünïcode;semi": "%C3%BCn%C3%AFcode%3Bsemi",

		strings.Repeat("é/../", 2_000): strings.Repeat("%C3%A9%2F..%2F", 2_000),
	} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, backend(id)) })
		client := s.client(t, func(c *api.Config) { c.BaseURL = parseBaseURL(t, s.URL+"/pre%2Ffix/v1/") })
		if _, err := client.GetFailoverBackend(t.Context(), id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
		got := strings.ReplaceAll(s.operations()[0], "'", "%27")
		if want := "GET /pre%2Ffix/v1/backends/failover/" + want; got != want {
			t.Errorf("%q: got %q, want %q", id, got, want)
		}
	}
}

func TestClient_redirects(t *testing.T) {
	t.Parallel()
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, backend("x")) })
	for name, test := range map[string]struct {
		location func(s *service) string
		wantErr  string
	}{
		"same origin":  {func(s *service) string { return s.URL + "/elsewhere" }, ""},
		"another port": {func(*service) string { return other.URL + "/elsewhere" }, "another origin"},
		"another host": {func(s *service) string { return strings.Replace(s.URL, "127.0.0.1", "localhost", 1) }, "another origin"},
		"metadata":     {func(*service) string { return "http://169.254.169.254/latest" }, "another origin"},
		"scheme":       {func(s *service) string { return strings.Replace(s.URL, "http:", "https:", 1) }, "another origin"},
		"credentials":  {func(s *service) string { return strings.Replace(s.URL, "http://", "http://u:p@", 1) }, "another origin"},
		"loop":         {func(s *service) string { return s.URL + "/backends/failover/x" }, "too many times"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *service
			s = serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/elsewhere" {
					answerJSON(w, 200, backend("x"))
					return
				}
				http.Redirect(w, r, test.location(s), http.StatusTemporaryRedirect)
			})
			_, err := s.client(t, func(c *api.Config) { c.Token = "canary" }).GetFailoverBackend(t.Context(), "x")
			wantError(t, err, test.wantErr)
		})
	}
	if made := other.operations(); len(made) > 0 {
		t.Errorf("requests reached another origin: %v", made)
	}
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

func TestClient_nextPages(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		next    func(s *service) any
		wantErr string
	}{
		"null":            {func(*service) any { return nil }, ""},
		"empty":           {func(*service) any { return "" }, ""},
		"relative":        {func(*service) any { return "/backends/failover?page=2" }, ""},
		"absolute":        {func(s *service) any { return s.URL + "/backends/failover?page=2" }, ""},
		"a raw space":     {func(*service) any { return "/backends/failover?page=2&cursor=a b" }, ""},
		"another origin":  {func(*service) any { return "http://169.254.169.254/?page=2" }, "another origin"},
		"protocol only":   {func(*service) any { return "//example.com/?page=2" }, "another origin"},
		"another scheme":  {func(*service) any { return "file:///etc/passwd" }, "another origin"},
		"the same page":   {func(*service) any { return "/backends/failover#again" }, "read before"},
		"malformed":       {func(*service) any { return "http://[" }, "malformed"},
		"not a string":    {func(*service) any { return 7 }, "another type"},
		"with a password": {func(s *service) any { return strings.Replace(s.URL, "//", "//u:p@", 1) }, "another origin"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *service
			s = serve(t, func(w http.ResponseWriter, r *http.Request) {
				page := map[string]any{"backends": []any{backend("x")}, "uri": "/", "next_page_uri": test.next(s)}
				if r.URL.Query().Get("page") == "2" {
					page = map[string]any{"backends": []any{backend("y")}}
				}
				answerJSON(w, 200, page)
			})
			var last error
			listed := 0
			for _, err := range s.client(t, nil).FailoverBackends().All(t.Context()) {
				last = err
				listed++
				if listed > 10 {
					t.Fatal("the list goes on and on")
				}
			}
			wantError(t, last, test.wantErr)
			// The interface shows no parameters of the list.
			if first := s.operations()[0]; first != "GET /backends/failover" {
				t.Errorf("asked for %s", first)
			}
		})
	}
}

// An empty id would lead to another object, or to the list.
func TestClient_emptyIDIsNeverSent(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	client, ctx := s.client(t, nil), t.Context()
	_, read := client.GetFailoverBackend(ctx, "")
	_, updated := client.UpdateFailoverBackend(ctx, "", api.FailoverBackendSettings{})
	_, edge := client.GetTLSEdge(ctx, "")
	_, noRoute := client.ReplaceRouteOAuth(ctx, "edge", "", fullModule())
	_, noEdge := client.ReplaceRouteOAuth(ctx, "", "route", fullModule())
	for _, err := range []error{read, updated, client.DeleteFailoverBackend(ctx, ""), edge, noRoute, noEdge} {
		wantError(t, err, "the id is empty")
		if api.IsNotFound(err) {
			t.Errorf("taken for the service's word: %v", err)
		}
	}
	if made := s.operations(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}

func TestClient_refusesHugeAnswers(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		chunk := []byte(strings.Repeat(" ", 1<<20))
		for r.Context().Err() == nil {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	_, err := s.client(t, nil).GetFailoverBackend(t.Context(), "x")
	wantError(t, err, api.ErrAnswerTooLarge.Error())
	if made := s.operations(); len(made) != 1 {
		t.Errorf("expected one request, got %v", made)
	}
}

func TestClient_cancelledWaitEndsAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := s.client(t, func(c *api.Config) { c.MaxRetryWait = time.Hour }).GetFailoverBackend(ctx, "x")
	wantError(t, err, "deadline exceeded")
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the wait went on for %s", took)
	}
}

func TestClient_unusable(t *testing.T) {
	t.Parallel()
	cause := fmt.Errorf("the address is not known yet")
	_, err := api.NewUnusable(cause, nil).GetFailoverBackend(t.Context(), "x")
	wantError(t, err, `read failover backend "x": the address is not known yet`)
}
