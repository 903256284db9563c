// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
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

// A service that limits the rate of requests delays many creations, and each is
// made once.
func TestGate_aLimitPerMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const parallel, each, limit = 10, 13, 120
		reference := refapi.New(refapi.Options{RateLimit: refapi.RateLimit{Requests: limit, Window: time.Minute}})
		client := scripted(t, Config{MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
			answer := httptest.NewRecorder()
			reference.ServeHTTP(answer, req)
			<-time.After(100 * time.Millisecond)
			return answer.Result()
		})
		start := time.Now()
		var group sync.WaitGroup
		for range parallel {
			group.Go(func() {
				for range each {
					if _, err := client.CreateFailoverBackend(t.Context(), FailoverBackendSettings{Backends: []string{"a"}}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		refused := len(reference.Requests()) - parallel*each
		if took := time.Since(start); took > 90*time.Second || refused > 2*parallel || len(reference.FailoverBackends()) != parallel*each {
			t.Errorf("made %d in %s, with %d refusals", len(reference.FailoverBackends()), took, refused)
		}
	})
}

// A limit without end is an error in bounded time, whatever the number of retries.
// Only requests that were sent say that they were answered.
func TestGate_aLimitWithoutEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		client := scripted(t, Config{MaxRetries: 3, MaxRetryWait: 10 * time.Second}, func(req *http.Request) *http.Response {
			if body, err := io.ReadAll(req.Body); err != nil || !strings.Contains(string(body), `"made"`) {
				t.Errorf("sent %q, %v", body, err)
			}
			return scriptedAnswer(req, http.StatusTooManyRequests, "10", `{"detail":"slow down"}`)
		})
		create := func() *Error {
			_, err := client.CreateFailoverBackend(t.Context(), FailoverBackendSettings{Description: "made"})
			failure, ok := errors.AsType[*Error](err)
			if !ok || failure.CreationUnknown {
				t.Fatalf("got %v", err)
			}
			return failure
		}
		var group sync.WaitGroup
		group.Go(func() {
			if failure := create(); failure.Status != http.StatusTooManyRequests || failure.Attempts < 12 || errors.Is(failure, ErrHeldBack) {
				t.Errorf("got %+v", failure)
			}
		})
		<-time.After(115 * time.Second)
		failure := create()
		group.Wait()
		if failure.Status != 0 || failure.Attempts != 0 || !errors.Is(failure, ErrHeldBack) || !strings.Contains(failure.Error(), "was not sent") {
			t.Errorf("got %+v", failure)
		}
		if took := time.Since(start); took < 2*time.Minute || took > 2*time.Minute+time.Second {
			t.Errorf("took %s", took)
		}
	})
}
