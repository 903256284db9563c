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
)

const (
	// maxAnswerBytes bounds one answer, counted after decompression.
	maxAnswerBytes = 16 << 20
	// maxIdleConnections keeps a connection for every operation of any sane
	// -parallelism, where the default of two a host would reconnect all the time.
	maxIdleConnections = 512
)

// ErrAnswerTooLarge is the cause of an Error whose answer exceeded 16 MiB.
var ErrAnswerTooLarge = errors.New("the answer is larger than 16 MiB")

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

// attemptTransport makes one attempt a whole: it waits at the gate, its timeout
// covers the body, a body that breaks off is a failure like any other, and a
// write that has begun outlives the cancellation of its context.
type attemptTransport struct {
	next    http.RoundTripper
	timeout time.Duration
	gate    *gate
}

// answer is a whole answer of the service.
type answer struct {
	status   int
	header   http.Header
	body     []byte
	attempts int // how many it took, known when they are over
}

// attemptError is a failed attempt. Written says that the service may have seen
// the request.
type attemptError struct {
	method  string
	written bool
	status  int // of an answer whose body could not be read, else 0
	err     error
}

func (e *attemptError) Error() string { return e.err.Error() }
func (e *attemptError) Unwrap() error { return e.err }

// RoundTrip sends one attempt of a request, or one hop of a redirected one, and
// reads its whole answer.
func (t *attemptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	received, err := t.gate.pass(req.Context(), func() (*answer, error) {
		attempt := countAttempt(req)
		start := time.Now()
		received, err := t.exchange(req)
		logAttempt(req, attempt, time.Since(start), received)
		return received, err
	})
	if attempt, ok := errors.AsType[*attemptError](err); ok {
		return nil, attempt
	}
	if err != nil {
		return nil, &attemptError{method: req.Method, err: err}
	}
	return received.response(req), nil
}

func (t *attemptTransport) exchange(req *http.Request) (*answer, error) {
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
	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, &attemptError{method: req.Method, written: written.Load(), err: t.explain(err)}
	}
	defer resp.Body.Close()
	received, err := readAnswer(resp)
	if err == nil {
		err = refuseRedirectOfCreation(req.Method, resp)
	}
	if err != nil {
		return nil, &attemptError{method: req.Method, written: true, status: resp.StatusCode, err: t.explain(err)}
	}
	return received, nil
}

func (t *attemptTransport) explain(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no complete answer within %s: %w", t.timeout, err)
	}
	return err
}

// readAnswer reads an answer whole. What follows 101 is another protocol, which
// has no end and heeds no timeout.
func readAnswer(resp *http.Response) (*answer, error) {
	received := &answer{status: resp.StatusCode, header: resp.Header}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return received, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswerBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the answer broke off after %d bytes: %w", len(body), err)
	}
	if len(body) > maxAnswerBytes {
		return nil, ErrAnswerTooLarge
	}
	received.body = body
	return received, nil
}

// refuseRedirectOfCreation keeps net/http from following a redirect that turns
// a POST into a GET. The service may have acted on the POST before it answered
// so (RFC 9110, section 15.4.4).
func refuseRedirectOfCreation(method string, resp *http.Response) error {
	if method != http.MethodPost {
		return nil
	}
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		return errRedirectMethod
	}
	return nil
}

// response returns an answer as net/http wants it. An answer may be given to
// several requests.
func (a *answer) response(req *http.Request) *http.Response {
	return &http.Response{
		Status:        http.StatusText(a.status),
		StatusCode:    a.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        a.header.Clone(),
		Body:          wholeBody{Reader: bytes.NewReader(a.body), whole: a.body},
		ContentLength: int64(len(a.body)),
		// The caller judges redirects by the request it made, not by our copy.
		Request: req,
	}
}

// wholeBody is a body that has been read already.
type wholeBody struct {
	*bytes.Reader

	whole []byte
}

// Close has nothing to do.
func (wholeBody) Close() error { return nil }

// bufferedBody returns the whole body of an answer of [attemptTransport], also
// when it has been read.
func bufferedBody(resp *http.Response) []byte {
	body, ok := resp.Body.(wholeBody)
	if !ok {
		return nil
	}
	return body.whole
}

// attemptsKey is the context key of the attempt counter of one operation.
type attemptsKey struct{}

func withAttemptCounter(ctx context.Context) (context.Context, *atomic.Int32) {
	attempts := new(atomic.Int32)
	return context.WithValue(ctx, attemptsKey{}, attempts), attempts
}

// countAttempt counts an attempt that is sent. The hops of a redirect are one.
func countAttempt(req *http.Request) int32 {
	attempts, ok := req.Context().Value(attemptsKey{}).(*atomic.Int32)
	switch {
	case !ok:
		return 0
	case req.Response != nil:
		return attempts.Load()
	}
	return attempts.Add(1)
}

// logAttempt never names a body, a header value or a query: any of them may
// hold a secret. A path may too, where the service chose it. Received is nil where
// no whole answer came.
func logAttempt(req *http.Request, attempt int32, took time.Duration, received *answer) {
	fields := map[string]any{
		"method":      req.Method,
		"path":        secretsOf(req.Context()).clean(req.URL.EscapedPath()),
		"attempt":     attempt,
		"duration_ms": took.Milliseconds(),
	}
	if received == nil {
		tflog.Debug(req.Context(), "API request failed", fields)
		return
	}
	fields["status"] = received.status
	tflog.Debug(req.Context(), "API request answered", fields)
}
