// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
)

const firstRetryWait = 500 * time.Millisecond

// checkRetry repeats what is safe to repeat. GET, PUT, PATCH and DELETE lead to
// the same result however often they arrive, since every one of them says all
// that it changes. POST is repeated only where the service cannot have acted. The
// last answer or error is kept for the caller, also when the context has ended
// meanwhile.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	repeat := err != nil && retryFailure(err) || err == nil && retryAnswer(resp)
	return repeat && ctx.Err() == nil, nil
}

func retryFailure(err error) bool {
	attempt, ok := errors.AsType[*attemptError](err)
	if !ok || errors.Is(err, ErrAnswerTooLarge) {
		return false
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return false
	}
	return !attempt.written || isIdempotent(attempt.method)
}

func retryAnswer(resp *http.Response) bool {
	if cannotHaveActed(resp.StatusCode, resp.Header, bufferedBody(resp)) {
		return true
	}
	if resp.StatusCode == http.StatusNotImplemented && attemptsOf(resp.Request).undocumented {
		// A service that lacks an operation will lack it a moment later (RFC 9110,
		// section 15.6.2).
		return false
	}
	return isIdempotent(resp.Request.Method) && isTransient(resp.StatusCode)
}

// isTransient reports whether the same request may be answered otherwise a
// moment later (RFC 9110, sections 15.5.9, 15.5.20 and 15.6; RFC 8470, section
// 5.2).
func isTransient(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusMisdirectedRequest, http.StatusTooEarly:
		return true
	}
	return status >= http.StatusInternalServerError
}

// cannotHaveActed reports whether an answer says that the service has not acted
// on the request and may be asked again (RFC 6585, section 4; RFC 9110, section
// 15.6.4). A gateway in front of the service also answers 503 with Retry-After,
// while the service acts, but not in the API's own JSON.
func cannotHaveActed(status int, header http.Header, body []byte) bool {
	switch status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		return gate.AsksForPause(status, header) && json.Valid(body)
	}
	return false
}

func isIdempotent(method string) bool {
	return method != http.MethodPost
}

// mayHaveActed reports whether a service that answered a request with a status
// other than success may have acted on it all the same. The other statuses of
// class 4 are the service's refusal.
func (a *answer) mayHaveActed() bool {
	if isIdempotent(a.request.method) || cannotHaveActed(a.status, a.header, a.body) {
		return false
	}
	switch a.status {
	case http.StatusRequestTimeout, statusClientClosedRequest:
		return true
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return false
	}
	return a.status < http.StatusBadRequest || a.status >= http.StatusInternalServerError
}

// statusClientClosedRequest is what some gateways answer when a connection ended
// before the service answered.
const statusClientClosedRequest = 499
