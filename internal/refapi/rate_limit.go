// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"slices"
	"sync"
	"time"
)

// RateLimit limits the rate of all requests together. The zero value means that
// there is no limit.
type RateLimit struct {
	Requests int           // the maximum number of requests in a window
	Window   time.Duration // the length of the rolling window
}

// rateWindow stores the times of the requests in the current window.
type rateWindow struct {
	mu    sync.Mutex
	taken []time.Time // in ascending order; without the times of rejected requests
}

// take reports whether the limit allows another request. If so, take counts the
// request.
func (w *rateWindow) take(limit RateLimit) bool {
	if limit.Requests <= 0 {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	// The clock is read under the lock, so that w.taken stays sorted.
	now := time.Now()
	w.taken = slices.DeleteFunc(w.taken, func(t time.Time) bool { return now.Sub(t) >= limit.Window })
	if len(w.taken) >= limit.Requests {
		return false
	}
	w.taken = append(w.taken, now)
	return true
}
