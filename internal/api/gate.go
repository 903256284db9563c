// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/time/rate"
)

// gate decides when a client may send its next request. It limits the rate of requests, and
// delays all requests while the service asks for a pause.
type gate struct {
	limiter *rate.Limiter

	mu          sync.Mutex
	pausedUntil time.Time
	reason      string // the reason for the pause
}

// newGate returns a gate with a rate limit. The limit 0 means no limit.
func newGate(requestsPerMinute int) *gate {
	limit := rate.Inf
	if requestsPerMinute > 0 {
		limit = rate.Every(time.Minute / time.Duration(requestsPerMinute))
	}
	return &gate{limiter: rate.NewLimiter(limit, 1)}
}

// pause delays all requests for the given time. It never shortens an earlier pause.
func (g *gate) pause(wait time.Duration, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(wait); until.After(g.pausedUntil) {
		g.pausedUntil, g.reason = until, reason
	}
}

// wait returns when the rate limit and all pauses allow a request. It fails with the cause if
// ctx ends before. A time slot within a pause is lost: otherwise all requests that wait for
// the end of the pause would be sent at once.
func (g *gate) wait(ctx context.Context) error {
	for {
		if err := g.limiter.Wait(ctx); err != nil {
			return fmt.Errorf("waiting for the next request: %w", cmp.Or(context.Cause(ctx), err))
		}
		g.mu.Lock()
		rest, reason := time.Until(g.pausedUntil), g.reason
		g.mu.Unlock()
		if rest <= 0 {
			return nil
		}
		sleep(ctx, rest, reason)
	}
}

// sleep logs the reason for the wait, and then waits. It returns early if ctx ends.
func sleep(ctx context.Context, wait time.Duration, reason string) {
	tflog.Info(ctx, "Waiting before the next request", map[string]any{"wait_ms": wait.Milliseconds(), "reason": reason})
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}
