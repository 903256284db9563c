// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"
)

// After a failure, each creation waits twice as long as the one before, until one succeeds. A
// refusal neither ends these waits nor lengthens them, nor does a limit. A creation that was not sent
// begins none.
func TestCreations_waits(t *testing.T) {
	t.Parallel()
	const noConnection = 0
	synctest.Test(t, func(t *testing.T) {
		var begin time.Time
		var status int
		var sent []time.Duration
		s := serve(t, Config{MaxRetryWait: time.Millisecond}, func(r *http.Request) *http.Response {
			if r.Method == http.MethodGet {
				return response(http.StatusOK, `{"uri":"/"}`)
			}
			sent = append(sent, time.Since(begin))
			switch {
			case status == http.StatusTooManyRequests && len(sent) == 2:
				return response(http.StatusCreated, wholeBackend)
			case status == noConnection:
				return nil
			}
			return response(status, wholeBackend)
		})
		for i, step := range []struct {
			status int
			want   []time.Duration // between the call and each request
		}{
			{400, []time.Duration{0}},
			{noConnection, []time.Duration{0}},
			{503, []time.Duration{0}},
			{500, []time.Duration{firstWait}},
			{502, []time.Duration{2 * firstWait}},
			{422, []time.Duration{4 * firstWait}},
			{403, []time.Duration{0}},
			{500, []time.Duration{0}},
			{429, []time.Duration{8 * firstWait, 9 * firstWait}}, // and then a success
			{201, []time.Duration{0}},
			{503, []time.Duration{0}},
			{201, []time.Duration{firstWait}},
		} {
			begin, status, sent = time.Now(), step.status, nil
			_ = createX(t.Context(), s)
			if !slices.Equal(sent, step.want) {
				t.Errorf("step %d: sent after %s, want %s", i, sent, step.want)
			}
		}
	})
}

// A service that makes one change at a time refuses the others with 423 or 425, and does nothing.
// All changes are made, whatever MaxRetries is. If no creation is ever possible, all end together.
func TestCreations_locked(t *testing.T) {
	t.Parallel()
	replace := func(ctx context.Context, s *service) error {
		return errorOf(s.ReplaceRouteOAuth(ctx, "create", "e", "r", OAuthModuleSettings{}))
	}
	for name, test := range map[string]struct {
		send    operation
		status  int // while another change is under way
		isStuck bool
		takes   time.Duration // a change
		created int
		sent    int32 // at most
		atMost  time.Duration
	}{
		"locked":         {createX, http.StatusLocked, false, 2 * time.Second, 12, 70, time.Minute},
		"too early":      {createX, http.StatusTooEarly, false, 2 * time.Second, 12, 70, time.Minute},
		"slow":           {createX, http.StatusLocked, false, 50 * time.Second, 12, 70, 12 * time.Minute},
		"stuck":          {createX, http.StatusLocked, true, 0, 0, 18, 3 * time.Minute},
		"modules":        {replace, http.StatusLocked, false, 2 * time.Second, 12, 120, time.Minute},
		"modules, stuck": {replace, http.StatusLocked, true, 0, 0, 420, 5 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			var change sync.Mutex
			var sent atomic.Int32
			s := serve(t, Config{MaxRetryWait: time.Minute}, func(*http.Request) *http.Response {
				sent.Add(1)
				if !change.TryLock() {
					return response(test.status, "")
				}
				defer change.Unlock()
				<-time.After(test.takes)
				return response(http.StatusCreated, strings.Replace(wholeBackend, "{", `{"enabled":true,`, 1))
			})
			if test.isStuck {
				change.Lock()
			}
			begin, created := time.Now(), make(chan bool, 12)
			var creations errgroup.Group
			creations.SetLimit(10)
			for range cap(created) {
				creations.Go(func() error {
					err := test.send(t.Context(), s)
					failure, _ := errors.AsType[*Error](err)
					if err == nil {
						created <- true
					} else if failure.Class != Locked && !errors.Is(err, ErrNoneCreated) || MayHaveActed(err) {
						t.Errorf("%s: got %v", name, err)
					}
					return nil
				})
			}
			_ = creations.Wait()
			if took := time.Since(begin); len(created) != test.created || sent.Load() > test.sent || took > test.atMost {
				t.Errorf("%s: created %d with %d requests in %s", name, len(created), sent.Load(), took)
			}
		})
	}
}

