// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"slices"
	"sync"
	"time"
)

// RateLimit is a limit on all requests together. The zero value is none.
type RateLimit struct {
	Requests int           // at most so many are taken
	Window   time.Duration // in any stretch of this length
}

// rateWindow counts the requests of the last window.
type rateWindow struct {
	mu    sync.Mutex
	taken []time.Time // in order; refused requests do not count
}

// take reports whether the limit lets one more request through, and counts it.
func (w *rateWindow) take(limit RateLimit) bool {
	if limit.Requests <= 0 {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	// The clock is read under the lock, which keeps taken in order.
	now := time.Now()
	w.taken = slices.DeleteFunc(w.taken, func(t time.Time) bool { return now.Sub(t) >= limit.Window })
	if len(w.taken) >= limit.Requests {
		return false
	}
	w.taken = append(w.taken, now)
	return true
}
