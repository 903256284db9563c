// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/redact"
)

type request struct {
	operation    string // as in [Error.Operation]
	method       string
	url          *url.URL
	body         any                   // marshaled to JSON; nil means no body
	secrets      redact.Secrets        // secrets that no message may show
	lacksID      bool                  // whether an id in url is empty
	undocumented UndocumentedOperation // "" if the API documentation shows the operation
	once         bool                  // whether the client retries the request only after status 429
	endsOutage   bool                  // whether the client retries the request until the service is available
	isPage       bool                  // whether the response is a page of a list
}

const (
	maxResponseBytes = 16 << 20 // after decompression
	// maxIdleConnections replaces Go's default of two per host, with which most operations
	// would have to reconnect at a high -parallelism.
	maxIdleConnections = 512
	// idleTime is shorter than the time after which common servers close a connection, which is two
	// seconds or more: a creation that is sent at that moment gets no response. Also, each
	// configuration of the provider opens its own connections.
	idleTime = time.Second
)

var errTooLarge = errors.New("the response is larger than 16 MiB")

// ErrRedirect is the cause of an [Error] if the client did not follow a redirect.
var ErrRedirect = errors.New("the service redirected the request to an address that the provider does not follow")

// ErrHandshakeRefused is the cause of an [Error] if the service refused the TLS handshake.
var ErrHandshakeRefused = errors.New("the service refused the TLS handshake")

// ErrNotTLS is the cause of an [Error] if the base URL has https, but its port another protocol.
var ErrNotTLS = errors.New("the port does not speak TLS")

// ErrProxyRefused is the cause of an [Error] if a proxy wants other credentials, forbids the host, or is no proxy.
var ErrProxyRefused = errors.New("the proxy refuses the connection")

// handshakeAlert matches the alerts about the certificate of a client, the host, versions and cipher suites.
// In TLS 1.2, a server may respond to each with the general alert. Alerts of a proxy begin in
// another way.
var handshakeAlert = regexp.MustCompile(`^remote error: .*(certificate|unrecognized name|handshake failure|protocol version|insufficient security)`)

// oldVersion begins crypto/tls's own error about a server that chose a version below 1.2.
const oldVersion = "tls: server selected unsupported protocol version"

