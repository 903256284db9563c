// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// An object may be young or old by the clock of the service, which is not this machine's clock.
const (
	clock = "Fri, 02 Jan 2026 03:04:05 GMT"
	young = "2026-01-02T03:03:55Z"
	old   = "2026-01-02T03:02:35Z"
)

const (
	isFound = "found"
	isGone  = "gone"
)

// service is a service with one failover backend and one TLS edge, both with the id x.
type service struct {
	get, remove []int    // the statuses of the responses; the last one repeats, and 0 closes the connection
	createdAt   string   // of the objects
	lag         int      // the number of reads that still show the metadata "before", and not "after"
	listed      []string // the ids in both lists
	gateway     bool     // everything is answered 404

	mu                    sync.Mutex
	gets, removals, lists int
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Date", clock)
	switch {
	case s.gateway:
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"message": "no Route matched"}`))
		s.lists++
	case r.Method == http.MethodDelete:
		respond(w, s.remove, &s.removals, map[string]any{"success": false})
	case strings.HasSuffix(r.URL.Path, "/x"):
		respond(w, s.get, &s.gets, s.object("x"))
	default:
		elements := []any{}
		for _, id := range s.listed {
			elements = append(elements, s.object(id))
		}
		respond(w, []int{http.StatusOK}, &s.lists, map[string]any{"backends": elements, "tls_edges": elements, "uri": "/"})
	}
}

// object returns an object that is complete both as a failover backend and as a TLS edge.
func (s *service) object(id string) map[string]any {
	metadata := "after"
	if s.gets < s.lag {
		metadata = "before"
	}
	return map[string]any{
		"id": id, "uri": "/x", "created_at": s.createdAt, "metadata": metadata, "backends": []string{"a"},
		"backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
	}
}

// respond sends the next of the statuses, and counts the responses.
func respond(w http.ResponseWriter, statuses []int, count *int, body any) {
	status := statuses[min(*count, len(statuses)-1)]
	*count++
	switch {
	case status == 0:
		panic(http.ErrAbortHandler)
	case status >= http.StatusBadRequest:
		body = map[string]any{"title": "none"}
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// expect fails the test if err does not match want, or the service was read another number
// of times. For [isFound], err must be nil. For [isGone], [api.IsGone] must report true.
func (s *service) expect(t *testing.T, want string, err error, gets int) {
	t.Helper()
	got := isFound
	switch {
	case api.IsGone(err):
		got = isGone
	case err != nil:
		got = err.Error()
	}
	if !strings.Contains(got, want) || s.gets != gets {
		t.Errorf("got %q after %d reads, expected %q after %d", got, s.gets, want, gets)
	}
}

// start returns a session for a service. Refreshes use lists.
func start(t *testing.T, service http.Handler) *session.Session {
	t.Helper()
	return session.New(clientOf(t, service, api.UndocumentedOperations()...), true)
}

func clientOf(t *testing.T, service http.Handler, operations ...api.UndocumentedOperation) *api.Client {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	base, err := api.ParseBaseURL(server.URL, false)
	if err != nil {
		t.Fatal(err)
	}
	client, err := api.New(api.Config{
		BaseURL: base, RequestTimeout: time.Minute, MaxRetries: 2, MaxRetryWait: 30 * time.Millisecond, Undocumented: operations,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

type operation func(context.Context, session.Known) error

// kinds returns the operations on both kinds of objects. Creations and updates call send.
func kinds(s *session.Session, send func()) map[string]map[string]operation {
	return map[string]map[string]operation{
		"failover backend": operations(s.FailoverBackends, api.FailoverBackend{ID: "x"}, send),
		"TLS edge":         operations(s.TLSEdges, api.TLSEdge{ID: "x"}, send),
	}
}

func operations[T api.Object](o *session.Objects[T], response T, send func()) map[string]operation {
	sent := sending(response, send)
	return map[string]operation{
		"create":  func(ctx context.Context, _ session.Known) error { return errorOf(o.Create(ctx, sent)) },
		"refresh": func(ctx context.Context, known session.Known) error { return errorOf(o.Refresh(ctx, known, always)) },
		"update": func(ctx context.Context, known session.Known) error {
			return errorOf(o.Update(ctx, known, sent, always))
		},
		"delete": o.Delete,
	}
}

func sending[T any](response T, send func()) func() (*T, error) {
	return func() (*T, error) {
		send()
		return &response, nil
	}
}

func always[T any](*T) bool { return true }

// errorOf returns only the error of an operation.
func errorOf[T any](_ T, err error) error { return err }
