// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

// Config contains the address of the API and the settings of a [Client].
type Config struct {
	BaseURL           *url.URL                // from [ParseBaseURL]; may contain a path prefix
	Token             string                  // sent as a bearer token; "" sends none
	Headers           map[string]string       // sent with every request; values of credential headers are secret
	CACertificatePEM  string                  // trusted in addition to the system's root certificates
	RequestTimeout    time.Duration           // limit for one attempt, including the response body
	MaxRetries        int                     // maximum number of retries; retries after status 429 do not count
	MaxRetryWait      time.Duration           // maximum wait before a retry, even if Retry-After asks for more
	RequestsPerMinute int                     // limit for all requests of the client; 0 means no limit
	Undocumented      []UndocumentedOperation // the undocumented operations that the service offers
	UserAgent         string

	// IdentityProviderNames maps the neutral names in [IdentityProviders] to the names
	// that the service uses in requests and responses. If the map lacks a neutral name,
	// the client uses the neutral name.
	IdentityProviderNames map[string]string
}

// Client calls the API. It is safe for concurrent use. All requests of one Client share
// the same connections, rate limit and pauses.
type Client struct {
	config      Config
	baseURL     string // fit to be shown
	header      http.Header
	http        *http.Client
	secrets     redact.Secrets
	unusable    error
	gate        *gate.Gate
	credentials credentials
}

// New returns a client for config. It fails if config.CACertificatePEM is set but
// contains no readable certificate.
func New(config Config) (*Client, error) {
	transport, err := newTransport(config.CACertificatePEM)
	if err != nil {
		return nil, err
	}
	c := &Client{
		config:  config,
		header:  requestHeader(config),
		secrets: redact.OfHeaders(config.Headers).With(config.Token),
		gate:    gate.New(config.RequestsPerMinute),
	}
	c.baseURL = c.secrets.Text(redact.URL(config.BaseURL))
	c.http = &http.Client{Transport: transport, CheckRedirect: c.checkRedirect}
	return c, nil
}

// NewUnusable returns a client whose operations all fail with err. It is for a provider
// configuration with unknown values. With this client, a plan that needs no request still
// succeeds. [Client.Enabled] returns true for each element of undocumented.
func NewUnusable(err error, undocumented []UndocumentedOperation) *Client {
	return &Client{config: Config{BaseURL: &url.URL{}, Undocumented: undocumented}, unusable: err}
}

// Enabled reports whether the configuration lists the given undocumented operation.
func (c *Client) Enabled(operation UndocumentedOperation) bool {
	return slices.Contains(c.config.Undocumented, operation)
}

// Show makes text from the service fit to be shown: printable, short and without secrets.
func (c *Client) Show(text string) string { return c.secrets.Text(text) }

// BaseURL returns the address of the API, without credentials.
func (c *Client) BaseURL() string { return c.baseURL }

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
