// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const firstRetryWait = 500 * time.Millisecond

// checkRetry repeats what is safe to repeat. GET, PUT, PATCH and DELETE lead to
// the same result however often they arrive, since every one of them says all
// that it changes. POST is repeated only where the service cannot have acted. The
// last answer or error is kept for the caller, also when the context has ended
// meanwhile.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	repeat := err != nil && retryFailure(err) || err == nil && retryAnswer(ctx, resp)
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

func retryAnswer(ctx context.Context, resp *http.Response) bool {
	if cannotHaveActed(resp.StatusCode, resp.Header, bufferedBody(resp)) {
		return true
	}
	if resp.StatusCode == http.StatusNotImplemented && mayBeLacking(ctx) {
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
		return asksForPause(status, header) && isJSON(body)
	}
	return false
}

// asksForPause reports whether an answer asks to hold back further requests.
func asksForPause(status int, header http.Header) bool {
	switch status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		_, asked := retryAfter(header, time.Now())
		return asked
	}
	return false
}

func isIdempotent(method string) bool {
	return method != http.MethodPost
}

// mayHaveActed reports whether a service that answered a request with a status
// other than success may have acted on it all the same. The other statuses of
// class 4 are the service's refusal.
func mayHaveActed(method string, received *answer) bool {
	if isIdempotent(method) || cannotHaveActed(received.status, received.header, received.body) {
		return false
	}
	switch received.status {
	case http.StatusRequestTimeout, statusClientClosedRequest:
		return true
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return false
	}
	return received.status < http.StatusBadRequest || received.status >= http.StatusInternalServerError
}

// statusClientClosedRequest is what some gateways answer when a connection ended
// before the service answered.
const statusClientClosedRequest = 499

// retryAfter reads a Retry-After header of either form, seconds or a date
// (RFC 9110, section 10.2.3).
func retryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := header.Get("Retry-After")
	seconds, err := strconv.ParseUint(value, 10, 31)
	switch {
	case err == nil:
		return time.Duration(seconds) * time.Second, true
	case errors.Is(err, strconv.ErrRange):
		return longestRetryAfter, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return min(max(date.Sub(now), 0), longestRetryAfter), true
	}
	return 0, false
}

// longestRetryAfter stands for all that is longer, so that sums of waits do not
// overflow.
const longestRetryAfter = 1 << 31 * time.Second

// exponentialWait doubles with every attempt, up to longest, and spreads the
// result over its upper half, so that clients that failed together do not come
// back together.
func exponentialWait(first, longest time.Duration, attempt int) time.Duration {
	wait := exponential(first, longest, attempt)
	return wait/2 + rand.N(wait/2+1)
}

// requestedWait is what Retry-After asks, or the shortest exponential wait where
// that is longer, and a little more to spread clients out. It is never more than
// longest.
func requestedWait(asked, first, longest time.Duration, attempt int) time.Duration {
	wait := max(asked, exponential(first, longest, attempt)/2)
	return min(wait+rand.N(wait/10+1), longest)
}

func exponential(first, longest time.Duration, attempt int) time.Duration {
	return min(first<<min(attempt, 16), longest)
}
