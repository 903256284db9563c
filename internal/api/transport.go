// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

const (
	// maxResponseBytes bounds one response, counted after decompression.
	maxResponseBytes = 16 << 20
	// maxIdleConnections is enough for every operation of any sane -parallelism to
	// keep its connection. With the default of two for each host they would
	// reconnect all the time.
	maxIdleConnections = 512
)

// ErrResponseTooLarge says that a response exceeded 16 MiB.
var ErrResponseTooLarge = errors.New("the response is larger than 16 MiB")

func newTransport(caCertificatePEM string) (*http.Transport, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // as Go documents it
	transport.MaxIdleConns = maxIdleConnections
	transport.MaxIdleConnsPerHost = maxIdleConnections
	if caCertificatePEM != "" {
		roots, err := x509.SystemCertPool()
		if err != nil {
			roots = x509.NewCertPool()
		}
		if !roots.AppendCertsFromPEM([]byte(caCertificatePEM)) {
			return nil, errors.New("no readable certificate found")
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return transport, nil
}

// exchange is one attempt of a request, and what came of it.
type exchange struct {
	request request
	sent    bool  // the service may have seen the request
	err     error // why there is no complete response; nil if there is one

	status int // 0 if no response came
	header http.Header
	body   []byte
}

// exchange sends a request once and reads its whole response. The timeout covers the
// body. A write that has begun outlives the cancellation of ctx, because its result
// must not be lost.
func (c *Client) exchange(ctx context.Context, r request, body []byte, attempt int) exchange {
	if r.method != http.MethodGet {
		ctx = context.WithoutCancel(ctx)
	}
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	ctx, cancel := context.WithTimeout(ctx, c.config.RequestTimeout)
	defer cancel()
	start, x := time.Now(), exchange{request: r}
	x.err = c.explain(x.send(ctx, c, body))
	x.sent = sent.Load()
	if served, err := http.ParseTime(x.header.Get("Date")); err == nil {
		c.clockOffset.Store(int64(time.Until(served)))
	}
	x.log(ctx, attempt, time.Since(start))
	return x
}

// send fills x with the response. It returns why that is not complete.
func (x *exchange) send(ctx context.Context, c *Client, body []byte) error {
	r := x.request
	if r.body == nil {
		body = nil
	}
	httpRequest, err := http.NewRequestWithContext(ctx, r.method, r.url.String(), bytes.NewReader(body))
	if err != nil {
		return errors.New("the request could not be built from its address")
	}
	httpRequest.Header = c.header.Clone()
	if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(httpRequest)
	if resp != nil {
		defer resp.Body.Close()
		x.status, x.header = resp.StatusCode, resp.Header // also of a redirect that is not followed
	}
	if err != nil {
		return err
	}
	x.body, err = io.ReadAll(io.LimitReader(resp.Body, maxResponseBytes+1))
	switch {
	case err != nil:
		return fmt.Errorf("the response broke off after %d bytes: %w", len(x.body), err)
	case len(x.body) > maxResponseBytes:
		return ErrResponseTooLarge
	}
	return nil
}

// explain leaves out what an *url.Error repeats: the method and the whole URL, query
// included.
func (c *Client) explain(err error) error {
	if inURL, ok := errors.AsType[*url.Error](err); ok {
		err = inURL.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no complete response within %s: %w", c.config.RequestTimeout, err)
	}
	return err
}

// log logs an attempt without body, header values and query, any of which may hold a
// secret. A path that the service chose may hold one too, so known secrets are taken
// out of it.
func (x *exchange) log(ctx context.Context, attempt int, took time.Duration) {
	tflog.Debug(ctx, "API request finished", map[string]any{
		"method":      x.request.method,
		"path":        x.request.secrets.Text(x.request.url.EscapedPath()),
		"attempt":     attempt,
		"status":      x.status,
		"duration_ms": took.Milliseconds(),
	})
}