// Two minutes after creations were given up, a single one is sent, and the others fail until its
// outcome is known. Reads do not end this.
func TestCreations_aSingleOneIsSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var status atomic.Int32
		s := serve(t, Config{MaxRetryWait: time.Minute}, func(r *http.Request) *http.Response {
			<-time.After(time.Second)
			if r.Method == http.MethodGet {
				return response(http.StatusOK, wholeBackend)
			}
			return response(int(status.Load()), wholeBackend)
		})
		create := func(count int) (unsent int) {
			var group sync.WaitGroup
			var refused atomic.Int32
			for range count {
				group.Go(func() {
					if errors.Is(createX(t.Context(), s), ErrNoneCreated) {
						refused.Add(1)
					}
				})
			}
			group.Wait()
			return int(refused.Load())
		}
		status.Store(http.StatusServiceUnavailable)
		for create(1) == 0 {
			continue
		}
		for _, step := range []struct {
			after  time.Duration
			status int32
			unsent int // of ten
		}{{0, 201, 10}, {2 * time.Minute, 503, 9}, {time.Minute, 201, 10}, {time.Minute, 422, 9}, {0, 201, 9}, {0, 201, 0}} {
			wantError(t, getX(t.Context(), s), "")
			time.Sleep(step.after)
			status.Store(step.status)
			if got := create(10); got != step.unsent {
				t.Errorf("%+v: %d creations were not sent", step, got)
			}
		}
	})
}

// The single creation may never be sent, as when it waits for the end of an outage. The end of the
// call, and not only that of its caller, lets the next one be sent.
func TestCreations_theSingleOneIsNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var reads, creations atomic.Int32
		s := serve(t, Config{MaxRetryWait: time.Minute}, func(r *http.Request) *http.Response {
			status := &creations
			if r.Method == http.MethodGet {
				status = &reads
			}
			return response(int(status.Load()), wholeBackend)
		})
		create := func() error { return createX(t.Context(), s) }
		reads.Store(http.StatusOK)
		creations.Store(http.StatusServiceUnavailable)
		for !errors.Is(create(), ErrNoneCreated) {
			continue
		}
		time.Sleep(minPatience)
		reads.Store(http.StatusServiceUnavailable)
		_ = getX(t.Context(), s)
		if err := create(); !errors.Is(err, ErrUnavailable) {
			t.Errorf("got %v", err)
		}
		reads.Store(http.StatusOK)
		creations.Store(http.StatusCreated)
		time.Sleep(minPatience)
		wantError(t, create(), "")
	})
}

// However long creations fail, one is sent two minutes after the last.
func TestCreations_theLongestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{MaxRetryWait: time.Minute}, func(r *http.Request) *http.Response {
			if r.Method == http.MethodGet {
				return response(http.StatusOK, wholeBackend)
			}
			return response(http.StatusServiceUnavailable, "")
		})
		for !errors.Is(createX(t.Context(), s), ErrNoneCreated) {
			continue
		}
		for range 5 {
			time.Sleep(minPatience)
			begin := time.Now()
			wantError(t, createX(t.Context(), s), "503")
			if took := time.Since(begin); took > 0 {
				t.Errorf("a creation was sent after %s", took)
			}
		}
	})
}

// Creations that wait for the rate limit while another fails take turns too, even if a read has
// ended the outage before they are sent.
func TestCreations_atTheRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent []time.Time
		s := serve(t, Config{MaxRetryWait: time.Minute, RequestsPerMinute: 60}, func(r *http.Request) *http.Response {
			if r.Method == http.MethodPost {
				sent = append(sent, time.Now())
			}
			<-time.After(firstWait)
			return response(map[string]int{http.MethodGet: http.StatusOK, http.MethodPost: http.StatusBadGateway}[r.Method], wholeBackend)
		})
		var group sync.WaitGroup
		for range 5 {
			for _, send := range []operation{createX, getX} {
				group.Go(func() { _ = send(t.Context(), s) })
				synctest.Wait()
			}
		}
		group.Wait()
		for i, atLeast := range []time.Duration{firstWait, 2 * firstWait, 4 * firstWait, 8 * firstWait} {
			if wait := sent[i+1].Sub(sent[i]) - firstWait; wait < atLeast {
				t.Errorf("creation %d was sent %s after the failure of the one before, want at least %s", i+1, wait, atLeast)
			}
		}
	})
}
