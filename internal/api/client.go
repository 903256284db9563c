// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"maps"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/sync/singleflight"
)

// Config says where the API is and how it is called.
type Config struct {
	BaseURL           *url.URL          // from [ParseBaseURL]; a path prefix in it is kept
	Token             string            // sent as a bearer token; "" sends none
	Headers           map[string]string // sent with every request; their values are treated as secrets
	CACertificatePEM  string            // trusted in addition to the system's roots
	RequestTimeout    time.Duration     // for one attempt, its body included
	MaxRetries        int               // attempts after the first
	MaxRetryWait      time.Duration     // longest single wait, whatever Retry-After asks
	RequestsPerMinute int               // ceiling for all requests of this client; 0 sets none
	UserAgent         string
}

// Client calls the API. It is safe for parallel use, and everything that is
// sent through one Client shares its connections, rate limit and pauses.
type Client struct {
	baseURL  *url.URL
	header   http.Header
	http     *retryablehttp.Client
	secrets  redactor
	unusable error

	listing     singleflight.Group // one reading of all ids at a time
	clockOffset atomic.Int64       // nanoseconds that the service's clock is ahead
}

// New returns a client for config. It fails when the CA certificate holds no
// usable certificate.
func New(config Config) (*Client, error) {
	transport, err := newTransport(config.CACertificatePEM)
	if err != nil {
		return nil, err
	}
	gate := newGate(config.RequestsPerMinute)
	return &Client{
		baseURL: config.BaseURL,
		header:  requestHeader(config),
		http: &retryablehttp.Client{
			HTTPClient: &http.Client{
				Transport:     &attemptTransport{next: transport, timeout: config.RequestTimeout, gate: gate},
				CheckRedirect: checkRedirect(config.BaseURL),
			},
			RetryMax:     config.MaxRetries,
			RetryWaitMin: firstRetryWait,
			RetryWaitMax: config.MaxRetryWait,
			CheckRetry:   checkRetry,
			Backoff:      gate.backoff,
			ErrorHandler: retryablehttp.PassthroughErrorHandler,
		},
		secrets: newRedactor(config),
	}, nil
}

// NewUnusable returns a client whose every operation fails with err, for a
// configuration that is not known yet: plans that need no request succeed.
func NewUnusable(err error) *Client {
	return &Client{baseURL: &url.URL{}, unusable: err}
}

func requestHeader(config Config) http.Header {
	header := http.Header{}
	header.Set("Accept", "application/json")
	header.Set("User-Agent", config.UserAgent)
	if config.Token != "" {
		header.Set("Authorization", "Bearer "+config.Token)
	}
	for name, value := range maps.All(config.Headers) {
		header.Set(name, value)
	}
	return header
}
