// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
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
			if err := client.DeleteFailoverBackend(t.Context(), "x"); err != nil {
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

// A Retry-After of 0 does not mean repeating without a wait.
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
