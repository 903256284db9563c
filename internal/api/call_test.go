// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// roundTripper is a function that returns the response to a request. If the function
// returns nil, the connection fails before the request is sent.
type roundTripper func(*http.Request) *http.Response

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	resp := f(req)
	if trace := httptrace.ContextClientTrace(req.Context()); resp != nil {
		trace.WroteHeaders()
	}
	if err := req.Context().Err(); err != nil || resp != nil {
		return resp, err
	}
	return nil, errors.New("connection refused")
}

// scripted returns a client that gets every response from the function respond.
func scripted(t *testing.T, config Config, respond roundTripper) *Client {
	t.Helper()
	config.BaseURL = &url.URL{Scheme: "https", Host: "api.example.com"}
	config.RequestTimeout = time.Minute
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	client.http.Transport = respond
	return client
}

func scriptedResponse(req *http.Request, status int, retryAfter, body string) *http.Response {
	resp := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: req}
	if retryAfter != "" {
		resp.Header.Set("Retry-After", retryAfter)
	}
	return resp
}

const wholeBackend = `{"id":"x","uri":"/x","created_at":"2026-01-01T00:00:00Z","backends":[]}`

// MayHaveActed considers all attempts of a failed request.
func TestMayHaveActed_allAttempts(t *testing.T) {
	t.Parallel()
	const unsent = 0
	for name, test := range map[string]struct {
		statuses []int // the last status repeats
		retries  int
		want     bool
	}{
		"never sent":           {[]int{unsent}, 2, false},
		"a limit, a refusal":   {[]int{429, 422}, 2, false},
		"unsent, a refusal":    {[]int{unsent, 422}, 2, false},
		"a failure, a refusal": {[]int{502, 422}, 2, true},
		"a timeout":            {[]int{408}, 0, true},
		"client closed":        {[]int{499}, 2, true},
		"refused":              {[]int{422}, 2, false},
		"unusable":             {[]int{200}, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				attempts := 0
				client := scripted(t, Config{MaxRetries: test.retries, MaxRetryWait: time.Second}, func(req *http.Request) *http.Response {
					attempts++
					status := test.statuses[min(attempts, len(test.statuses))-1]
					if status == unsent {
						return nil
					}
					return scriptedResponse(req, status, "", "")
				})
				_, err := client.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", OAuthModuleSettings{})
				if err == nil || MayHaveActed(err) != test.want {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

// If the service refuses the credentials twice and has never accepted them, the
// client sends no more requests. Only the first error has all details. A refused list
// page does not count toward these two, because a refresh only logs its error. Nor
// does a refused undocumented operation.
func TestCredentials_refused(t *testing.T) {
	t.Parallel()
	const undocumented = "undocumented"
	for name, test := range map[string]struct {
		first    int // the status of the first response; all other responses have 401
		requests int32
		full     int32
		body     io.Reader // the body of the first response
	}{
		"from the start":    {401, 11, 1, strings.NewReader("")},
		"unreadable":        {401, 11, 1, iotest.ErrReader(io.ErrUnexpectedEOF)},
		"after a list page": {401, 12, 1, nil},
		"after a success":   {200, 21, 20, strings.NewReader(wholeBackend)},
		"after a refusal":   {403, 21, 21, strings.NewReader("")},
		"after a limit":     {429, 22, 21, strings.NewReader("")},
		"after no response": {0, 12, 1, strings.NewReader("")},
		undocumented:        {401, 21, 21, strings.NewReader("")},
	} {
		synctest.Test(t, func(t *testing.T) {
			var requests, full atomic.Int32
			config := Config{MaxRetries: 1, MaxRetryWait: time.Second, Undocumented: UndocumentedOperations()}
			client := scripted(t, config, func(req *http.Request) *http.Response {
				isFirst := requests.Add(1) == 1
				<-time.After(time.Millisecond)
				response := scriptedResponse(req, http.StatusUnauthorized, "", "")
				if isFirst && test.body != nil {
					response.StatusCode, response.Body = test.first, io.NopCloser(test.body)
				}
				if response.StatusCode == 0 {
					return nil
				}
				return response
			})
			if test.body == nil {
				_, _ = client.FailoverBackends().Read(t.Context())
			}
			get := func() {
				var err error
				if name == undocumented {
					err = client.DeleteTLSEdge(t.Context(), "x")
				} else {
					_, err = client.GetFailoverBackend(t.Context(), "x")
				}
				if failure, _ := errors.AsType[*Error](err); failure != nil && !failure.ReportedBefore {
					full.Add(1)
				}
			}
			get()
			var group sync.WaitGroup
			for range 10 {
				group.Go(func() {
					get()
					get()
				})
			}
			group.Wait()
			if requests.Load() != test.requests || full.Load() != test.full {
				t.Errorf("%s: %d requests, %d full errors", name, requests.Load(), full.Load())
			}
		})
	}
}

// A retry sends the same body as the first attempt.
func TestRetry_sendsTheBodyAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent []string
		client := scripted(t, Config{MaxRetries: 3, MaxRetryWait: time.Second}, func(req *http.Request) *http.Response {
			body, _ := io.ReadAll(req.Body)
			sent = append(sent, string(body))
			status := []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusOK}[len(sent)-1]
			return scriptedResponse(req, status, "", `{"enabled":true}`)
		})
		if _, err := client.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", OAuthModuleSettings{CookiePrefix: "c"}); err != nil {
			t.Error(err)
		}
		if want := `{"cookie_prefix":"c"}`; len(sent) != 3 || sent[0] != want || sent[1] != want || sent[2] != want {
			t.Errorf("sent %q", sent)
		}
	})
}

// The timeout applies to each attempt.
func TestTimeout_ofEachAttempt(t *testing.T) {
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
		if err == nil || !strings.Contains(err.Error(), "no complete response within 1m0s") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); attempts != 3 || took < 3*time.Minute || took > 3*time.Minute+2*time.Second {
			t.Errorf("made %d attempts in %s", attempts, took)
		}
	})
}

// If the context ends during a write, the write still finishes and returns its result.
// Otherwise the id of a created object would be lost.
func TestInterruption_aWriteIsFinished(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			client := scripted(t, Config{}, func(req *http.Request) *http.Response {
				cancel()
				// An attempt with a canceled context would fail during this wait.
				<-time.After(time.Second)
				return scriptedResponse(req, http.StatusOK, "", wholeBackend)
			})
			if made, err := client.do(ctx, client.request(method, "write", "backends")); err != nil || string(made.last.body) != wholeBackend {
				t.Errorf("%s: got %+v, %v", method, made, err)
			}
		})
	}
}

// If the context ends during a wait, the wait ends at once. The returned error is the
// error of the last attempt.
func TestInterruption_aWaitEndsAtOnce(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusBadGateway} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			start := time.Now()
			client := scripted(t, Config{MaxRetries: 5, MaxRetryWait: time.Hour}, func(req *http.Request) *http.Response {
				return scriptedResponse(req, status, "3600", "")
			})
			_, err := client.GetFailoverBackend(ctx, "x")
			if err == nil || !strings.Contains(err.Error(), http.StatusText(status)) || time.Since(start) > time.Second {
				t.Errorf("got %v after %s", err, time.Since(start))
			}
		})
	}
}
