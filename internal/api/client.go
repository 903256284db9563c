// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/redact"
)

// The environment variables that replace a missing BaseURL and Token of a [Config].
const (
	EnvBaseURL  = "TRAFFICEDGE_BASE_URL"
	EnvAPIToken = "TRAFFICEDGE_API_TOKEN"
)

// Config contains the address of the API and the settings of a [Client].
type Config struct {
	BaseURL           *url.URL          // from [ParseBaseURL]; may contain a path prefix
	Token             string            // sent as a bearer token; "" sends none
	Headers           map[string]string // sent with every request; values of credential headers are secret
	CACertificatePEM  string            // trusted in addition to the system's root certificates
	RequestTimeout    time.Duration     // limit for one attempt, including the response body
	MaxRetries        int               // maximum number of retries; retries after status 429 do not count
	MaxRetryWait      time.Duration     // maximum wait before a retry, even if Retry-After asks for more
	RequestsPerMinute int               // limit for all requests of the client; 0 means no limit
	Undocumented      []string          // each [UndocumentedOperation] that the service offers
	RefreshFromList   bool              // whether a run that refreshes many objects reads their list
	UserAgent         string

	// IdentityProviderNames maps the neutral names in [IdentityProviders] to the service's own.
	// The client uses a neutral name that is not in the map unchanged.
	IdentityProviderNames map[string]string
}

// Client calls the API. It is safe for concurrent use. Its requests share connections, the
// rate limit and pauses.
type Client struct {
	FailoverBackends *Collection[FailoverBackend, FailoverBackendSettings]
	TLSEdges         *Collection[TLSEdge, TLSEdgeSettings]

	config      Config
	header      http.Header
	http        *http.Client
	secrets     redact.Secrets
	unusable    error
	gate        *gate
	patience    patience
	outage      outage
	creations   creations
	credentials credentials
	responded   responded
	anyRead     request // a read that every service offers
}

// New returns a client. It fails if CACertificatePEM is set but has no readable certificate.
func New(config Config) (*Client, error) {
	transport, err := newTransport(config.CACertificatePEM)
	if err != nil {
		return nil, err
	}
	c := &Client{
		config: config, header: requestHeader(config), secrets: redact.OfHeaders(config.Headers).With(config.Token),
		gate: newGate(config.RequestsPerMinute), outage: outage{turn: semaphore.NewWeighted(1)},
	}
	c.patience = patience{limit: max(minPatience, config.MaxRetryWait, config.RequestTimeout), cause: ErrUnavailable}
	c.creations = creations{patience: patience{limit: minPatience, cause: ErrNoneCreated}, turn: semaphore.NewWeighted(1)}
	c.http = &http.Client{Transport: transport, CheckRedirect: c.checkRedirect}
	return c.withCollections(), nil
}

// NewUnusable returns a client whose operations all fail with err, for a provider
// configuration with unknown values. A plan that needs no request still succeeds.
// [Client.Enabled] returns true for each element of undocumented.
func NewUnusable(err error, undocumented []string) *Client {
	c := &Client{config: Config{BaseURL: &url.URL{}, Undocumented: undocumented}, unusable: err}
	return c.withCollections()
}

func (c *Client) withCollections() *Client {
	c.FailoverBackends, c.TLSEdges = newFailoverBackends(c), newTLSEdges(c)
	c.anyRead = c.FailoverBackends.pages().next
	return c
}

func (c *Client) Enabled(operation UndocumentedOperation) bool {
	return slices.Contains(c.config.Undocumented, string(operation))
}

// Redact makes text from the service fit to be shown: printable, short and without secrets.
func (c *Client) Redact(text string) string { return c.secrets.Text(text) }

// BaseURL returns the address of the API, without credentials. Messages contain
// [Client.RedactURL] of it.
func (c *Client) BaseURL() string { return redact.URL(c.config.BaseURL) }

// RedactURL makes an address fit to be shown.
func (c *Client) RedactURL(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return c.Redact(address)
	}
	return c.secrets.URL(parsed)
}

func requestHeader(config Config) http.Header {
	header := http.Header{"Accept": {"application/json"}, "Cache-Control": {"no-cache"}}
	header.Set("User-Agent", config.UserAgent)
	if config.Token != "" {
		header.Set("Authorization", "Bearer "+config.Token)
	}
	for name, value := range config.Headers {
		header.Set(name, value)
	}
	return header
}

