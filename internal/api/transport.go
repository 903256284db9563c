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

var (
	// ErrAnswerTooLarge is the cause of an Error whose answer exceeded 16 MiB.
	ErrAnswerTooLarge = errors.New("the answer is larger than 16 MiB")
	// ErrNoCertificate says that a PEM text holds no usable certificate.
	ErrNoCertificate = errors.New("no certificate found in the PEM text")
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

// CertificatePool returns the system's roots and the certificates in pem. It
// fails with [ErrNoCertificate] when pem holds none.
func CertificatePool(pem string) (*x509.CertPool, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM([]byte(pem)) {
		return nil, ErrNoCertificate
	}
	return pool, nil
}

// attemptTransport makes one attempt a whole: its timeout covers the body, a
// body that breaks off is a failure like any other, and a write that has begun
// outlives the cancellation of its context.
type attemptTransport struct {
	next    http.RoundTripper
	timeout time.Duration
}

// attemptError is a failed attempt. Written tells whether the service may have
// seen the request.
type attemptError struct {
	method  string
	written bool
	status  int // of an answer whose body could not be read, else 0
	err     error
}

func (e *attemptError) Error() string { return e.err.Error() }
func (e *attemptError) Unwrap() error { return e.err }

// RoundTrip sends one attempt of a request and reads its whole answer.
func (t *attemptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if err := ctx.Err(); err != nil {
		return nil, &attemptError{method: req.Method, err: err}
	}
	attempt := countAttempt(ctx)
	start := time.Now()
	resp, err := t.exchange(req)
	logAttempt(ctx, req, attempt, time.Since(start), resp, err)
	return resp, err
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
	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, &attemptError{method: req.Method, written: written.Load(), err: t.explain(err)}
	}
	if err := bufferBody(resp); err != nil {
		return nil, &attemptError{method: req.Method, written: true, status: resp.StatusCode, err: t.explain(err)}
	}
	// The caller judges redirects by the request it made, not by our copy.
	resp.Request = req
	return resp, nil
}

func (t *attemptTransport) explain(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no complete answer within %s: %w", t.timeout, err)
	}
	return err
}

func bufferBody(resp *http.Response) error {
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswerBytes+1))
	if err != nil {
		return fmt.Errorf("the answer broke off after %d bytes: %w", len(body), err)
	}
	if len(body) > maxAnswerBytes {
		return ErrAnswerTooLarge
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// exchangeKey is the context key of the attempt counter of one operation.
type exchangeKey struct{}

func withAttemptCounter(ctx context.Context) (context.Context, *atomic.Int32) {
	attempts := new(atomic.Int32)
	return context.WithValue(ctx, exchangeKey{}, attempts), attempts
}

func countAttempt(ctx context.Context) int32 {
	attempts, ok := ctx.Value(exchangeKey{}).(*atomic.Int32)
	if !ok {
		return 0
	}
	return attempts.Add(1)
}

// logAttempt never names a body, a header value or a query: any of them may
// hold a secret.
func logAttempt(ctx context.Context, req *http.Request, attempt int32, took time.Duration, resp *http.Response, err error) {
	fields := map[string]any{
		"method":      req.Method,
		"path":        req.URL.EscapedPath(),
		"attempt":     attempt,
		"duration_ms": took.Milliseconds(),
	}
	if err != nil {
		tflog.Debug(ctx, "API request failed", fields)
		return
	}
	fields["status"] = resp.StatusCode
	tflog.Debug(ctx, "API request answered", fields)
}
