// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A rate limit per minute delays the creations, but all creations succeed.
func TestLimit_perMinute(t *testing.T) {
	t.Parallel()
	const creations, limit, parallel = 130, 120, 10
	synctest.Test(t, func(t *testing.T) {
		reference := refapi.New(refapi.Options{RateLimit: refapi.RateLimit{Requests: limit, Window: time.Minute}})
		s, begin := serve(t, Config{MaxRetryWait: time.Minute}, handledBy(reference)), time.Now()
		var group sync.WaitGroup
		for range parallel {
			group.Go(func() {
				for range creations / parallel {
					wantError(t, errorOf(s.FailoverBackends.Create(t.Context(), FailoverBackendSettings{Backends: []string{"a"}})), "")
				}
			})
		}
		group.Wait()
		if took := time.Since(begin); took < time.Minute || took > 100*time.Second || len(s.requests) > creations+10*parallel {
			t.Errorf("took %s and %d requests", took, len(s.requests))
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
			var group sync.WaitGroup
			for range test.parallel {
				group.Go(func() {
					failure, _ := errors.AsType[*Error](errorOf(s.FailoverBackends.Get(t.Context(), "x")))
					if failure == nil || failure.Class != Limited || time.Since(begin) < 2*time.Minute {
						t.Errorf("%s: got %v after %s", name, failure, time.Since(begin))
					}
				})
			}
			group.Wait()
			if took := time.Since(begin); took > 2*time.Minute+test.maxWait+time.Second || len(s.requests) > test.atMost {
				t.Errorf("%s: took %s and %d requests", name, took, len(s.requests))
			}
		})
	}
}

// A date in Retry-After follows the service's clock, here a day ahead of the client's clock.
func TestLimit_untilADate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{MaxRetries: 1, MaxRetryWait: time.Minute}, func(*http.Request) *http.Response {
			served := time.Now().Add(24 * time.Hour).UTC()
			until := served.Add(30 * time.Second)
			return response(http.StatusServiceUnavailable, "", "Date", served.Format(http.TimeFormat), "Retry-After", until.Format(http.TimeFormat))
		})
		begin := time.Now()
		_, err := s.FailoverBackends.Get(t.Context(), "x")
		if took := time.Since(begin); err == nil || took < 30*time.Second || took > 38*time.Second {
			t.Errorf("took %s, %v", took, err)
		}
	})
}
