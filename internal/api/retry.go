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

// checkRetry repeats what is safe to repeat: reads, PUT and DELETE after any
// failure of the transport or the service, POST and PATCH only where the
// service cannot have acted. It keeps the last answer or error for the caller,
// also when the context has ended meanwhile.
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
	if isRefusal(resp.StatusCode, resp.Header) {
		return true
	}
	return resp.StatusCode >= http.StatusInternalServerError && isIdempotent(resp.Request.Method)
}

// isRefusal tells whether an answer says that the request was not acted on and
// may be sent again later (RFC 6585, section 4; RFC 9110, section 15.6.4).
func isRefusal(status int, header http.Header) bool {
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
	return method != http.MethodPost && method != http.MethodPatch
}

// retryAfter reads a Retry-After header of either form, seconds or a date
// (RFC 9110, section 10.2.3).
func retryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(date.Sub(now), 0), true
	}
	return 0, false
}

// exponentialWait doubles with every attempt, up to longest, and spreads the
// result over its upper half, so that clients that failed together do not come
// back together.
func exponentialWait(first, longest time.Duration, attempt int) time.Duration {
	wait := min(first<<min(attempt, 16), longest)
	return wait/2 + rand.N(wait/2+1)
}

// requestedWait is what Retry-After asks, a little more to spread clients out,
// and never more than longest.
func requestedWait(asked, longest time.Duration) time.Duration {
	return min(asked+rand.N(asked/10+1), longest)
}
