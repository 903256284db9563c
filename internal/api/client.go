// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

// Config says where the API is and how it is called.
type Config struct {
	BaseURL           *url.URL          // from [ParseBaseURL]; a path prefix in it is kept
	Token             string            // sent as a bearer token; "" sends none
	Headers           map[string]string // sent with every request; their values are treated as secrets
	CACertificatePEM  string            // trusted in addition to the system's roots
	RequestTimeout    time.Duration     // for one attempt, its body included
	MaxRetries        int               // attempts after the first; those refused with 429 do not count
	MaxRetryWait      time.Duration     // longest single wait, whatever Retry-After asks
	RequestsPerMinute int               // ceiling for all requests of this client; 0 sets none
	Undocumented      []Undocumented    // operations that the service offers beyond the interface
	UserAgent         string

	// IdentityProviderNames are the service's own member names in the OAuth object
	// provider, by the names of [IdentityProviders]. One that is left out is the same.
	IdentityProviderNames map[string]string
}

// Client calls the API. It is safe for parallel use. All requests of one Client
// share its connections, rate limit and pauses.
type Client struct {
	config      Config
	header      http.Header
	http        *http.Client
	secrets     redact.Secrets
	unusable    error
	gate        *gate.Gate
	credentials credentials
	clockOffset atomic.Int64 // nanoseconds that the service's clock is ahead
}

// New returns a client for config. It fails if config.CACertificatePEM lacks a
// certificate or has one that cannot be read.
func New(config Config) (*Client, error) {
	transport, err := newTransport(config.CACertificatePEM)
	if err != nil {
		return nil, err
	}
	return &Client{
		config:  config,
		header:  requestHeader(config),
		http:    &http.Client{Transport: transport, CheckRedirect: checkRedirect(config.BaseURL)},
		secrets: redact.OfHeaders(config.Headers).With(config.Token),
		gate:    gate.New(config.RequestsPerMinute),
	}, nil
}

// NewUnusable returns a client whose operations all fail with err. It serves a
// configuration that is not known yet: plans that need no request succeed.
// Undocumented are the operations that [Client.Offers] reports.
func NewUnusable(err error, undocumented []Undocumented) *Client {
	return &Client{config: Config{BaseURL: &url.URL{}, Undocumented: undocumented}, unusable: err}
}

// Offers reports whether the configuration names an operation that the interface
// does not show.
func (c *Client) Offers(operation Undocumented) bool {
	return slices.Contains(c.config.Undocumented, operation)
}

// BaseURL returns the address of the API, without credentials.
func (c *Client) BaseURL() string { return c.secrets.Text(redact.Place(c.config.BaseURL)) }

func requestHeader(config Config) http.Header {
	header := http.Header{}
	header.Set("Accept", "application/json")
	header.Set("User-Agent", config.UserAgent)
	if config.Token != "" {
		header.Set("Authorization", "Bearer "+config.Token)
	}
	for name, value := range config.Headers {
		header.Set(name, value)
	}
	return header
}
