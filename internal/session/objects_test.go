// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// lagging is a service with one failover backend and one TLS edge, both with the id
// x. Each function writes the response to the nth request of one kind.
type lagging struct {
	create, get, list, remove func(w http.ResponseWriter, nth int64)

	creates, gets, lists, removals atomic.Int64
}

func (l *lagging) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost:
		l.create(w, l.creates.Add(1))
	case r.Method == http.MethodDelete:
		l.remove(w, l.removals.Add(1))
	case strings.HasSuffix(r.URL.Path, "/x"):
		l.get(w, l.gets.Add(1))
	default:
		l.list(w, l.lists.Add(1))
	}
}

func found(w http.ResponseWriter, _ int64) { respondJSON(w, http.StatusOK, object("x")) }
func missing(w http.ResponseWriter, _ int64) {
	respondJSON(w, http.StatusNotFound, map[string]any{"title": "none"})
}
func failing(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusForbidden) }
func deleted(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusNoContent) }
func doubtful(w http.ResponseWriter, _ int64) {
	respondJSON(w, http.StatusOK, map[string]any{"success": false})
}

func listing(ids ...string) func(http.ResponseWriter, int64) {
	return func(w http.ResponseWriter, _ int64) {
		elements := make([]any, len(ids))
		for i, id := range ids {
			elements[i] = object(id)
		}
		respondJSON(w, http.StatusOK, map[string]any{"backends": elements, "tls_edges": elements, "uri": "/"})
	}
}

// switching returns a function that calls the argument first for the given number
// of requests, and the argument second for all later requests.
func switching(first func(http.ResponseWriter, int64), times int64, second func(http.ResponseWriter, int64)) func(http.ResponseWriter, int64) {
	return func(w http.ResponseWriter, nth int64) {
		if nth <= times {
			first(w, nth)
			return
		}
		second(w, nth)
	}
}

const (
	longAgo = "2020-01-01T00:00:00Z" // the creation time of an object that is not young
	isFound = "found"
	isGone  = "gone"
)

// always reports that a list element equals the state of the caller.
func always[T any](*T) bool { return true }

// stillYoung returns a creation time in the future, so that the object stays young.
func stillYoung() string { return time.Now().Add(time.Hour).UTC().Format(time.RFC3339) }

// expectExistence fails the test if err does not match want. For [isFound], err
// must be nil. For [isGone], [api.IsGone] must report true. For any other want,
// the text of err must contain want.
func expectExistence(t *testing.T, want string, err error) {
	t.Helper()
	got := isFound
	switch {
	case api.IsGone(err):
		got = isGone
	case err != nil:
		got = err.Error()
	}
	if !strings.Contains(got, want) {
		t.Errorf("expected %q, got %v", want, err)
	}
}

