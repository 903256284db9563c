// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// roundTripper answers requests with a function.
type roundTripper func(*http.Request) *http.Response

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	return f(req), req.Context().Err()
}

// scripted is a client whose transport is a function.
func scripted(t *testing.T, config Config, answers roundTripper) *Client {
	t.Helper()
	config.BaseURL = &url.URL{Scheme: "https", Host: "api.example.com"}
	config.RequestTimeout = time.Minute
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	transport, ok := client.http.HTTPClient.Transport.(*attemptTransport)
	if !ok {
		t.Fatalf("the client's transport is a %T", client.http.HTTPClient.Transport)
	}
	transport.next = answers
	return client
}

func scriptedAnswer(req *http.Request, status int, retryAfter, body string) *http.Response {
	resp := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: req}
	if retryAfter != "" {
		resp.Header.Set("Retry-After", retryAfter)
	}
	return resp
}

// One request that is told to wait holds back all others of its client.
func TestGate_aPauseIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var mu sync.Mutex
		var sent []time.Duration
		client := scripted(t, Config{MaxRetries: 1, MaxRetryWait: time.Hour}, func(req *http.Request) *http.Response {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, time.Since(start))
			if len(sent) == 1 {
				return scriptedAnswer(req, http.StatusTooManyRequests, "10", `{"detail":"slow down"}`)
			}
			return scriptedAnswer(req, http.StatusNoContent, "", "")
		})
		remove := func() {
			if err := client.DeleteFailoverBackend(t.Context(), "x", ""); err != nil {
				t.Error(err)
			}
		}
		var group sync.WaitGroup
		group.Go(remove)
		synctest.Wait()
		for range 5 {
			group.Go(remove)
		}
		group.Wait()
		if len(sent) != 7 {
			t.Fatalf("expected 7 requests, got %v", sent)
		}
		for _, at := range sent[1:] {
			if at < 10*time.Second {
				t.Errorf("a request was sent %s into a pause of 10s", at)
			}
		}
	})
}

// What waits out a pause resumes one by one behind the first, and what comes
// after is not held back.
func TestGate_resumesEvenly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(0)
		start := time.Now()
		g.pause(start.Add(time.Second))
		const waiting = 100
		resumed := make(chan time.Duration, waiting)
		pass := func() {
			_, err := g.pass(t.Context(), func() (*answer, error) {
				resumed <- time.Since(start)
				return &answer{status: http.StatusOK}, nil
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
		g := newGate(0)
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

// A probe that is given up leaves its place to what waits behind it.
func TestGate_aProbeThatEndsIsReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1)
		g.limiter.Reserve()
		g.pause(time.Now())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := g.pass(ctx, func() (*answer, error) { return new(answer), nil }); err == nil {
				t.Error("expected the error of the context")
			}
		})
		synctest.Wait()
		sent := false
		if _, err := g.pass(t.Context(), func() (*answer, error) { sent = true; return &answer{status: http.StatusOK}, nil }); err != nil || !sent {
			t.Errorf("sent %t, %v", sent, err)
		}
		group.Wait()
	})
}

func TestGate_requestsPerMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(60)
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

// Requests that wait together fail together, after as many pauses as one of them
// has attempts, and only one of them is sent after each pause.
func TestGate_requestsThatWaitFailTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const reads, retries = 10, 5
		var sent atomic.Int64
		client := scripted(t, Config{MaxRetries: retries, MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
			sent.Add(1)
			<-time.After(10 * time.Millisecond)
			return scriptedAnswer(req, http.StatusTooManyRequests, "1", "")
		})
		start := time.Now()
		var group sync.WaitGroup
		for range reads {
			group.Go(func() {
				if _, err := client.GetFailoverBackend(t.Context(), "x"); err == nil {
					t.Error("expected an error")
				}
			})
		}
		group.Wait()
		if got := sent.Load(); got > reads+retries {
			t.Errorf("sent %d requests, expected at most %d", got, reads+retries)
		}
		// 1 s for each of the first three pauses, then half of 4 s and of 8 s.
		if took := time.Since(start); took < 5*time.Second || took > 11*time.Second {
			t.Errorf("took %s", took)
		}
	})
}

// A service that asks for no wait at all is not asked as often as that.
func TestGate_noWaitIsStillAWait(t *testing.T) {
	t.Parallel()
	for name, retryAfter := range map[string]string{"0": "0", "in the past": "Fri, 02 Jan 1970 03:04:05 GMT"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := scripted(t, Config{MaxRetries: 5, MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
					return scriptedAnswer(req, http.StatusTooManyRequests, retryAfter, "")
				})
				start := time.Now()
				if _, err := client.GetFailoverBackend(t.Context(), "x"); err == nil {
					t.Error("expected an error")
				}
				if took := time.Since(start); took < 7*time.Second {
					t.Errorf("gave up after %s", took)
				}
			})
		})
	}
}
