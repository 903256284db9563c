// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A creation is repeated only after a 429, or if no connection came about: after a 503,
// the service may have acted, whatever it says. The 503 still delays other requests.
func TestRetry_ofACreation(t *testing.T) {
	t.Parallel()
	const unsent = 0
	for status, want := range map[int]int32{429: 2, unsent: 2, 503: 1, 500: 1, 502: 1, 408: 1, 425: 1} {
		synctest.Test(t, func(t *testing.T) {
			var creations atomic.Int32
			client := scripted(t, Config{MaxRetries: 1, MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
				if req.Method == http.MethodPost && creations.Add(1) > 1 {
					return scriptedResponse(req, http.StatusCreated, "", wholeBackend)
				}
				if req.Method == http.MethodGet {
					return scriptedResponse(req, http.StatusOK, "", wholeBackend)
				}
				if status == unsent {
					return nil
				}
				return scriptedResponse(req, status, "7", `{"title":"busy"}`)
			})
			begin := time.Now()
			_, err := client.CreateFailoverBackend(t.Context(), FailoverBackendSettings{})
			if creations.Load() != want || (err == nil) != (want == 2) || want == 1 && !MayHaveActed(err) && status != 425 {
				t.Errorf("%d: %d creations, %v", status, creations.Load(), err)
			}
			_, err = client.GetFailoverBackend(t.Context(), "x")
			if waited := time.Since(begin) >= 7*time.Second; err != nil || waited != (status == 503 || status == 429) {
				t.Errorf("%d: a read follows after %s, %v", status, time.Since(begin), err)
			}
		})
	}
}

// After status 429, no wait is shorter than half a second, even with a shorter max_retry_wait.
func TestLimit_leastWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		client := scripted(t, Config{MaxRetryWait: time.Millisecond}, func(req *http.Request) *http.Response {
			requests++
			return scriptedResponse(req, http.StatusTooManyRequests, "30", "")
		})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := client.GetFailoverBackend(ctx, "x"); err == nil || requests > 21 {
			t.Errorf("%d requests in ten seconds, %v", requests, err)
		}
	})
}

// A page that only spares requests is tried once, but a rate limit is waited for.
func TestPages_withoutRetries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ first, requests int }{{500, 1}, {503, 1}, {429, 2}, {0, 1}} {
		synctest.Test(t, func(t *testing.T) {
			requests := 0
			client := scripted(t, Config{MaxRetries: 5, MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
				requests++
				switch {
				case requests > 1:
					return scriptedResponse(req, http.StatusOK, "", `{"backends":[],"uri":"/"}`)
				case test.first == 0:
					return nil
				}
				return scriptedResponse(req, test.first, "", "")
			})
			_, err := client.FailoverBackends().WithoutRetries().Read(t.Context())
			if requests != test.requests || (err == nil) != (test.requests > 1) {
				t.Errorf("%d: %d requests, %v", test.first, requests, err)
			}
		})
	}
}

func TestWaits_areCappedAndSpread(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for n := range 100 {
		wait := jittered(0, 30*time.Second, n+1)
		if wait < exponential(30*time.Second, n+1)/2 || wait > 30*time.Second {
			t.Errorf("attempt %d waits %s", n, wait)
		}
		seen[wait] = true
		if wait := jittered(20*time.Second, 30*time.Second, n+1); wait < 20*time.Second || wait > 30*time.Second {
			t.Errorf("refusal %d pauses %s", n, wait)
		}
	}
	if len(seen) < 10 {
		t.Errorf("waits are not spread: %v", seen)
	}
}
