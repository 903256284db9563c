// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// An object may be young or old by the clock of the service, which is not this machine's clock.
const (
	clock     = "Fri, 02 Jan 2026 03:04:05 GMT"
	ofYoung   = "2026-01-02T03:03:55Z"
	ofOld     = "2026-01-02T03:02:35Z"
	isFound   = "found"
	isMissing = "gone"
)

// objectService is a service with one failover backend and one TLS edge, both with the id x.
type objectService struct {
	get, remove []int          // the statuses of the responses; the last one repeats, and 0 breaks off the response
	write       map[string]any // the response to a creation or an update; nil for a refusal
	createdAt   string         // of the objects
	lag         int            // the number of reads that still show the metadata "before", and not "after"
	listed      []string       // the ids in both lists
	gateway     bool           // everything but writes is answered 404
	onWrite     func()         // called before the response to a write

	gets, removals, lists, writes int
}

func (s *objectService) respond(r *http.Request) *http.Response {
	switch {
	case r.Method == http.MethodPost || r.Method == http.MethodPatch:
		s.writes++
		if s.onWrite != nil {
			s.onWrite()
		}
		if s.write == nil {
			return jsonOf(http.StatusUnprocessableEntity, map[string]any{"title": "refused"})
		}
		return jsonOf(map[string]int{http.MethodPost: 201, http.MethodPatch: 200}[r.Method], s.write)
	case s.gateway:
		return jsonOf(http.StatusNotFound, map[string]any{"message": "no Route matched"})
	case r.Method == http.MethodDelete:
		return next(s.remove, &s.removals, map[string]any{"success": false})
	case strings.HasSuffix(r.URL.Path, "/x"):
		return next(s.get, &s.gets, s.object("x"))
	}
	elements := []any{}
	for _, id := range s.listed {
		elements = append(elements, s.object(id))
	}
	return next([]int{http.StatusOK}, &s.lists, map[string]any{"backends": elements, "tls_edges": elements, "uri": "/"})
}

// object returns an object that is complete both as a failover backend and as a TLS edge.
func (s *objectService) object(id string) map[string]any {
	metadata := "after"
	if s.gets < s.lag {
		metadata = "before"
	}
	return map[string]any{
		"id": id, "uri": "/x", "created_at": s.createdAt, "metadata": metadata, "backends": []string{"a"},
		"backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
	}
}

// next returns a response with the next of the statuses, and counts the responses.
func next(statuses []int, count *int, body any) *http.Response {
	status := statuses[min(*count, len(statuses)-1)]
	*count++
	switch {
	case status == 0:
		broken := jsonOf(http.StatusOK, nil)
		broken.Body = io.NopCloser(brokenReader{})
		return broken
	case status >= http.StatusBadRequest:
		body = map[string]any{"title": "none"}
	}
	return jsonOf(status, body)
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func jsonOf(status int, body any) *http.Response {
	encoded, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return response(status, string(encoded), "Date", clock)
}

// expect fails the test if err does not match want, or the service was read another number of
// times. For [isFound], err must be nil. For [isMissing], [IsGone] must report true.
func (s *objectService) expect(t *testing.T, want string, err error, gets int) {
	t.Helper()
	got := isFound
	switch {
	case IsGone(err):
		got = isMissing
	case err != nil:
		got = err.Error()
	}
	if !strings.Contains(got, want) || s.gets != gets {
		t.Errorf("got %q after %d reads, expected %q after %d", got, s.gets, want, gets)
	}
}

// clientOf returns a client of a service. Refreshes use lists.
func clientOf(t *testing.T, s *objectService) *Client {
	t.Helper()
	return serve(t, Config{MaxRetries: 2, MaxRetryWait: 30 * time.Millisecond, RefreshFromList: true}, s.respond).Client
}

type targetedOperation func(context.Context, Target) error

// operations returns the operations on both kinds of objects.
func operations(c *Client) map[string]map[string]targetedOperation {
	return map[string]map[string]targetedOperation{
		"failover backend": operationsOf(c.FailoverBackends), "TLS edge": operationsOf(c.TLSEdges),
	}
}

func operationsOf[T Object, S Settings](c *Collection[T, S]) map[string]targetedOperation {
	var none S
	return map[string]targetedOperation{
		"create":  func(ctx context.Context, _ Target) error { return errorOf(c.Create(ctx, none)) },
		"refresh": func(ctx context.Context, target Target) error { return errorOf(c.Refresh(ctx, target, anyOf)) },
		"update": func(ctx context.Context, target Target) error {
			return errorOf(c.Update(ctx, target, none, anyOf))
		},
		"delete": c.Delete,
	}
}

func anyOf[T any](*T) bool { return true }
