// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A service that never answers costs the timeout at each attempt.
func TestClient_noEndToTheHeaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		attempts := 0
		client := scripted(t, Config{MaxRetries: 2, MaxRetryWait: time.Second}, func(req *http.Request) *http.Response {
			attempts++
			<-req.Context().Done()
			return nil
		})
		start := time.Now()
		_, err := client.GetFailoverBackend(t.Context(), "x")
		if err == nil || !strings.Contains(err.Error(), "no complete answer within 1m0s") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); attempts != 3 || took < 3*time.Minute || took > 3*time.Minute+2*time.Second {
			t.Errorf("made %d attempts in %s", attempts, took)
		}
	})
}

// A write under way when its context ends finishes and returns its result, so that
// a created object is not lost.
func TestClient_cancelledWriteIsFinished(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		client := scripted(t, Config{}, func(req *http.Request) *http.Response {
			cancel()
			// An attempt that ended with its context would have ended meanwhile.
			<-time.After(time.Second)
			return scriptedAnswer(req, http.StatusCreated, "", `{"id":"made","uri":"https://api.example.com/backends/failover/made",`+
				`"created_at":"2026-01-01T00:00:00Z","description":"","metadata":"","backends":[]}`)
		})
		created, err := client.CreateFailoverBackend(ctx, FailoverBackendSettings{})
		if err != nil || created.ID != "made" {
			t.Errorf("got %v, %v", created, err)
		}
	})
}

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
