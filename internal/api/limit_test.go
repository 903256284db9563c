// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A rate limit per minute delays the creations, but all creations succeed.
func TestLimit_perMinute(t *testing.T) {
	t.Parallel()
	const creations, limit, parallel = 130, 120, 10
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var taken []time.Time
		var requests atomic.Int32
		begin := time.Now()
		client := scripted(t, Config{MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
			requests.Add(1)
			mu.Lock()
			defer mu.Unlock()
			taken = slices.DeleteFunc(taken, func(at time.Time) bool { return time.Since(at) >= time.Minute })
			if len(taken) >= limit {
				return scriptedResponse(req, http.StatusTooManyRequests, "", "")
			}
			taken = append(taken, time.Now())
			return scriptedResponse(req, http.StatusCreated, "", wholeBackend)
		})
		var group sync.WaitGroup
		for range parallel {
			group.Go(func() {
				for range creations / parallel {
					if _, err := client.CreateFailoverBackend(t.Context(), FailoverBackendSettings{}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		if took := time.Since(begin); took < time.Minute || took > 100*time.Second || requests.Load() > creations+10*parallel {
			t.Errorf("took %s and %d requests", took, requests.Load())
		}
	})
}

// If the service refuses every request with status 429, each request fails
// within a bounded time.
func TestLimit_withoutEnd(t *testing.T) {
	t.Parallel()
	for _, retryAfter := range []string{"", "0", "1", "60", "3600", "Sat, 01 Jan 2400 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		synctest.Test(t, func(t *testing.T) {
			var requests atomic.Int32
			begin := time.Now()
			client := scripted(t, Config{MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
				requests.Add(1)
				<-time.After(10 * time.Millisecond)
				return scriptedResponse(req, http.StatusTooManyRequests, retryAfter, "")
			})
			var group sync.WaitGroup
			for range 10 {
				group.Go(func() {
					_, err := client.GetFailoverBackend(t.Context(), "x")
					failure, _ := errors.AsType[*Error](err)
					if failure == nil || failure.Kind != Limited || time.Since(begin) < 2*time.Minute {
						t.Errorf("%q: got %v after %s", retryAfter, err, time.Since(begin))
					}
				})
			}
			group.Wait()
			if took := time.Since(begin); took > 140*time.Second || requests.Load() > 140 {
				t.Errorf("%q: took %s and %d requests", retryAfter, took, requests.Load())
			}
		})
	}
}

// A date in Retry-After follows the service's clock, here a day ahead of the client's clock.
func TestLimit_untilADate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		client := scripted(t, Config{MaxRetries: 1, MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
			served := time.Now().Add(24 * time.Hour).UTC()
			resp := scriptedResponse(req, http.StatusServiceUnavailable, served.Add(30*time.Second).Format(http.TimeFormat), "")
			resp.Header.Set("Date", served.Format(http.TimeFormat))
			return resp
		})
		_, err := client.GetFailoverBackend(t.Context(), "x")
		if took := time.Since(begin); err == nil || took < 30*time.Second || took > 38*time.Second {
			t.Errorf("took %s, %v", took, err)
		}
	})
}
