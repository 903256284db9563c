// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

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
