// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
)

// checkRetry reports whether a request is sent again. GET, PUT, PATCH and DELETE
// are idempotent here, because each of them says all that it changes. POST is sent
// again only if the service cannot have acted. The error is always nil, which keeps
// the last answer or error for the caller even if the context has ended.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	repeat := err != nil && retryFailure(err) || err == nil && retryAnswer(resp)
	return repeat && ctx.Err() == nil, nil
}

func retryFailure(err error) bool {
	attempt, ok := errors.AsType[*attemptError](err)
	if !ok || errors.Is(err, ErrAnswerTooLarge) {
		return false // Without an attempt, the gate has given it up, or a redirect is refused.
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return false
	}
	return !attempt.written || isIdempotent(attempt.method)
}

func retryAnswer(resp *http.Response) bool {
	if gate.AsksForPause(resp.StatusCode, resp.Header) {
		// The gate has repeated it for as long as it may be repeated.
		return false
	}
	if resp.StatusCode == http.StatusNotImplemented && attemptsOf(resp.Request).undocumented {
		// A service that lacks an operation will lack it a moment later (RFC 9110,
		// section 15.6.2).
		return false
	}
	return isIdempotent(resp.Request.Method) && isTransient(resp.StatusCode)
}

// isTransient reports whether the same request may get another answer a moment
// later (RFC 9110, sections 15.5.9, 15.5.20 and 15.6; RFC 8470, section 5.2).
func isTransient(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusMisdirectedRequest, http.StatusTooEarly:
		return true
	}
	return status >= http.StatusInternalServerError
}

// cannotHaveActed reports whether an answer says that the service has not acted on
// the request and may be asked again (RFC 6585, section 4; RFC 9110, section
// 15.6.4). A gateway may answer 503 with Retry-After while the service acts, but
// not in the API's own JSON.
func cannotHaveActed(status int, header http.Header, body []byte) bool {
	switch status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		return gate.AsksForPause(status, header) && json.Valid(body)
	}
	return false
}

// mayRepeat reports whether a request may be sent again after an answer that asks
// for a pause.
func mayRepeat(resp *http.Response) bool {
	return isIdempotent(resp.Request.Method) || cannotHaveActed(resp.StatusCode, resp.Header, bufferedBody(resp))
}

func isIdempotent(method string) bool {
	return method != http.MethodPost
}

// mayHaveCreated reports whether the service may have acted on a creation that it
// answered with a status other than success. A 4xx that is not named here is a
// refusal.
func (a *answer) mayHaveCreated() bool {
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

// statusClientClosedRequest is the status with which some gateways answer if the
// connection ends before the service answers.
const statusClientClosedRequest = 499
