// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// A service that lacks the deletion of edges may respond 404 although the edge exists.
func TestDelete_isBelievedWhenConfirmed(t *testing.T) {
	t.Parallel()
	const stillThere, notOffered = "still has the object after the request to delete it", "the service does not offer this operation"
	for name, test := range map[string]struct {
		remove, get []int
		createdAt   string
		want        string
		gets        int
	}{
		"204":                    {[]int{204}, nil, old, isFound, 0},
		"404":                    {[]int{404}, nil, old, isFound, 0},
		"404, young":             {[]int{404}, []int{404, 200}, young, stillThere, 2},
		"404, young and gone":    {[]int{404}, []int{404}, young, isFound, 5},
		"200, not done":          {[]int{200}, []int{200}, old, stillThere, 5},
		"200, done":              {[]int{200}, []int{404}, old, isFound, 1},
		"200, done later":        {[]int{200}, []int{200, 200, 404}, old, isFound, 3},
		"200, reads are refused": {[]int{200}, []int{403}, old, "403 Forbidden", 1},
		"403":                    {[]int{403}, nil, old, "403 Forbidden", 0},

		"edge, 404":                   {[]int{404}, []int{404}, old, isFound, 1},
		"edge, 404, but there":        {[]int{404}, []int{200}, old, notOffered, 1},
		"edge, 404, young, but there": {[]int{404}, []int{404, 200}, young, notOffered, 2},
		"edge, 404, reads refused":    {[]int{404}, []int{403}, old, "403 Forbidden: none. If the object is gone, run state rm", 1},
		"edge, 404 after no response": {[]int{0, 404}, []int{200, 200, 404}, old, isFound, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &service{remove: test.remove, get: test.get}
			s := start(t, service)
			remove := s.FailoverBackends.Delete
			if strings.HasPrefix(name, "edge") {
				remove = s.TLSEdges.Delete
			}
			service.expect(t, test.want, remove(t.Context(), session.Known{ID: "x", CreatedAt: test.createdAt}), test.gets)
		})
	}
}

// If the response to a creation contains only the id, the session reads the object, even
// after the user has interrupted the run. If the read fails, the session still returns the id.
func TestCreate_namedOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		get  []int
		want string
		gets int
	}{
		"id alone":      {[]int{200}, isFound, 1},
		"shows late":    {[]int{404, 404, 200}, isFound, 3},
		"never shows":   {[]int{404}, isGone, 5},
		"reads refused": {[]int{403}, "403 Forbidden", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			service := &service{get: test.get, createdAt: old}
			created, err := start(t, service).FailoverBackends.Create(ctx, func() (*api.FailoverBackend, error) {
				stop()
				return &api.FailoverBackend{ID: "x"}, nil
			})
			service.expect(t, test.want, err, test.gets)
			if created.ID != "x" || created.IsWhole() != (err == nil) {
				t.Errorf("got %+v", created)
			}
		})
	}
}

// The waits for a young object are of their own, even if max_retry_wait is short.
func TestRefresh_existence(t *testing.T) {
	t.Parallel()
	const waits = 3500 * time.Millisecond // before three repetitions
	for name, test := range map[string]struct {
		get       []int
		createdAt string
		want      string
		gets      int
	}{
		"there":               {[]int{200}, old, isFound, 1},
		"gone":                {[]int{404}, old, isGone, 1},
		"young, appears late": {[]int{404, 404, 404, 200}, young, isFound, 4},
		"young, never":        {[]int{404}, young, isGone, 5},
		"of unknown age":      {[]int{404, 200}, "yesterday", isFound, 2},
		"forbidden":           {[]int{403}, old, "403 Forbidden", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, begin := &service{get: test.get}, time.Now()
			_, err := start(t, service).FailoverBackends.Refresh(t.Context(), session.Known{ID: "x", CreatedAt: test.createdAt}, always)
			service.expect(t, test.want, err, test.gets)
			if took := time.Since(begin); test.gets > 3 && took < waits {
				t.Errorf("took %s", took)
			}
		})
	}
}

