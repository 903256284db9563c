// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

const (
	// maxAnswerBytes bounds one answer, counted after decompression.
	maxAnswerBytes = 16 << 20
	// maxIdleConnections is enough for every operation of any sane -parallelism to
	// keep its connection. With the default of two for each host they would
	// reconnect all the time.
	maxIdleConnections = 512
)

// Causes of an [Error] that brought no whole answer.
var (
	// ErrAnswerTooLarge says that the answer exceeded 16 MiB.
	ErrAnswerTooLarge = errors.New("the answer is larger than 16 MiB")
	// ErrHeldBack says that the request was not sent, because the service kept asking
	// for pauses in answer to others.
	ErrHeldBack = gate.ErrHeldBack
)

func newTransport(caCertificatePEM string) (*http.Transport, error) {
	defaultTransport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, fmt.Errorf("the default HTTP transport is a %T, not an *http.Transport", http.DefaultTransport)
	}
	transport := defaultTransport.Clone()
	transport.MaxIdleConns = maxIdleConnections
	transport.MaxIdleConnsPerHost = maxIdleConnections
	if caCertificatePEM != "" {
		roots, err := CertificatePool(caCertificatePEM)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return transport, nil
}

// attemptTransport treats one attempt as a whole. The attempt waits at the gate,
// and its timeout covers the body. A body that breaks off fails the attempt. A
// write that has begun outlives the cancellation of its context.
type attemptTransport struct {
	next    http.RoundTripper
	timeout time.Duration
	gate    *gate.Gate
}

// attemptError is a failed attempt.
type attemptError struct {
	method  string
	written bool // the service may have seen the request
	err     error

	// What came of an answer that broke off or is not followed.
	status int // 0 if none came
	header http.Header
	body   []byte
}

func (e *attemptError) Error() string { return e.err.Error() }
func (e *attemptError) Unwrap() error { return e.err }

// RoundTrip sends one attempt of a request, or one hop of a redirected one, and
// reads its whole answer. It sends the attempt again after pauses that the service
// asks for.
func (t *attemptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	return t.gate.Pass(req.Context(), func() (*http.Response, bool, error) {
		attempt := countAttempt(req)
		start := time.Now()
		resp, err := t.exchange(req)
		logAttempt(req, attempt, time.Since(start), resp)
		return resp, err == nil && mayRepeat(resp), err
	})
}

func (t *attemptTransport) exchange(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if req.Method != http.MethodGet {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()

	var written atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { written.Store(true) },
	})
	sent := req.WithContext(ctx)
	if req.GetBody != nil {
		// The body of an earlier attempt has been read.
		sent.Body, _ = req.GetBody() // of a buffer, which never fails
	}
	resp, err := t.next.RoundTrip(sent)
	if err != nil {
		return nil, &attemptError{method: req.Method, written: written.Load(), err: t.explain(err)}
	}
	defer resp.Body.Close()
	body, err := readBody(resp)
	if err == nil {
		err = refuseRedirectOfCreation(req.Method, resp)
	}
	if err != nil {
		return nil, &attemptError{
			method: req.Method, written: true, err: t.explain(err), status: resp.StatusCode, header: resp.Header, body: body,
		}
	}
	resp.Body = wholeBody{bytes.NewReader(body), body}
	// The caller judges redirects by the request it made.
	resp.Request = req
	return resp, nil
}

func (t *attemptTransport) explain(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no complete answer within %s: %w", t.timeout, err)
	}
	return err
}

// readBody reads a body whole, or returns the part of it that came with an error.
// After 101 comes another protocol, which has no end and heeds no timeout.
func readBody(resp *http.Response) ([]byte, error) {
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswerBytes+1))
	if err != nil {
		return body, fmt.Errorf("the answer broke off after %d bytes: %w", len(body), err)
	}
	if len(body) > maxAnswerBytes {
		return body, ErrAnswerTooLarge
	}
	return body, nil
}

// refuseRedirectOfCreation keeps net/http from following a redirect that turns a
// POST into a GET. The service may have acted on the POST before it redirected (RFC
// 9110, section 15.4.4).
func refuseRedirectOfCreation(method string, resp *http.Response) error {
	if method != http.MethodPost || resp.StatusCode < http.StatusMultipleChoices || resp.StatusCode > http.StatusSeeOther {
		return nil
	}
	at, err := resp.Location()
	if err != nil {
		return errRedirectMethod
	}
	return fmt.Errorf("%w: it led to %s", errRedirectMethod, redact.Place(at))
}

// wholeBody is a body that has been read already.
type wholeBody struct {
	*bytes.Reader

	whole []byte
}

// Close has nothing to do.
func (wholeBody) Close() error { return nil }

// bufferedBody returns the whole body of an answer of [attemptTransport], even
// after it was read.
func bufferedBody(resp *http.Response) []byte {
	body, _ := resp.Body.(wholeBody)
	return body.whole
}

// attempts counts the attempts of one operation. The operation's context carries
// it.
type attempts struct {
	secrets      redact.Secrets
	undocumented bool         // the interface does not show the operation
	count        atomic.Int32 // attempts sent
}

// attemptsKey is the context key of the attempts.
type attemptsKey struct{}

func attemptsOf(req *http.Request) *attempts {
	if made, ok := req.Context().Value(attemptsKey{}).(*attempts); ok {
		return made
	}
	return new(attempts)
}

// countAttempt counts an attempt that is sent. The hops of a redirect count as one.
func countAttempt(req *http.Request) int32 {
	made := attemptsOf(req)
	if req.Response != nil {
		return made.count.Load()
	}
	return made.count.Add(1)
}

// logAttempt logs an attempt without body, header values and query, any of which
// may hold a secret. A path that the service chose may hold one too, so known
// secrets are taken out of it. Resp is nil if no complete answer came.
func logAttempt(req *http.Request, attempt int32, took time.Duration, resp *http.Response) {
	fields := map[string]any{
		"method":      req.Method,
		"path":        attemptsOf(req).secrets.Text(req.URL.EscapedPath()),
		"attempt":     attempt,
		"duration_ms": took.Milliseconds(),
	}
	if resp == nil {
		tflog.Debug(req.Context(), "API request failed", fields)
		return
	}
	fields["status"] = resp.StatusCode
	tflog.Debug(req.Context(), "API request answered", fields)
}
