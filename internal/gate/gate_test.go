// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package gate

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Requests that waited out a pause resume one by one behind the first. Later ones
// are not held back.
func TestGate_resumesEvenly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(0)
		start := time.Now()
		g.pause(start.Add(time.Second))
		const waiting = 100
		resumed := make(chan time.Duration, waiting)
		pass := func() {
			_, err := g.Pass(t.Context(), func() (*http.Response, error) {
				resumed <- time.Since(start)
				return &http.Response{StatusCode: http.StatusOK}, nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		for range waiting {
			go pass()
		}
		for i := range waiting {
			if got, want := <-resumed, time.Second+time.Duration(i)*resumeInterval; got != want {
				t.Errorf("waiter %d resumed after %s, want %s", i, got, want)
			}
		}
		before := time.Now()
		pass()
		if time.Since(before) > 0 {
			t.Errorf("a later request waited for %s", time.Since(before))
		}
	})
}

func TestGate_aLongerPauseHoldsBackWhatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(0)
		start := time.Now()
		g.pause(start.Add(time.Second))
		go func() {
			<-time.After(500 * time.Millisecond)
			g.pause(start.Add(5 * time.Second))
		}()
		if _, err := g.wait(t.Context()); err != nil || time.Since(start) < 5*time.Second {
			t.Errorf("resumed after %s, %v", time.Since(start), err)
		}
	})
}

// A probe that is given up leaves its place to an attempt that waits behind it.
func TestGate_aProbeThatEndsIsReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(1)
		g.limiter.Reserve()
		g.pause(time.Now())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := g.Pass(ctx, func() (*http.Response, error) { return new(http.Response), nil }); err == nil {
				t.Error("expected the error of the context")
			}
		})
		synctest.Wait()
		sent := false
		if _, err := g.Pass(t.Context(), func() (*http.Response, error) { sent = true; return &http.Response{StatusCode: http.StatusOK}, nil }); err != nil || !sent {
			t.Errorf("sent %t, %v", sent, err)
		}
		group.Wait()
	})
}

func TestGate_requestsPerMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(60)
		start := time.Now()
		for range 10 {
			if _, err := g.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 9*time.Second {
			t.Errorf("10 requests at 60 a minute took %s, want 9s", took)
		}
	})
}
