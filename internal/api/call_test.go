// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type operation func(context.Context, *service) error

func getX(ctx context.Context, s *service) error { return errorOf(s.FailoverBackends.Get(ctx, "x")) }

func createX(ctx context.Context, s *service) error {
	return createError(s.FailoverBackends.Create(ctx, FailoverBackendSettings{}))
}

// A retry sends the same body again. The service may have acted on any of the attempts. If
// the service asks for a pause, other requests wait too. An error has the time of the last attempt.
func TestCall_attempts(t *testing.T) {
	t.Parallel()
	const unsent, no, maybe = 0, false, true
	put := func(ctx context.Context, s *service) error {
		return errorOf(s.ReplaceRouteOAuth(ctx, "replace", "e", "r", OAuthModuleSettings{CookiePrefix: "c"}))
	}
	page := func(ctx context.Context, s *service) error {
		pages := s.FailoverBackends.pages()
		pages.next.once = true
		return errorOf(pages.read(ctx))
	}
	remove := func(ctx context.Context, s *service) error {
		return s.FailoverBackends.Delete(ctx, Target{ID: "x", CreatedAt: ofOld})
	}
	for name, test := range map[string]struct {
		send     operation
		statuses []int // the last status repeats
		requests int
		acted    bool
	}{
		"never sent":             {put, []int{unsent}, 4, no},
		"a limit, a refusal":     {put, []int{429, 422}, 2, no},
		"a failure, a refusal":   {put, []int{502, 422}, 2, maybe},
		"a limit, a failure":     {put, []int{429, 502, 200}, 3, no},
		"only failures":          {put, []int{500}, 4, maybe},
		"a creation, a limit":    {createX, []int{429, 201}, 2, no},
		"a creation, never sent": {createX, []int{unsent, 200, 201}, 3, no}, // and a read in between
		"a creation, a pause":    {createX, []int{503, 201}, 1, maybe},
		"a creation, a lock":     {createX, []int{423, 201}, 2, no},
		"locks":                  {put, []int{423, 425, 423, 423, 423, 200}, 6, no}, // which do not count toward MaxRetries
		"locks, a read":          {getX, []int{423, 425, 423, 423, 423, 200}, 6, no},
		"a conflict":             {put, []int{409, 200}, 1, no},
		"a deletion, conflicts":  {remove, []int{409, 409, 204}, 3, no},
		"a deletion, a conflict": {remove, []int{409}, 3, no},
		"a page, a failure":      {page, []int{500, 200}, 1, no},
		"a page, a limit":        {page, []int{429, 200}, 2, no},
		"a page, never sent":     {page, []int{unsent, 200}, 1, no},
		"a page, a pause":        {page, []int{503, 200}, 1, no},
	} {
		synctest.Test(t, func(t *testing.T) {
			attempts, status, sent := 0, 0, time.Time{}
			s := serve(t, Config{MaxRetries: 3, MaxRetryWait: time.Minute}, func(*http.Request) *http.Response {
				attempts, sent = attempts+1, time.Now()
				<-time.After(time.Millisecond)
				if status = test.statuses[min(attempts, len(test.statuses))-1]; status == unsent {
					return nil
				}
				return response(status, strings.Replace(wholeBackend, "{", `{"enabled":true,`, 1), "Retry-After", "7")
			})
			err, ended := test.send(t.Context(), s), time.Now()
			isSuccess := status < http.StatusMultipleChoices && status != unsent
			if (err == nil) != isSuccess || MayHaveActed(err) != test.acted {
				t.Errorf("%s: got %v", name, err)
			}
			if failure, _ := errors.AsType[*Error](err); failure != nil && !failure.Sent.Equal(sent) {
				t.Errorf("%s: sent at %s, the error says %s", name, sent, failure.Sent)
			}
			isRead := func(request string) bool { return request == "GET /backends/failover" }
			if len(s.requests) != test.requests || len(slices.Compact(slices.DeleteFunc(s.requests, isRead))) > 1 {
				t.Errorf("%s: sent %q", name, s.requests)
			}
			_ = s.gate.wait(t.Context())
			if wait := time.Since(ended); (wait >= 7*time.Second) != (status == http.StatusServiceUnavailable) {
				t.Errorf("%s: the next request waits for %s", name, wait)
			}
		})
	}
}

