// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A service that lacks the deletion of edges may respond 404 although the edge exists.
func TestDelete_isBelievedWhenConfirmed(t *testing.T) {
	t.Parallel()
	const stillThere, notOffered = "still has it after the request to delete it", "the service does not offer this operation"
	for name, test := range map[string]struct {
		remove, get []int
		createdAt   string
		want        string
		gets        int
	}{
		"204":                    {[]int{204}, nil, ofOld, isFound, 0},
		"404":                    {[]int{404}, nil, ofOld, isFound, 0},
		"404, young":             {[]int{404}, []int{404, 200}, ofYoung, stillThere, 2},
		"404, young and gone":    {[]int{404}, []int{404}, ofYoung, isFound, 5},
		"404, of unknown age":    {[]int{404}, []int{404, 200}, "", stillThere, 2},
		"200, not done":          {[]int{200}, []int{200}, ofOld, stillThere, 5},
		"200, done":              {[]int{200}, []int{404}, ofOld, isFound, 1},
		"200, done later":        {[]int{200}, []int{200, 200, 404}, ofOld, isFound, 3},
		"200, reads are refused": {[]int{200}, []int{403}, ofOld, "403 Forbidden", 1},
		"403":                    {[]int{403}, nil, ofOld, "403 Forbidden", 0},

		"edge, 404":                   {[]int{404}, []int{404}, ofOld, isFound, 1},
		"edge, 404, but there":        {[]int{404}, []int{200}, ofOld, notOffered, 1},
		"edge, 404, young, but there": {[]int{404}, []int{404, 200}, ofYoung, notOffered, 2},
		"edge, 404, reads refused":    {[]int{404}, []int{403}, ofOld, "403 Forbidden: none. If the object is gone, run state rm", 1},
		"edge, 404 after no response": {[]int{0, 404}, []int{200, 200, 404}, ofOld, isFound, 3},
	} {
		s := &objectService{remove: test.remove, get: test.get}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := clientOf(t, s)
				kind := map[bool]string{true: "TLS edge", false: "failover backend"}[strings.HasPrefix(name, "edge")]
				err := operations(c)[kind]["delete"](t.Context(), Target{ID: "x", CreatedAt: test.createdAt})
				s.expect(t, test.want, err, test.gets)
			})
		})
	}
}

// If the response to a creation contains only the id, Create reads the object, even after the
// user has interrupted the run. If the read fails, Create still returns the id.
func TestCreate_namedOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		get  []int
		want string
		gets int
	}{
		"id alone":      {[]int{200}, isFound, 1},
		"shows late":    {[]int{404, 404, 200}, isFound, 3},
		"never shows":   {[]int{404}, isMissing, 5},
		"reads refused": {[]int{403}, "403 Forbidden", 1},
	} {
		s := &objectService{get: test.get, createdAt: ofOld, write: map[string]any{"id": "x"}}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := clientOf(t, s)
				ctx, stop := context.WithCancel(t.Context())
				s.onWrite = stop
				created, err := c.FailoverBackends.Create(ctx, FailoverBackendSettings{})
				s.expect(t, test.want, err, test.gets)
				if created.ID != "x" || created.IsWhole() != (err == nil) || s.writes != 1 {
					t.Errorf("got %+v", created)
				}
			})
		})
	}
}

// The members that a read omits stay as the response to the creation showed them.
func TestCreate_bothResponsesCount(t *testing.T) {
	t.Parallel()
	reads := 0
	s := serve(t, Config{}, func(r *http.Request) *http.Response {
		if r.Method == http.MethodPost {
			return response(201, `{"id":"x","uri":"u","description":"d"}`)
		}
		reads++
		return response(200, `{"id":"x","backend":{"enabled":true},"description":null}`)
	})
	created, err := s.TLSEdges.Create(t.Context(), TLSEdgeSettings{})
	if err != nil || created.URI.OrZero() != "u" || !created.Backend.OrZero().Enabled.OrZero() || !created.Description.IsNull() || reads != 1 {
		t.Errorf("got %+v, %v", created, err)
	}
}

