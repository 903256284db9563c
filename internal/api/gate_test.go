package api

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// roundTripper answers requests with a function.
type roundTripper func(*http.Request) *http.Response

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	return f(req), nil
}

// One request that is told to wait holds back all others of its client.
func TestGate_aPauseIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, err := New(Config{
			BaseURL:        &url.URL{Scheme: "https", Host: "api.example.com"},
			RequestTimeout: time.Minute, MaxRetries: 1, MaxRetryWait: time.Hour,
		})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		var mu sync.Mutex
		var sent []time.Duration
		client.http.HTTPClient.Transport = &attemptTransport{timeout: time.Minute, next: roundTripper(func(req *http.Request) *http.Response {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, time.Since(start))
			resp := &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}, Body: http.NoBody, Request: req}
			if len(sent) == 1 {
				resp.StatusCode = http.StatusTooManyRequests
				resp.Header.Set("Retry-After", "10")
				resp.Body = io.NopCloser(strings.NewReader(`{"detail":"slow down"}`))
			}
			return resp
		})}
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