// A lock is retried for two minutes, however long the call waited before the first. Even if
// MaxRetryWait is short, the service gets at most four requests per second.
func TestCall_locks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statuses []int // the last status repeats
		maxWait  time.Duration
		wantErr  string
		requests int // at most
		atLeast  time.Duration
		atMost   time.Duration
	}{
		"after a long pause": {[]int{429, 423, 423, 200}, time.Hour, "", 4, 3 * time.Minute, 4 * time.Minute},
		"without end":        {[]int{429, 423}, time.Hour, "423 Locked", 40, 5 * time.Minute, 6 * time.Minute},
		"short waits":        {[]int{423}, time.Millisecond, "423 Locked", 481, minPatience, minPatience + time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			begin, requests := time.Now(), 0
			s := serve(t, Config{MaxRetryWait: test.maxWait}, func(*http.Request) *http.Response {
				requests++
				return response(test.statuses[min(requests, len(test.statuses))-1], wholeBackend, "Retry-After", "180")
			})
			wantError(t, getX(t.Context(), s), test.wantErr, name)
			if took := time.Since(begin); requests > test.requests || took < test.atLeast || took > test.atMost {
				t.Errorf("%s: sent %d requests in %s", name, requests, took)
			}
		})
	}
}

// If the service refuses the credentials twice and has never accepted them, the
// client sends no more requests. Only the first error has all details. A refused list
// page does not count toward these two, because a refresh only logs its error. Nor
// does a refused undocumented operation.
func TestCredentials_refused(t *testing.T) {
	t.Parallel()
	list := func(ctx context.Context, s *service) error { return errorOf(s.FailoverBackends.pages().read(ctx)) }
	undocumented := func(ctx context.Context, s *service) error {
		return s.TLSEdges.Delete(ctx, Target{ID: "x", CreatedAt: ofOld})
	}
	for name, test := range map[string]struct {
		first          []operation
		later          operation
		status         int // of the first response; 0 for no response. All other responses have 401
		requests, full int32
	}{
		"from the start":    {[]operation{getX}, getX, 401, 11, 1},
		"after a list page": {[]operation{list, getX}, getX, 401, 12, 2},
		"after a success":   {[]operation{getX}, getX, 200, 21, 20},
		"after a refusal":   {[]operation{getX}, getX, 403, 21, 21},
		"after a limit":     {[]operation{getX}, getX, 429, 22, 21},
		"after no response": {[]operation{getX}, getX, 0, 12, 1},
		"undocumented":      {[]operation{undocumented}, undocumented, 401, 21, 21},
	} {
		synctest.Test(t, func(t *testing.T) {
			var requests, full atomic.Int32
			s := serve(t, Config{MaxRetries: 1, MaxRetryWait: time.Second}, func(*http.Request) *http.Response {
				isFirst := requests.Add(1) == 1
				<-time.After(time.Millisecond)
				switch {
				case !isFirst:
					return response(http.StatusUnauthorized, "")
				case test.status == 0:
					return nil
				}
				return response(test.status, wholeBackend)
			})
			send := func(send operation) {
				if failure, _ := errors.AsType[*Error](send(t.Context(), s)); failure != nil && !failure.ReportedBefore {
					full.Add(1)
				}
			}
			for _, first := range test.first {
				send(first)
			}
			var group sync.WaitGroup
			for range 10 {
				group.Go(func() {
					send(test.later)
					send(test.later)
				})
			}
			group.Wait()
			if requests.Load() != test.requests || full.Load() != test.full {
				t.Errorf("%s: %d requests, %d full errors", name, requests.Load(), full.Load())
			}
		})
	}
}

// If the context ends during a write, the write still finishes and returns its result.
// Otherwise the id of a created object would be lost.
func TestInterruption_aWriteIsFinished(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s := serve(t, Config{}, func(*http.Request) *http.Response {
				cancel()
				// An attempt with a canceled context would fail during this wait.
				<-time.After(time.Second)
				return response(http.StatusOK, wholeBackend)
			})
			if made, err := s.do(ctx, s.request(method, "write", "backends")); err != nil || string(made.last.body) != wholeBackend {
				t.Errorf("%s: got %+v, %v", method, made, err)
			}
		})
	}
}

// If the context ends during a wait, the wait ends at once. The returned error is the
// error of the last attempt.
func TestInterruption_aWaitEndsAtOnce(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusLocked} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			start := time.Now()
			s := serve(t, Config{MaxRetries: 5, MaxRetryWait: time.Hour}, always(status, "", "Retry-After", "3600"))
			_, err := s.FailoverBackends.Get(ctx, "x")
			isOfAttempt := err != nil && strings.Contains(err.Error(), http.StatusText(status)) && !errors.Is(err, context.DeadlineExceeded)
			if !isOfAttempt || time.Since(start) != 100*time.Millisecond {
				t.Errorf("got %v after %s", err, time.Since(start))
			}
		})
	}
}

func TestWaits_areCappedAndSpread(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for n := range 100 {
		for _, most := range []time.Duration{30 * time.Second, math.MaxInt64} {
			for _, asked := range []time.Duration{0, 20 * time.Second, most} {
				wait := jittered(asked, most, n+1)
				if wait < max(asked, min(firstWait<<min(n, 16), most)/2) || wait > most {
					t.Errorf("attempt %d waits %s, but the service asked for %s", n+1, wait, asked)
				}
				seen[wait] = true
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("waits are not spread: %v", seen)
	}
}
