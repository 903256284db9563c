// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// inParallel sends requests at the same time. It returns how many of them failed without
// being sent, and how many failed after that.
func inParallel(t *testing.T, s *service, requests int) (unsent, failed int32) {
	t.Helper()
	var group sync.WaitGroup
	for range requests {
		group.Go(func() {
			failure, _ := errors.AsType[*Error](getX(t.Context(), s))
			switch {
			case failure == nil:
			case failure.attempts > 0:
				atomic.AddInt32(&failed, 1)
			case errors.Is(failure, ErrUnavailable) && failure.Class == NotSent && !failure.Acted:
				atomic.AddInt32(&unsent, 1)
			default:
				t.Errorf("got %+v", failure)
			}
		})
	}
	group.Wait()
	return unsent, failed
}

// While the service is unavailable, a client waits once for all objects, and not once for
// each of them. The timeout of a request applies to each attempt.
func TestPatience_isThatOfTheClient(t *testing.T) {
	t.Parallel()
	const objects = 100
	none := func(*http.Request) *http.Response { return nil }
	silent := func(req *http.Request) *http.Response {
		<-req.Context().Done()
		return nil
	}
	for name, test := range map[string]struct {
		send            operation
		respond         roundTripper
		maxWait         time.Duration
		atLeast, atMost time.Duration
		says            string // the first error
	}{
		"a limit":                {getX, always(429, ""), time.Minute, 2 * time.Minute, 3 * time.Minute, "responded 429"},
		"a limit, a day":         {getX, always(429, ""), 24 * time.Hour, 24 * time.Hour, 48 * time.Hour, "responded 429"},
		"failures":               {getX, always(503, ""), time.Minute, 2 * time.Minute, 3 * time.Minute, "503 Service Unavailable at attempt"},
		"failures of a gateway":  {getX, always(408, ""), time.Minute, 2 * time.Minute, 3 * time.Minute, "408 Request Timeout at attempt"},
		"no response":            {getX, silent, time.Minute, 3 * time.Minute, 4 * time.Minute, "at attempt 3: no complete response within 1m0s"},
		"no connection":          {createX, none, time.Minute, 2 * time.Minute, 3 * time.Minute, "connection refused"},
		"creations, no response": {createX, silent, time.Minute, 3 * time.Minute, 4 * time.Minute, "got no complete response"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, begin := serve(t, Config{MaxRetries: 5, MaxRetryWait: test.maxWait}, test.respond), time.Now()
			wantError(t, test.send(t.Context(), s), test.says, name)
			for range objects - 1 {
				if err := test.send(t.Context(), s); err == nil {
					t.Fatalf("%s: no error", name)
				}
			}
			if took := time.Since(begin); took < test.atLeast || took > test.atMost {
				t.Errorf("%s: took %s", name, took)
			}
		})
	}
}

// As soon as the patience is over, all requests that wait fail, whether they were sent or
// still wait for the first attempt.
func TestPatience_endsAllWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{MaxRetries: 50, MaxRetryWait: time.Minute, RequestsPerMinute: 4}, always(502, ""))
		begin := time.Now()
		unsent, failed := inParallel(t, s, 20)
		if took := time.Since(begin); took != 2*time.Minute || unsent == 0 || failed == 0 || unsent+failed != 20 {
			t.Errorf("after %s, %d requests were not sent, and %d failed", took, unsent, failed)
		}
	})
}

// Two minutes after the patience is over, a single request is sent. The others are sent after
// any response that does not say that the service is unavailable.
func TestPatience_aSingleRequestIsSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var status atomic.Int32
		status.Store(http.StatusTooManyRequests)
		s := serve(t, Config{MaxRetries: 5, MaxRetryWait: time.Minute}, func(*http.Request) *http.Response {
			<-time.After(3 * time.Minute)
			return response(int(status.Load()), wholeBackend)
		})
		s.config.RequestTimeout = time.Hour
		_ = getX(t.Context(), s)
		for _, step := range []struct {
			after          time.Duration // after the step before
			status         int32
			unsent, failed int32 // of ten requests at once
		}{
			{119 * time.Second, 200, 10, 0},
			{time.Second, 503, 9, 1},
			{119 * time.Second, 200, 10, 0},
			{time.Second, 404, 9, 1},
			{0, 200, 0, 0},
		} {
			time.Sleep(step.after)
			status.Store(step.status)
			if unsent, failed := inParallel(t, s, 10); unsent != step.unsent || failed != step.failed {
				t.Errorf("%+v: %d requests were not sent, and %d failed", step, unsent, failed)
			}
		}
	})
}

// A request that is being sent when the patience ends may still succeed. Then the service is
// available again, and others are sent. If it fails too, a request is sent two minutes later.
func TestPatience_aLateResponse(t *testing.T) {
	t.Parallel()
	for status, wantUnsent := range map[int]bool{http.StatusOK: false, http.StatusBadGateway: true} {
		synctest.Test(t, func(t *testing.T) {
			var requests atomic.Int32
			s := serve(t, Config{MaxRetryWait: time.Minute}, func(*http.Request) *http.Response {
				if requests.Add(1) > 1 {
					return response(http.StatusTooManyRequests, "")
				}
				<-time.After(200 * time.Second)
				return response(status, wholeBackend)
			})
			s.config.RequestTimeout = time.Hour
			begin := time.Now()
			inParallel(t, s, 10)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := getX(ctx, s); errors.Is(err, ErrUnavailable) != wantUnsent {
				t.Errorf("after %d, got %v", status, err)
			}
			time.Sleep(time.Until(begin.Add(321 * time.Second)))
			if unsent, failed := inParallel(t, s, 1); unsent != 0 || failed != 1 {
				t.Errorf("after %d, the next request was not sent", status)
			}
		})
	}
}