// Errors of [ParseBaseURL].
var (
	ErrWhiteSpace = errors.New("remove the white space around it. A common cause is a trailing line break")
	ErrPlainHTTP  = errors.New("plain http sends secrets unencrypted")
)

// ParseBaseURL parses the base URL of an API. It rejects plain http unless the host is a
// loopback address or allowInsecure is true. It removes trailing slashes, and lowercases the
// host, because Go bypasses the proxy for "localhost", but not for "LOCALHOST". Each error
// says what to change, without the URL, which may contain credentials.
func ParseBaseURL(raw string, allowInsecure bool) (*url.URL, error) {
	base, err := url.Parse(raw)
	switch {
	case strings.TrimSpace(raw) != raw:
		return nil, ErrWhiteSpace
	case err != nil, base.Scheme != "http" && base.Scheme != "https", base.Hostname() == "":
		return nil, errors.New("write an absolute URL such as https://api.example.com")
	case base.User != nil:
		return nil, errors.New("remove the user name and password. Use a token or headers instead")
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, errors.New("remove the query or the fragment")
	case base.Scheme == "http" && !allowInsecure &&
		!net.ParseIP(base.Hostname()).IsLoopback() && !strings.EqualFold(base.Hostname(), "localhost"):
		return nil, ErrPlainHTTP
	}
	base.Host = strings.ToLower(base.Host)
	base.RawPath = strings.TrimRight(base.EscapedPath(), "/")
	base.Path = strings.TrimRight(base.Path, "/")
	return base, nil
}

func (c *Client) request(method, operation string, segments ...string) request {
	return request{
		operation: operation, method: method, url: c.endpoint(segments...),
		secrets: c.secrets, lacksID: slices.Contains(segments, ""),
	}
}

// endpoint appends segments to the base URL. An id may contain any character, also a slash.
func (c *Client) endpoint(segments ...string) *url.URL {
	endpoint := *c.config.BaseURL
	for _, segment := range segments {
		endpoint.RawPath = endpoint.EscapedPath() + "/" + escapeSegment(segment)
		endpoint.Path += "/" + segment
	}
	return &endpoint
}

// escapeSegment also escapes the dots of the segments "." and "..", because a proxy may remove
// such a segment (RFC 3986, section 5.2.4).
func escapeSegment(segment string) string {
	if segment == "." || segment == ".." {
		return strings.ReplaceAll(segment, ".", "%2E")
	}
	return url.PathEscape(segment)
}

// sameOrigin reports whether target has the origin of base (RFC 6454), which alone gets
// secrets. It rejects credentials in target, because they do not come from the configuration.
func sameOrigin(base, target *url.URL) bool {
	return target.User == nil && origin(base) == origin(target)
}

// origin returns scheme, host and port in one form. [url.Parse] has lowercased the scheme.
func origin(u *url.URL) string {
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	return u.Scheme + "://" + strings.ToLower(net.JoinHostPort(u.Hostname(), port))
}

// keepTLS changes an address with http to https if the base URL has https, and the same host and port as
// written: a service behind a proxy that ends TLS may take its own addresses for http.
func (c *Client) keepTLS(next *url.URL) {
	if base := c.config.BaseURL; next.Scheme == "http" && strings.EqualFold(next.Host, base.Host) {
		next.Scheme, next.Host = base.Scheme, base.Host
	}
}

const maxRedirects = 10

// checkRedirect rejects redirects to another origin or method, and endless ones. It also
// rejects an address that does not end with the path of the operation: a 404 there, for
// example from a sign-in page, says nothing about the object.
func (c *Client) checkRedirect(next *http.Request, via []*http.Request) error {
	path := func(r *http.Request) string { return strings.TrimSuffix(r.URL.EscapedPath(), "/") }
	operation := strings.TrimPrefix(path(via[0]), c.config.BaseURL.EscapedPath())
	c.keepTLS(next.URL)
	isSame := next.Method == via[0].Method && strings.HasSuffix(path(next), operation)
	if isSame && sameOrigin(c.config.BaseURL, next.URL) && len(via) < maxRedirects {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrRedirect, redact.URL(next.URL))
}