// A gateway that responds 404 to everything removes nothing from state. The list of a service
// that answers shows that a 404 is the API's own.
func TestGone_onlyOnceTheAPIHasAnswered(t *testing.T) {
	t.Parallel()
	for _, gateway := range []bool{true, false} {
		for action, act := range map[string]func(*session.Session, session.Known) error{
			"refresh": func(s *session.Session, known session.Known) error {
				_, err := s.TLSEdges.Refresh(t.Context(), known, always)
				return err
			},
			"update": func(s *session.Session, known session.Known) error {
				_, err := s.TLSEdges.Update(t.Context(), known, func() (*api.TLSEdge, error) { return s.API.GetTLSEdge(t.Context(), "x") }, always)
				return err
			},
			"delete": func(s *session.Session, known session.Known) error {
				return s.FailoverBackends.Delete(t.Context(), known)
			},
		} {
			s := start(t, &service{gateway: gateway, get: []int{404}, remove: []int{404}})
			err := act(s, session.Known{ID: "x", CreatedAt: old})
			isGone := api.IsGone(err) || action == "delete" && err == nil
			if isGone == gateway || errors.Is(err, api.ErrNeverAnswered) != gateway {
				t.Errorf("%s, gateway %t: got %v", action, gateway, err)
			}
		}
	}
}

// After an update, reads may show the previous settings for some seconds. The session
// repeats such a read, whatever an incomplete response to the update shows.
func TestUpdate_readsLag(t *testing.T) {
	t.Parallel()
	const before, after = "before", "after"
	for name, test := range map[string]struct {
		response  string // the metadata; "" if it has none
		lag, gets int
		want      string
	}{
		"no lag":           {"", 0, 1, after},
		"lag":              {"", 2, 3, after},
		"never applied":    {"", 9, 5, before},
		"shows it in part": {after, 2, 3, after},
		"shows the former": {before, 0, 1, after},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &service{get: []int{200}, lag: test.lag}
			updated, err := start(t, service).FailoverBackends.Update(t.Context(), session.Known{ID: "x"}, func() (*api.FailoverBackend, error) {
				return &api.FailoverBackend{ID: "x", Metadata: api.Member[string]{Value: &test.response}}, nil
			}, func(b *api.FailoverBackend) bool { return b.Metadata.OrZero() == after })
			service.expect(t, isFound, err, test.gets)
			if updated.Metadata.OrZero() != test.want {
				t.Errorf("got %+v", updated)
			}
		})
	}
}

// After an update that fails, the session reads nothing.
func TestUpdate_refused(t *testing.T) {
	t.Parallel()
	service := &service{}
	_, err := start(t, service).FailoverBackends.Update(t.Context(), session.Known{ID: "x"}, func() (*api.FailoverBackend, error) {
		return nil, errors.New("refused")
	}, always)
	service.expect(t, "refused", err, 0)
}

// The requests that follow a write stop 10 seconds after an interrupt.
func TestUpdate_interrupted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for 10 s")
	}
	ctx, stop := context.WithCancel(t.Context())
	begin := time.Now()
	err := kinds(start(t, &service{get: []int{429}}), stop)["failover backend"]["update"](ctx, session.Known{ID: "x"})
	if took := time.Since(begin); err == nil || took < 9*time.Second || took > 15*time.Second {
		t.Errorf("got %v after %s", err, took)
	}
}

// At another base URL, the same id may name another object. It is neither read, changed nor
// deleted, and the error says where the known object was last seen.
func TestKnown_elsewhere(t *testing.T) {
	t.Parallel()
	const created, seen = "2020-01-02T03:04:05Z", "https://former.example.com"
	for name, test := range map[string]struct {
		get       int
		createdAt string // of the object that the service has
		want      string // "" for no error
	}{
		"the same":                {200, created, ""},
		"the same, other writing": {200, "2020-01-02T04:04:05.4+01:00", ""},
		"another":                 {200, "2020-01-02T03:04:07Z", "created at another time"},
		"of unknown age":          {200, "yesterday", ""},
		"none":                    {404, "", "was last seen at " + seen},
	} {
		for _, kind := range []string{"failover backend", "TLS edge"} {
			for _, action := range []string{"refresh", "update", "delete"} {
				service, sent := &service{get: []int{test.get}, createdAt: test.createdAt, remove: []int{204}}, 0
				act := kinds(start(t, service), func() { sent++ })[kind][action]
				err := act(t.Context(), session.Known{ID: "x", CreatedAt: created, SeenAt: seen})
				isWritten := sent+service.removals > 0
				if err != nil && api.IsGone(err) || isWritten != (action != "refresh" && err == nil) {
					t.Errorf("%s, %s of a %s: got %v, written %t", name, action, kind, err, isWritten)
				}
				if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
					t.Errorf("%s, %s of a %s: got %v", name, action, kind, err)
				}
			}
		}
	}
}
