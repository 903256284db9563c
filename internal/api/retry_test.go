package api

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
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
		"99999999999999999999":          {},
		"soon":                          {},
		"":                              {},
	} {
		wait, ok := retryAfter(http.Header{"Retry-After": {value}}, now)
		if wait != want.wait || ok != want.ok {
			t.Errorf("%q: got %s, %t, want %s, %t", value, wait, ok, want.wait, want.ok)
		}
	}
}

func TestWaitsAreCappedAndSpread(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for attempt := range 100 {
		wait := exponentialWait(firstRetryWait, time.Minute, attempt)
		if wait < firstRetryWait/2 || wait > time.Minute {
			t.Errorf("attempt %d: got %s", attempt, wait)
		}
		seen[wait] = true
		if wait := requestedWait(time.Hour, time.Minute); wait != time.Minute {
			t.Errorf("a requested wait was not capped: %s", wait)
		}
		if wait := requestedWait(time.Second, time.Minute); wait < time.Second || wait > 1100*time.Millisecond {
			t.Errorf("a requested wait of 1s became %s", wait)
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d different waits in 100", len(seen))
	}
}

// What waits out a pause resumes one by one, and what comes after is not held
// back any more.
func TestGate_resumesEvenly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(0)
		start := time.Now()
		g.pause(start.Add(time.Second))
		const waiting = 100
		resumed := make(chan time.Duration, waiting)
		for range waiting {
			go func() {
				if err := g.wait(t.Context()); err != nil {
					t.Error(err)
				}
				resumed <- time.Since(start)
			}()
		}
		for i := range waiting {
			if got, want := <-resumed, time.Second+time.Duration(i)*resumeInterval; got != want {
				t.Errorf("waiter %d resumed after %s, want %s", i, got, want)
			}
		}
		before := time.Now()
		<-time.After(resumeInterval)
		if err := g.wait(t.Context()); err != nil || time.Since(before) > resumeInterval {
			t.Errorf("a later request waited: %s, %v", time.Since(before), err)
		}
	})
}

func TestGate_aLongerPauseHoldsBackWhatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(0)
		start := time.Now()
		g.pause(start.Add(time.Second))
		go func() {
			<-time.After(500 * time.Millisecond)
			g.pause(start.Add(5 * time.Second))
		}()
		if err := g.wait(t.Context()); err != nil || time.Since(start) < 5*time.Second {
			t.Errorf("resumed after %s, %v", time.Since(start), err)
		}
	})
}

func TestGate_requestsPerMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(60)
		start := time.Now()
		for range 10 {
			if err := g.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 9*time.Second {
			t.Errorf("10 requests at 60 a minute took %s, want 9s", took)
		}
	})
}