func TestRefresh_existence(t *testing.T) {
	t.Parallel()
	const waits = 3500 * time.Millisecond // before three repetitions, whatever MaxRetryWait is
	for name, test := range map[string]struct {
		get       []int
		createdAt string
		want      string
		gets      int
	}{
		"there":               {[]int{200}, ofOld, isFound, 1},
		"gone":                {[]int{404}, ofOld, isMissing, 1},
		"young, appears late": {[]int{404, 404, 404, 200}, ofYoung, isFound, 4},
		"young, never":        {[]int{404}, ofYoung, isMissing, 5},
		"of unknown age":      {[]int{404, 200}, "yesterday", isFound, 2},
		"forbidden":           {[]int{403}, ofOld, "403 Forbidden", 1},
	} {
		s := &objectService{get: test.get}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := clientOf(t, s)
				begin := time.Now()
				_, err := c.FailoverBackends.Refresh(t.Context(), Target{ID: "x", CreatedAt: test.createdAt}, anyOf)
				s.expect(t, test.want, err, test.gets)
				if took := time.Since(begin); test.gets > 3 && took < waits {
					t.Errorf("took %s", took)
				}
			})
		})
	}
}

// A gateway that responds 404 to everything removes nothing from state. The list of a service
// that answers shows that a 404 is the API's own.
func TestGone_onlyOnceTheAPIHasAnswered(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"failover backend", "TLS edge"} {
		for _, action := range []string{"refresh", "delete"} {
			for name, gateway := range map[string]bool{"a gateway": true, "the API": false} {
				s := &objectService{gateway: gateway, get: []int{404}, remove: []int{404}}
				t.Run(name+", "+action+" "+kind, func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						c := clientOf(t, s)
						err := operations(c)[kind][action](t.Context(), Target{ID: "x", CreatedAt: ofOld})
						isGone := IsGone(err) || action == "delete" && err == nil
						if isGone == gateway || errors.Is(err, ErrNeverAnswered) != gateway {
							t.Errorf("got %v", err)
						}
					})
				})
			}
		}
	}
	s := serve(t, Config{}, always(404, `{"message":"no Route matched"}`))
	_, err := s.FailoverBackends.Update(t.Context(), Target{ID: "x"}, FailoverBackendSettings{}, anyOf)
	if !errors.Is(err, ErrNeverAnswered) {
		t.Errorf("updated: got %v", err)
	}
}

// After an update, reads may show the previous settings for some seconds. Update repeats such
// a read, whatever an incomplete response to the update shows.
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
		s := &objectService{get: []int{200}, lag: test.lag, createdAt: ofOld, write: map[string]any{"id": "x", "metadata": test.response}}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := clientOf(t, s)
				isApplied := func(b *FailoverBackend) bool { return b.Metadata.OrZero() == after }
				updated, err := c.FailoverBackends.Update(t.Context(), Target{ID: "x"}, FailoverBackendSettings{}, isApplied)
				s.expect(t, isFound, err, test.gets)
				if updated.Metadata.OrZero() != test.want {
					t.Errorf("got %+v", updated)
				}
			})
		})
	}
}

// After an update that fails, nothing is read.
func TestUpdate_refused(t *testing.T) {
	t.Parallel()
	s := &objectService{}
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c := clientOf(t, s)
			s.expect(t, "refused", operations(c)["TLS edge"]["update"](t.Context(), Target{ID: "x"}), 0)
		})
	})
}

// The requests that follow a write stop 10 seconds after an interrupt.
func TestUpdate_interrupted(t *testing.T) {
	t.Parallel()
	s := &objectService{get: []int{429}, write: map[string]any{"id": "x"}}
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c := clientOf(t, s)
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, stop)
			begin := time.Now()
			err := operations(c)["failover backend"]["update"](ctx, Target{ID: "x"})
			if took := time.Since(begin); err == nil || took != time.Second+interruptedTime {
				t.Errorf("got %v after %s", err, took)
			}
		})
	})
}

// At another base URL, the same id may name another object. It is neither read, changed nor
// deleted, and the error says where the known object was last seen. A write does not look into
// a list, which may be older than the object.
func TestTarget_elsewhere(t *testing.T) {
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
				s := &objectService{get: []int{test.get}, createdAt: test.createdAt, remove: []int{204}, write: map[string]any{"id": "x"}}
				t.Run(name+", "+action+" "+kind, func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						c := clientOf(t, s)
						for i := range 4 { // so that a refresh would use the list
							_ = operations(c)[kind]["refresh"](t.Context(), Target{ID: string(rune('a' + i)), CreatedAt: ofOld})
						}
						lists := s.lists
						err := operations(c)[kind][action](t.Context(), Target{ID: "x", CreatedAt: created, SeenAt: seen})
						isWritten := s.writes+s.removals > 0
						if err != nil && IsGone(err) || isWritten != (action != "refresh" && err == nil) {
							t.Errorf("got %v, written %t", err, isWritten)
						}
						if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
							t.Errorf("got %v", err)
						}
						if action != "refresh" && s.lists != lists {
							t.Error("the list was read")
						}
					})
				})
			}
		}
	}
}
