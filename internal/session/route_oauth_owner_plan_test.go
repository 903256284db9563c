// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// departure is the result of a planned departure of owner "a", and when it came.
type departure struct {
	kept  bool
	after time.Duration
}

func depart(t *testing.T, planning *session.Session, opens bool) <-chan departure {
	t.Helper()
	told := make(chan departure, 1)
	started := time.Now()
	go func() {
		kept := planning.PlanRouteOAuthDeparture(t.Context(), "edge", "1", "a", opens)
		told <- departure{kept, time.Since(started)}
	}()
	synctest.Wait()
	return told
}

func TestPlanRouteOAuthDeparture(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, meanwhile func(*session.Session)
		abandons          bool
		want              departure
	}{
		"nobody else":                     {want: departure{false, time.Second}},
		"nobody else, and it stays as is": {abandons: true, want: departure{false, 0}},
		"another in state": {
			before: func(s *session.Session) { s.SeeRouteOAuth("edge", "1", "b") }, want: departure{true, 0},
		},
		"another planned": {
			before: func(s *session.Session) { s.PlanRouteOAuth("edge", "1", "b") }, want: departure{true, 0},
		},
		"another route": {
			before: func(s *session.Session) { s.PlanRouteOAuth("edge", "2", "b") }, want: departure{false, time.Second},
		},
		"itself in state": {
			before: func(s *session.Session) { s.SeeRouteOAuth("edge", "1", "a") }, want: departure{false, time.Second},
		},
		"another in state soon after": {
			meanwhile: func(s *session.Session) { s.SeeRouteOAuth("edge", "1", "b") }, want: departure{true, time.Millisecond},
		},
		"another planned soon after": {
			meanwhile: func(s *session.Session) { s.PlanRouteOAuth("edge", "1", "b") }, want: departure{true, time.Millisecond},
		},
		"another leaves too": {
			before: func(s *session.Session) { s.PlanRouteOAuthDeparture(t.Context(), "edge", "1", "b", false) },
			want:   departure{false, time.Second},
		},
		"long after the first module was planned": {
			before: func(s *session.Session) {
				s.PlanRouteOAuth("edge", "2", "c")
				time.Sleep(time.Hour)
			},
			want: departure{false, 0},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				planning := session.New(t.Context(), nil, session.Options{})
				if test.before != nil {
					test.before(planning)
				}
				told := depart(t, planning, !test.abandons)
				if test.meanwhile != nil {
					time.Sleep(time.Millisecond)
					test.meanwhile(planning)
				}
				if got := <-told; got != test.want {
					t.Errorf("got %+v, want %+v", got, test.want)
				}
			})
		})
	}
}

// An owner that shows late is told of an earlier departure, and that two have the
// route.
func TestPlanRouteOAuth_thoseWhoComeLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		planning := session.New(t.Context(), nil, session.Options{})
		if told := <-depart(t, planning, true); told.kept {
			t.Error("somebody keeps the route before anybody came")
		}
		if planning.SeeRouteOAuth("edge", "1", "a") {
			t.Error("a refresh of the one that leaves is told of its own departure")
		}
		if !planning.SeeRouteOAuth("edge", "1", "b") {
			t.Error("a refresh is not told of the departure")
		}
		if planning.SeeRouteOAuth("edge", "2", "b") {
			t.Error("a refresh is told of the departure from another route")
		}
		if opening, shared := planning.PlanRouteOAuth("edge", "1", "b"); !opening || shared {
			t.Errorf("opening %t, shared %t, want the departure alone", opening, shared)
		}
		if _, shared := planning.PlanRouteOAuth("edge", "1", "b"); shared {
			t.Error("a resource shares the route with itself")
		}
		if _, shared := planning.PlanRouteOAuth("edge", "1", "c"); !shared {
			t.Error("the second one to have the route is not told of the first")
		}
	})
}
