// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
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
		var body []byte
		if req.Body != nil {
			body, _ = io.ReadAll(req.Body)
			req.Body = io.NopCloser(bytes.NewReader(body))
		}
		s.mu.Lock()
		s.requests = append(s.requests, strings.TrimSpace(req.Method+" "+req.URL.RequestURI()+" "+string(body)))
		s.mu.Unlock()
		return respond(req)
	})
	return s
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

// createError returns only the error of a creation.
func createError[T any](_ *T, _ string, err error) error { return err }

// errorOf returns only the error of an operation.
func errorOf[T any](_ T, err error) error { return err }

// wantError fails the test if the error of a row lacks the wanted text. For "", err must be nil.
func wantError(t *testing.T, err error, want string, row ...string) {
	t.Helper()
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%s: expected an error with %q, got %v", row, want, err)
	}
}

// The time by the clock of the service, which is not this machine's, and creation times of
// objects that are young or old then.
const (
	clock   = "Fri, 02 Jan 2026 03:04:05 GMT"
	ofYoung = "2026-01-02T03:03:55Z"
	ofOld   = "2026-01-02T03:02:35Z"
)

// exchange is a service with the object x. It expects requests in this order: C creates an
// object, R reads, U updates and D deletes it, and L reads a list. Behind the letter is the
// status of the response, or the name of a body. Status 0 breaks off the response. Status 429
// is for all further requests.
type exchange struct {
	expected  []string
	bodies    map[string]string
	createdAt string
	interrupt func() // called during a creation
	requests  string
}

// inExchange calls run with a client of the service, whose refreshes use lists. A creation ends
// the context of run. The test fails if the requests are not the expected ones.
func inExchange(t *testing.T, e exchange, expected string, run func(context.Context, *Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var ctx context.Context
		ctx, e.interrupt = context.WithCancel(t.Context())
		defer e.interrupt()
		e.expected = requestsOf(expected)
		config := Config{MaxRetries: 2, MaxRetryWait: 30 * time.Millisecond, RefreshFromList: true}
		run(ctx, serve(t, config, e.respond).Client)
		if len(e.expected) > 0 && e.expected[0][1:] != "429" || strings.Contains(e.requests, "!") {
			t.Errorf("expected %q, got %s", expected, e.requests)
		}
	})
}

// requestsOf returns the expected requests: 3*R404 stands for three of them.
func requestsOf(exchange string) (requests []string) {
	for field := range strings.FieldsSeq(exchange) {
		count, request, isRepeated := strings.Cut(field, "*")
		repeats, _ := strconv.Atoi(count)
		if !isRepeated {
			repeats, request = 1, field
		}
		requests = slices.Concat(requests, slices.Repeat([]string{request}, repeats))
	}
	return requests
}

func (e *exchange) respond(r *http.Request) *http.Response {
	letter := map[string]string{http.MethodPost: "C", http.MethodGet: "R", http.MethodPatch: "U", http.MethodDelete: "D"}[r.Method]
	if letter == "R" && !strings.HasSuffix(r.URL.Path, "/x") {
		letter = "L"
	}
	e.requests += " " + letter
	if len(e.expected) == 0 || e.expected[0][:1] != letter {
		e.requests += "!"
		return response(http.StatusTeapot, "")
	}
	name := e.expected[0][1:]
	if name != "429" {
		e.expected = e.expected[1:]
	}
	if letter == "C" {
		e.interrupt()
	}
	status, err := strconv.Atoi(name)
	switch {
	case err != nil:
		return response(http.StatusOK, e.bodies[name], "Date", clock)
	case status == 0:
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(iotest.ErrReader(errors.New("connection reset")))}
	case status >= http.StatusMultipleChoices:
		return response(status, `{"title":"none"}`, "Date", clock, "Location", "https://192.0.2.1/")
	}
	return response(status, map[string]string{
		"C": `{"id":"x"}`, "U": `{"id":"x"}`, "D": `{"success":false}`, "R": objectWith("x", e.createdAt, ""), "L": `{"uri":"/"}`,
	}[letter], "Date", clock)
}

// objectWith returns an object that is complete both as a failover backend and as a TLS edge.
func objectWith(id, createdAt, metadata string) string {
	return fmt.Sprintf(`{"id":%q,"uri":"/x","created_at":%q,"metadata":%q,"backends":["a"],"backend":null,"ip_restriction":null,`+
		`"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`, id, createdAt, metadata)
}

// do returns the result of an operation, such as "delete" or "delete edge".
func do(ctx context.Context, c *Client, operation string, target Target) (string, error) {
	if name, isEdge := strings.CutSuffix(operation, " edge"); isEdge {
		return doIn(ctx, c.TLSEdges, name, target, func(edge *TLSEdge) string { return edge.Metadata.OrZero() })
	}
	return doIn(ctx, c.FailoverBackends, operation, target, func(b *FailoverBackend) string { return b.Metadata.OrZero() })
}

func doIn[T Object, S Settings](ctx context.Context, c *Collection[T, S], name string, target Target, metadata func(*T) string) (string, error) {
	var none S
	switch name {
	case "create":
		created, _, err := c.Create(ctx, none)
		if created == nil {
			return "", err
		}
		return fmt.Sprintf("created %s, whole: %t", (*created).ObjectID(), (*created).IsWhole()), err
	case "update":
		updated, err := c.Update(ctx, target, none, func(found *T) bool { return metadata(found) != "before" })
		if err != nil {
			return "", err
		}
		return "updated " + metadata(updated), nil
	case "refresh":
		_, err := c.Refresh(ctx, target, anyOf)
		return "found", err
	}
	return "deleted", c.Delete(ctx, target)
}

func anyOf[T any](*T) bool { return true }
