// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package gate

import (
	"bytes"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]struct {
		wait time.Duration
		ok   bool
	}{
		"7":                             {7 * time.Second, true},
		"0":                             {0, true},
		"Fri, 02 Jan 2026 03:04:35 GMT": {30 * time.Second, true},
		"Fri, 02 Jan 2026 03:04:00 GMT": {0, true},
		"-1":                            {},
		"1.5":                           {},
		"99999999999999999999":          {longestRetryAfter, true},
		"Fri, 31 Dec 9999 23:59:59 GMT": {longestRetryAfter, true},
		"soon":                          {},
		"":                              {},
	} {
		wait, ok := retryAfter(http.Header{"Retry-After": {value}}, now)
		if wait != want.wait || ok != want.ok {
			t.Errorf("%q: got %s, %t, want %s, %t", value, wait, ok, want.wait, want.ok)
		}
	}
}

// The log says what a request waits for.
func TestWait_log(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		ctx := tflogtest.RootLogger(t.Context(), &log)
		s := serve(t, Config{}, until(8*time.Second, http.StatusTooManyRequests, "8"))
		s.ask(ctx)
		if err := Wait(ctx, longWait, "a reason"); err != nil {
			t.Error(err)
		}
		entries, err := tflogtest.MultilineJSONDecode(&log)
		if err != nil || len(entries) != 2 {
			t.Fatalf("got %v, %v", entries, err)
		}
		for i, want := range []struct{ level, reason string }{
			{"info", "the service answered 429 Too Many Requests"}, {"warn", "a reason"},
		} {
			if entries[i]["@level"] != want.level || entries[i]["reason"] != want.reason || entries[i]["wait_ms"] == nil {
				t.Errorf("got %v, expected %v", entries[i], want)
			}
		}
	})
}

func TestWaitsAreCappedAndSpread(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for attempt := range 100 {
		wait := Backoff(0, time.Minute, attempt, nil)
		if wait < firstWait/2 || wait > time.Minute {
			t.Errorf("attempt %d: got %s", attempt, wait)
		}
		seen[wait] = true
		if wait := requestedWait(time.Hour, time.Minute, attempt); wait != time.Minute {
			t.Errorf("a requested wait was not capped: %s", wait)
		}
		if wait := requestedWait(longestRetryAfter, time.Minute, attempt); wait != time.Minute {
			t.Errorf("the longest wait became %s", wait)
		}
		if wait := requestedWait(time.Second, time.Minute, 0); wait < time.Second || wait > 1100*time.Millisecond {
			t.Errorf("a requested wait of 1s became %s", wait)
		}
		if wait, least := requestedWait(0, time.Minute, attempt), exponential(time.Minute, attempt)/2; wait < least {
			t.Errorf("attempt %d: a requested wait of 0 became %s, less than %s", attempt, wait, least)
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d different waits in 100", len(seen))
	}
}