func TestRefresh_existence(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		service   *lagging
		createdAt string
		want      string
		gets      int64
	}{
		"there":               {&lagging{get: found}, longAgo, isFound, 1},
		"gone":                {&lagging{get: missing}, longAgo, isGone, 1},
		"young, appears late": {&lagging{get: switching(missing, 3, found)}, stillYoung(), isFound, 4},
		"young, never":        {&lagging{get: missing}, stillYoung(), isGone, 5},
		"of unknown age":      {&lagging{get: switching(missing, 1, found)}, "yesterday", isFound, 2},
		"forbidden":           {&lagging{get: failing}, longAgo, "403 Forbidden", 1},
		"edge, young":         {&lagging{get: switching(missing, 2, found)}, stillYoung(), isFound, 3},
		"edge, gone":          {&lagging{get: missing}, longAgo, isGone, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var err error
			if s := start(t, test.service); strings.HasPrefix(name, "edge") {
				_, err = s.TLSEdges.Refresh(t.Context(), session.Known{ID: "x", CreatedAt: test.createdAt}, always)
			} else {
				_, err = s.FailoverBackends.Refresh(t.Context(), session.Known{ID: "x", CreatedAt: test.createdAt}, always)
			}
			expectExistence(t, test.want, err)
			if got := test.service.gets.Load(); got != test.gets {
				t.Errorf("read %d times, want %d", got, test.gets)
			}
		})
	}
}

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
		"404":                    {&lagging{remove: missing}, longAgo, isGone, 0},
		"404, young":             {&lagging{remove: missing, get: switching(missing, 1, found)}, stillYoung(), stillThere, 2},
		"404, young and gone":    {&lagging{remove: missing, get: missing}, stillYoung(), isGone, 5},
		"404 of a gateway":       {&lagging{remove: func(w http.ResponseWriter, _ int64) { http.Error(w, "no route", http.StatusNotFound) }}, longAgo, "no route", 0},
		"200, not done":          {&lagging{remove: doubtful, get: found}, longAgo, stillThere, 5},
		"200, done":              {&lagging{remove: doubtful, get: missing}, longAgo, "", 1},
		"200, done later":        {&lagging{remove: doubtful, get: switching(found, 2, missing)}, longAgo, "", 3},
		"200, reads are refused": {&lagging{remove: doubtful, get: failing}, longAgo, "403 Forbidden", 1},
		"403":                    {&lagging{remove: failing}, longAgo, "403 Forbidden", 0},

		"edge, 404":                   {&lagging{remove: missing, get: missing}, longAgo, isGone, 1},
		"edge, 404, but there":        {&lagging{remove: missing, get: found}, longAgo, notOffered, 1},
		"edge, 404, young, but there": {&lagging{remove: missing, get: switching(missing, 1, found)}, stillYoung(), notOffered, 2},
		"edge, 404, reads refused":    {&lagging{remove: missing, get: failing}, longAgo, "403 Forbidden. If the object is gone, run state rm", 1},
		"edge, 404 after no response": {&lagging{remove: switching(lost, 1, missing), get: switching(found, 2, missing)}, longAgo, isGone, 3},
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

func updateBackend(ctx context.Context, s *session.Session, known session.Known, isApplied func(*api.FailoverBackend) bool) (*api.FailoverBackend, error) {
	return s.FailoverBackends.Update(ctx, known, func() (*api.FailoverBackend, bool, error) {
		return s.API.UpdateFailoverBackend(ctx, known.ID, api.FailoverBackendSettings{})
	}, isApplied)
}

func updateEdge(ctx context.Context, s *session.Session, known session.Known, isApplied func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	return s.TLSEdges.Update(ctx, known, func() (*api.TLSEdge, bool, error) {
		return s.API.UpdateTLSEdge(ctx, known.ID, api.TLSEdgeSettings{}, []string{"metadata"})
	}, isApplied)
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

// A write drops the pages of the list, so the first reads after the write are individual.
// A second read of an object also drops the pages, because that read belongs to a new plan.
func TestRefresh_dropsPages(t *testing.T) {
	t.Parallel()
	writes := map[string]func(context.Context, *session.Session) error{
		"update": func(ctx context.Context, s *session.Session) error {
			_, err := updateBackend(ctx, s, session.Known{ID: "x"}, always)
			return err
		},
		"delete": func(ctx context.Context, s *session.Session) error {
			return s.FailoverBackends.Delete(ctx, session.Known{ID: "x", CreatedAt: longAgo})
		},
		"update an edge": func(ctx context.Context, s *session.Session) error {
			_, err := updateEdge(ctx, s, session.Known{ID: "x"}, always[api.TLSEdge])
			return err
		},
		"delete an edge": func(ctx context.Context, s *session.Session) error {
			return s.TLSEdges.Delete(ctx, session.Known{ID: "x", CreatedAt: longAgo})
		},
		"read from the list again": func(ctx context.Context, s *session.Session) error {
			_, _ = s.FailoverBackends.Refresh(ctx, session.Known{ID: "4/x", CreatedAt: longAgo}, always)
			return nil
		},
		"read an edge again that was read individually": func(ctx context.Context, s *session.Session) error {
			_, _ = s.TLSEdges.Refresh(ctx, session.Known{ID: "0/x", CreatedAt: longAgo}, always)
			return nil
		},
	}
	for kind := range creations(nil) {
		writes["create "+kind] = func(ctx context.Context, s *session.Session) error {
			_, err := creations(s)[kind](ctx)
			return err
		}
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lagging{get: found, list: listing("4/x", "5/x", "6/x"), remove: deleted, create: func(w http.ResponseWriter, _ int64) {
				respondJSON(w, http.StatusCreated, object("z"))
			}}
			s := start(t, service)
			refreshBoth := func(id string) {
				_, _ = s.FailoverBackends.Refresh(t.Context(), session.Known{ID: id, CreatedAt: longAgo}, always)
				_, _ = s.TLSEdges.Refresh(t.Context(), session.Known{ID: id, CreatedAt: longAgo}, always)
			}
			for i := range 5 {
				refreshBoth(fmt.Sprintf("%d/x", i))
			}
			_, _ = s.TLSEdges.Refresh(t.Context(), session.Known{ID: "5/x", CreatedAt: longAgo}, func(*api.TLSEdge) bool { return false })
			if gets, lists := service.gets.Load(), service.lists.Load(); gets != 2*4+1 || lists != 2 {
				t.Errorf("took %d single reads and %d pages", gets, lists)
			}
			if err := write(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			before := service.gets.Load()
			refreshBoth("6/x")
			if gets := service.gets.Load() - before; gets != 1 {
				t.Errorf("took %d single reads", gets)
			}
		})
	}
}