func newTransport(caCertificatePEM string) (*http.Transport, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // as Go documents it
	// Go's HTTP/2 transport repeats some requests, even a POST, without asking the client. It
	// also keeps a dead connection, so that every retry fails.
	transport.Protocols = new(http.Protocols)
	transport.Protocols.SetHTTP1(true)
	transport.IdleConnTimeout = idleTime
	transport.MaxIdleConns = maxIdleConnections
	transport.MaxIdleConnsPerHost = maxIdleConnections
	transport.OnProxyConnectResponse = func(_ context.Context, proxy *url.URL, _ *http.Request, resp *http.Response) error {
		switch {
		case resp.StatusCode == http.StatusOK:
			return nil
		case resp.StatusCode/100 == 4: // also from a web server that is no proxy
			return fmt.Errorf("%w: %s responded %s", ErrProxyRefused, redact.URL(proxy), resp.Status)
		}
		return fmt.Errorf("the proxy %s responded %s", redact.URL(proxy), resp.Status)
	}
	if caCertificatePEM != "" {
		system, _ := x509.SystemCertPool()
		roots := cmp.Or(system, x509.NewCertPool())
		if !AddCertificates(roots, caCertificatePEM) {
			return nil, errors.New("no readable certificate found")
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return transport, nil
}

// AddCertificates adds PEM-encoded certificates to a pool, and reports whether it found any. A
// byte order mark, with which some editors begin a file, would hide the next certificate.
func AddCertificates(pool *x509.CertPool, text string) bool {
	return pool.AppendCertsFromPEM([]byte(strings.ReplaceAll(text, "\ufeff", "\n")))
}

type attempt struct {
	request request
	began   time.Time // by the clock of this machine
	sent    bool      // whether the service may have received the request
	err     error     // nil if a complete response was received
	served  time.Time // when the service sent the response, by its own clock if it says so

	status int // 0 if no response was received
	header http.Header
	body   []byte
}

// date returns the Date of the response in RFC 3339, or "" if it has none.
func (a *attempt) date() string {
	date, err := http.ParseTime(a.header.Get("Date"))
	if err != nil {
		return ""
	}
	return date.Format(time.RFC3339)
}

// send makes the attempt with the given number, from 1. It reads the complete response within
// the timeout. A write continues after ctx is canceled, so that its result is known.
func (c *Client) send(ctx context.Context, r request, number int) attempt {
	if r.method != http.MethodGet {
		ctx = context.WithoutCancel(ctx)
	}
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	ctx, cancel := context.WithTimeout(ctx, c.config.RequestTimeout)
	defer cancel()
	a := attempt{request: r, began: time.Now()}
	a.err = c.explain(a.roundTrip(ctx, c))
	a.sent = sent.Load()
	if alert, ok := errors.AsType[*net.OpError](a.err); ok && handshakeAlert.MatchString(alert.Error()) && a.status == 0 {
		// In TLS 1.3, the client writes the request before the server ends the handshake.
		a.sent, a.err = false, fmt.Errorf("%w: %w", ErrHandshakeRefused, a.err)
	}
	served, _ := http.ParseTime(a.header.Get("Date")) // the zero time if it cannot be parsed
	a.served = cmp.Or(served, time.Now())
	// Body, headers and query may contain secrets, and so may an id that the service chose.
	tflog.Debug(ctx, "API request finished", map[string]any{
		"method": r.method, "path": r.secrets.Text(r.url.EscapedPath()), "attempt": number, "status": a.status,
		"duration_ms": time.Since(a.began).Milliseconds(),
	})
	return a
}

// roundTrip fails if the response is not complete.
func (a *attempt) roundTrip(ctx context.Context, c *Client) error {
	var body []byte
	header := c.header.Clone()
	if a.request.body != nil {
		body, _ = json.Marshal(a.request.body, json.Deterministic(true)) // such values can be encoded
		header.Set("Content-Type", "application/json")
	}
	httpRequest, err := http.NewRequestWithContext(ctx, a.request.method, a.request.url.String(), bytes.NewReader(body))
	if err != nil {
		return errors.New("the request could not be built from its address")
	}
	httpRequest.Header = header
	resp, err := c.http.Do(httpRequest)
	if resp != nil { // For a redirect that is not followed, Do returns both a response and an error.
		defer resp.Body.Close()
		a.status, a.header = resp.StatusCode, resp.Header
	}
	if err != nil || resp.StatusCode == http.StatusSwitchingProtocols {
		return err // After 101, the body is the bare connection. Reading it could last forever, even after ctx ends.
	}
	a.body, err = io.ReadAll(io.LimitReader(resp.Body, maxResponseBytes+1))
	switch {
	case err != nil:
		return fmt.Errorf("the response broke off after %d bytes: %w", len(a.body), err)
	case len(a.body) > maxResponseBytes:
		return errTooLarge
	}
	return nil
}

// explain removes the *url.Error, and replaces net/http's error about a malformed Location
// header, because both quote a query. It adds the duration of a timeout.
func (c *Client) explain(err error) error {
	if inURL, ok := errors.AsType[*url.Error](err); ok {
		err = inURL.Err
		if strings.HasPrefix(err.Error(), "failed to parse Location header") {
			err = errors.New("the service redirected the request to a malformed address")
		}
	}
	_, isNotTLS := errors.AsType[tls.RecordHeaderError](err)
	switch {
	case isNotTLS, errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%w: %w", ErrNotTLS, err)
	case err != nil && strings.HasPrefix(err.Error(), oldVersion):
		return fmt.Errorf("%w: %w", ErrHandshakeRefused, err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no complete response within %s: %w", c.config.RequestTimeout, err)
	}
	return err
}
