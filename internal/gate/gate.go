// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package gate paces the requests of one client: to a configured rate, and all
// together while the service asks for a pause.
package gate

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/time/rate"
)

// Gate paces requests. It is safe for parallel use.
type Gate struct {
	limiter *rate.Limiter

	mu          sync.Mutex
	pausedUntil time.Time
	reason      string // of the pause
}

// New returns a gate for at most so many requests per minute, 0 for any number.
func New(requestsPerMinute int) *Gate {
	limit := rate.Inf
	if requestsPerMinute > 0 {
		limit = rate.Every(time.Minute / time.Duration(requestsPerMinute))
	}
	return &Gate{limiter: rate.NewLimiter(limit, 1)}
}

// Pause keeps all requests waiting for some time from now. A pause never shortens
// another one.
func (g *Gate) Pause(wait time.Duration, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(wait); until.After(g.pausedUntil) {
		g.pausedUntil, g.reason = until, reason
	}
}

// Wait returns when the next request may be sent: it has a slot of the configured rate,
// and no pause is left. It fails if ctx ends first.
func (g *Gate) Wait(ctx context.Context) error {
	err := g.limiter.Wait(ctx)
	for err == nil {
		g.mu.Lock()
		wait, reason := time.Until(g.pausedUntil), g.reason
		g.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		Sleep(ctx, wait, reason)
		err = ctx.Err()
	}
	return fmt.Errorf("waiting for the next request: %w", err)
}

// Sleep waits, but no longer than until ctx ends, and logs the reason.
func Sleep(ctx context.Context, wait time.Duration, reason string) {
	tflog.Info(ctx, "Waiting before the next API request", map[string]any{"wait_ms": wait.Milliseconds(), "reason": reason})
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}