// After an update, reads may show the previous settings for some seconds. The session
// repeats such a read, unless the response to the update shows the settings itself.
func TestUpdate_readsLag(t *testing.T) {
	t.Parallel()
	const before, after = "before", "after"
	for name, test := range map[string]struct {
		status     int
		lags, gets int64
		response   string
		want       string
	}{
		"no lag":           {204, 0, 1, "", after},
		"lag":              {204, 2, 3, "", after},
		"never applied":    {204, 9, 5, "", before},
		"with a body":      {200, 2, 3, `{"id":"x"}`, after},
		"empty":            {200, 2, 3, `{}`, after},
		"pending":          {202, 2, 3, `{"status":"pending"}`, after},
		"shows it itself":  {200, 9, 1, `{"id":"x","metadata":"after"}`, after},
		"shows the former": {200, 0, 5, `{"id":"x","metadata":"before"}`, before},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var gets atomic.Int64
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet {
					w.WriteHeader(test.status)
					_, _ = io.WriteString(w, test.response)
					return
				}
				settings := map[bool]string{false: before, true: after}[gets.Add(1) > test.lags]
				respondJSON(w, http.StatusOK, map[string]any{"id": "x", "metadata": settings})
			}))
			backend, err := updateBackend(t.Context(), s, session.Known{ID: "x"}, func(b *api.FailoverBackend) bool { return b.Metadata.OrZero() == after })
			if err != nil || backend.Metadata.OrZero() != test.want || gets.Swap(0) != test.gets {
				t.Errorf("got %+v, %v", backend, err)
			}
			isApplied := func(edge *api.TLSEdge) bool { return edge.Metadata.OrZero() == after }
			edge, err := updateEdge(t.Context(), s, session.Known{ID: "x"}, isApplied)
			if err != nil || edge.Metadata.OrZero() != test.want || gets.Load() != test.gets {
				t.Errorf("got %+v, %v", edge, err)
			}
		})
	}
}

// The requests that follow a write stop 10 seconds after an interrupt.
func TestUpdate_interrupted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for 10 s")
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	begin := time.Now()
	s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			stop()
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	_, err := updateBackend(ctx, s, session.Known{ID: "x"}, always)
	if took := time.Since(begin); err == nil || took < 9*time.Second || took > 15*time.Second {
		t.Errorf("got %v after %s", err, took)
	}
}

// An object is young by the clock of the response that does not find it.
func TestRefresh_clocks(t *testing.T) {
	t.Parallel()
	for _, offset := range []time.Duration{-2 * time.Minute, 0, 2 * time.Minute} {
		for _, age := range []time.Duration{10 * time.Second, 90 * time.Second} {
			now := time.Now().Add(offset).UTC()
			service := &lagging{get: func(w http.ResponseWriter, nth int64) {
				w.Header().Set("Date", now.Format(http.TimeFormat))
				missing(w, nth)
			}}
			_, err := start(t, service).FailoverBackends.Refresh(t.Context(), session.Known{ID: "x", CreatedAt: now.Add(-age).Format(time.RFC3339)}, always)
			want := map[bool]int64{true: 5, false: 1}[age < time.Minute]
			if gets := service.gets.Load(); !api.IsGone(err) || gets != want {
				t.Errorf("clock %s, age %s: %d reads, %v", offset, age, gets, err)
			}
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
