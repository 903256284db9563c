// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package gate

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// AsksForPause reports whether an answer asks to hold back further requests.
func AsksForPause(status int, header http.Header) bool {
	switch status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		_, asked := retryAfter(header, time.Now())
		return asked
	}
	return false
}

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

// longestRetryAfter keeps sums of waits from overflowing. How much of a Retry-After
// is granted is decided in requestedWait.
const longestRetryAfter = 1 << 31 * time.Second

// requestedWait returns the wait that Retry-After asks for, or the shortest
// exponential wait if that is longer. A little more spreads clients out. It is
// never more than longest.
func requestedWait(asked, longest time.Duration, attempt int) time.Duration {
	wait := max(asked, exponential(longest, attempt)/2)
	return min(wait+rand.N(wait/10+1), longest)
}
