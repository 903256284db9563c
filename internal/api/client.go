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

// Config is the address of the API and the way to call it.
type Config struct {
	BaseURL           *url.URL          // from [ParseBaseURL]; a path prefix is part of it
	Token             string            // sent as a bearer token; "" sends none
	Headers           map[string]string // sent with every request; the values are treated as secrets
	CACertificatePEM  string            // trusted in addition to the system's root certificates
	RequestTimeout    time.Duration     // for one attempt, including the response body
	MaxRetries        int               // attempts after the first; attempts refused with 429 do not count
	MaxRetryWait      time.Duration     // longest single wait, whatever Retry-After asks for
	RequestsPerMinute int               // limit for all requests of this client; 0 for no limit
	Undocumented      []Undocumented    // operations that the service offers although the interface does not show them
	UserAgent         string

	// IdentityProviderNames maps the names in [IdentityProviders] to the service's own
	// member names in the OAuth object "provider". A name that is not in the map is
	// used unchanged.
	IdentityProviderNames map[string]string
}

// Client calls the API. It is safe for parallel use. All requests of one Client share
// its connections, rate limit and pauses.
type Client struct {
	config      Config
	header      http.Header
	http        *http.Client
	secrets     redact.Secrets
	unusable    error
	gate        *gate.Gate
	credentials credentials
	clockOffset atomic.Int64 // how far the service's clock is ahead, in nanoseconds
}

// New returns a client for config. It fails if config.CACertificatePEM is set but
// contains no readable certificate.
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

// NewUnusable returns a client whose operations all fail with err. It is for a
// configuration with unknown values: a plan that needs no request still succeeds.
// [Client.Offers] reports true for the operations in undocumented.
func NewUnusable(err error, undocumented []Undocumented) *Client {
	return &Client{config: Config{BaseURL: &url.URL{}, Undocumented: undocumented}, unusable: err}
}

// Offers reports whether the configuration lists an operation that the interface does
// not show.
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