// A limit per minute fails no request, even if it lets only one of them through.
func TestLimit_perMinute(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		limit           int
		requests        int32
		atLeast, atMost time.Duration
	}{{120, 130, time.Minute, 100 * time.Second}, {1, 20, 19 * time.Minute, 40 * time.Minute}} {
		synctest.Test(t, func(t *testing.T) {
			reference := refapi.New(refapi.Options{RateLimit: refapi.RateLimit{Requests: test.limit, Window: time.Minute}})
			s, begin := serve(t, Config{MaxRetryWait: time.Minute}, handledBy(reference)), time.Now()
			unsent, failed := inParallel(t, s, int(test.requests))
			took := time.Since(begin)
			if unsent != 0 || failed != test.requests || took < test.atLeast || took > test.atMost { // with status 404
				t.Errorf("%d requests were not sent, and %d failed, within %s", unsent, failed, took)
			}
		})
	}
}

// Time without any request does not count.
func TestPatience_lasts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var status atomic.Int32
		status.Store(http.StatusBadGateway)
		s := serve(t, Config{MaxRetryWait: time.Minute}, func(*http.Request) *http.Response { return response(int(status.Load()), wholeBackend) })
		_ = getX(t.Context(), s)
		time.Sleep(time.Hour)
		status.Store(http.StatusTooManyRequests)
		time.AfterFunc(119*time.Second, func() { status.Store(http.StatusOK) })
		if unsent, failed := inParallel(t, s, 10); unsent != 0 || failed != 0 {
			t.Errorf("%d requests were not sent, and %d failed", unsent, failed)
		}
	})
}

// If the service refuses every request with status 429, all requests fail together within a
// bounded time. No wait is shorter than half a second, even with a shorter max_retry_wait.
func TestLimit_withoutEnd(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		retryAfter       string
		maxWait          time.Duration
		parallel, atMost int // requests
	}{
		"no header":       {"", time.Minute, 10, 140},
		"no wait":         {"0", time.Minute, 10, 140},
		"a second":        {"1", time.Minute, 10, 140},
		"a minute":        {"60", time.Minute, 10, 140},
		"an hour":         {"3600", time.Minute, 10, 140},
		"a date":          {"Sat, 01 Jan 2400 00:00:00 GMT", time.Minute, 10, 140},
		"the last date":   {"Fri, 31 Dec 9999 23:59:59 GMT", time.Minute, 10, 140},
		"a short maximum": {"30", time.Millisecond, 1, 241},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, Config{MaxRetryWait: test.maxWait}, func(*http.Request) *http.Response {
				<-time.After(10 * time.Millisecond)
				return response(http.StatusTooManyRequests, "", "Retry-After", test.retryAfter)
			})
			begin := time.Now()
			unsent, failed := inParallel(t, s, test.parallel)
			took := time.Since(begin)
			if took < 2*time.Minute || took > 2*time.Minute+test.maxWait+time.Second || len(s.requests) > test.atMost || unsent > 0 || int(failed) != test.parallel {
				t.Errorf("%s: took %s and %d requests; %d were not sent, and %d failed", name, took, len(s.requests), unsent, failed)
			}
		})
	}
}

// A response that does not say that the service is unavailable lets others be sent at once, even if the
// single request is then sent again.
func TestPatience_theSingleRequestIsRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var status atomic.Int32
		status.Store(http.StatusTooManyRequests)
		s := serve(t, Config{MaxRetries: 1, MaxRetryWait: time.Minute}, func(r *http.Request) *http.Response {
			if r.Method == http.MethodDelete && status.Load() == http.StatusOK {
				return response(http.StatusConflict, "")
			}
			return response(int(status.Load()), wholeBackend)
		})
		_ = getX(t.Context(), s)
		time.Sleep(minPatience)
		status.Store(http.StatusOK)
		deleted := make(chan error, 1)
		go func() { deleted <- s.FailoverBackends.Delete(t.Context(), Target{ID: "x"}) }()
		synctest.Wait() // The deletion waits for its second attempt.
		wantError(t, getX(t.Context(), s), "")
		wantError(t, <-deleted, "409 Conflict at attempt 2")
	})
}

// Each call would otherwise leave a function behind, for as long as the client lives.
func TestPatience_aCallThatEndedIsForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := patience{limit: minPatience}
		ctx, end := context.WithCancel(t.Context())
		wantError(t, p.begin(ctx, func(error) { t.Error("a call that has ended was stopped") }), "")
		end()
		synctest.Wait()
		p.endWaits(ErrUnavailable)
		synctest.Wait()
	})
}

// If the single request is canceled before it is sent, the next request is sent in its place.
func TestPatience_theSingleRequestIsCanceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var status atomic.Int32
		status.Store(http.StatusTooManyRequests)
		s := serve(t, Config{MaxRetryWait: 24 * time.Hour}, func(*http.Request) *http.Response { return response(int(status.Load()), wholeBackend) })
		_ = getX(t.Context(), s)
		time.Sleep(minPatience)
		s.gate.pause(time.Hour, "a test pauses the client")
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		sent := len(s.requests)
		if err := getX(ctx, s); !errors.Is(err, context.Canceled) || len(s.requests) != sent {
			t.Errorf("sent %d requests, got %v", len(s.requests)-sent, err)
		}
		status.Store(http.StatusOK)
		if unsent, failed := inParallel(t, s, 10); unsent != 9 || failed != 0 {
			t.Errorf("%d requests were not sent, and %d failed", unsent, failed)
		}
		if unsent, failed := inParallel(t, s, 10); unsent != 0 || failed != 0 {
			t.Errorf("after a success, %d requests were not sent, and %d failed", unsent, failed)
		}
	})
}
