// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

const (
	longAgo = "2020-01-01T00:00:00Z" // the creation time of an object that is not young
	isFound = "found"
	isGone  = "gone"
)

// always reports that a list element equals the state of the caller.
func always[T any](*T) bool { return true }

// stillYoung returns a creation time in the future, so that the object stays young.
func stillYoung() string { return time.Now().Add(time.Hour).UTC().Format(time.RFC3339) }

// A service that lacks the deletion of edges may respond 404 although the edge exists.
func TestDelete_isBelievedWhenConfirmed(t *testing.T) {
	t.Parallel()
	const stillThere, notOffered = "still has the object after the request to delete it", "the service does not offer this operation"
	lost := func(http.ResponseWriter, int64) { panic(http.ErrAbortHandler) }
	for name, test := range map[string]struct {
		service   *lagging
		createdAt string
		want      string // "" if the deletion returns no error
		gets      int64
	}{
		"204":                    {&lagging{remove: deleted}, longAgo, "", 0},
		"404":                    {&lagging{remove: missing}, longAgo, "", 0},
		"404, young":             {&lagging{remove: missing, get: switching(missing, 1, found)}, stillYoung(), stillThere, 2},
		"404, young and gone":    {&lagging{remove: missing, get: missing}, stillYoung(), "", 5},
		"404 of a gateway":       {&lagging{remove: func(w http.ResponseWriter, _ int64) { http.Error(w, "no route", http.StatusNotFound) }}, longAgo, "no route", 0},
		"200, not done":          {&lagging{remove: doubtful, get: found}, longAgo, stillThere, 5},
		"200, done":              {&lagging{remove: doubtful, get: missing}, longAgo, "", 1},
		"200, done later":        {&lagging{remove: doubtful, get: switching(found, 2, missing)}, longAgo, "", 3},
		"200, reads are refused": {&lagging{remove: doubtful, get: failing}, longAgo, "403 Forbidden", 1},
		"403":                    {&lagging{remove: failing}, longAgo, "403 Forbidden", 0},

		"edge, 404":                   {&lagging{remove: missing, get: missing}, longAgo, "", 1},
		"edge, 404, but there":        {&lagging{remove: missing, get: found}, longAgo, notOffered, 1},
		"edge, 404, young, but there": {&lagging{remove: missing, get: switching(missing, 1, found)}, stillYoung(), notOffered, 2},
		"edge, 404, reads refused":    {&lagging{remove: missing, get: failing}, longAgo, "403 Forbidden. If the object is gone, run state rm", 1},
		"edge, 404 after no response": {&lagging{remove: switching(lost, 1, missing), get: switching(found, 2, missing)}, longAgo, "", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, test.service)
			remove := s.FailoverBackends.Delete
			if strings.HasPrefix(name, "edge") {
				remove = s.TLSEdges.Delete
			}
			err := remove(t.Context(), session.Known{ID: "x", CreatedAt: test.createdAt})
			if test.want != "" || err != nil {
				expectExistence(t, test.want, err)
			}
			if got := test.service.gets.Load(); got != test.gets {
				t.Errorf("read %d times, want %d", got, test.gets)
			}
		})
	}
}

// creations returns a function for each kind of object. The function creates an object.
func creations(s *session.Session) map[string]func(context.Context) (api.Object, error) {
	return map[string]func(context.Context) (api.Object, error){
		"failover backend": func(ctx context.Context) (api.Object, error) {
			return s.FailoverBackends.Create(ctx, (*api.FailoverBackend).IsWhole, func() (*api.FailoverBackend, error) {
				return s.API.CreateFailoverBackend(ctx, api.FailoverBackendSettings{})
			})
		},
		"TLS edge": func(ctx context.Context) (api.Object, error) {
			return s.TLSEdges.Create(ctx, func(e *api.TLSEdge) bool { return e.URI.Present }, func() (*api.TLSEdge, error) {
				return s.API.CreateTLSEdge(ctx, api.TLSEdgeSettings{})
			})
		},
	}
}

// If the response to a creation contains only the id, the session reads
// the object, even after the user has interrupted the run. If the read
// fails, the session still returns the id.
func TestCreate_namedOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		get  func(http.ResponseWriter, int64)
		want string
		gets int64
	}{
		"id alone":      {found, isFound, 1},
		"shows late":    {switching(missing, 2, found), isFound, 3},
		"never shows":   {missing, isGone, 5},
		"reads refused": {failing, "403 Forbidden", 1},
	} {
		for kind := range creations(nil) {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				service := &lagging{get: test.get, create: func(w http.ResponseWriter, _ int64) {
					respondJSON(w, http.StatusCreated, map[string]any{"id": "x"})
					stop()
				}}
				created, err := creations(start(t, service))[kind](ctx)
				expectExistence(t, test.want, err)
				if posts, gets := service.creates.Load(), service.gets.Load(); created.ObjectID() != "x" || created.IsWhole() != (err == nil) || posts != 1 || gets != test.gets {
					t.Errorf("got %+v after %d creations and %d reads", created, posts, gets)
				}
			})
		}
	}
}

// At another base URL, the same id may name another object. It is neither read, changed nor
// deleted, and the error says where the known object was last seen.
func TestKnown_elsewhere(t *testing.T) {
	t.Parallel()
	const created, seen = "2020-01-02T03:04:05Z", "https://former.example.com"
	for name, test := range map[string]struct {
		createdAt string // of the object that the service has; "" for none
		want      string // "" for no error
	}{
		"the same":                {created, ""},
		"the same, other writing": {"2020-01-02T04:04:05.4+01:00", ""},
		"another":                 {"2020-01-02T03:04:07Z", "created at another time"},
		"of unknown age":          {"yesterday", ""},
		"none":                    {"", "was last seen at " + seen},
	} {
		for kind, act := range map[string]func(*session.Session, session.Known) error{
			"refresh": func(s *session.Session, known session.Known) error {
				_, err := s.FailoverBackends.Refresh(t.Context(), known, always)
				return err
			},
			"update": func(s *session.Session, known session.Known) error {
				_, err := updateBackend(t.Context(), s, known, always)
				return err
			},
			"delete": func(s *session.Session, known session.Known) error {
				return s.FailoverBackends.Delete(t.Context(), known)
			},
			"refresh an edge": func(s *session.Session, known session.Known) error {
				_, err := s.TLSEdges.Refresh(t.Context(), known, always)
				return err
			},
			"update an edge": func(s *session.Session, known session.Known) error {
				_, err := updateEdge(t.Context(), s, known, always[api.TLSEdge])
				return err
			},
			"delete an edge": func(s *session.Session, known session.Known) error { return s.TLSEdges.Delete(t.Context(), known) },
		} {
			var writes atomic.Int64
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodDelete:
					writes.Add(1)
					w.WriteHeader(http.StatusNoContent)
				case r.Method != http.MethodGet:
					writes.Add(1)
					fallthrough
				case test.createdAt != "":
					respondJSON(w, http.StatusOK, map[string]any{"id": "x", "uri": "u", "created_at": test.createdAt, "backends": []string{}})
				default:
					missing(w, 0)
				}
			}))
			err := act(s, session.Known{ID: "x", CreatedAt: created, SeenAt: seen})
			isRefresh := strings.HasPrefix(kind, "refresh")
			if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) || api.IsGone(err)) || (writes.Load() > 0) != (!isRefresh && test.want == "") {
				t.Errorf("%s, %s: got %v after %d writes", name, kind, err, writes.Load())
			}
		}
	}
}
