package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/time/rate"
)

// resumeInterval keeps the requests that waited out a pause apart when they
// resume, so that they do not run into the same limit again together.
const resumeInterval = 20 * time.Millisecond

// gate is what every attempt of a client passes before it is sent. It enforces
// the configured rate, and holds everything back after the service asked for a
// pause, whichever request was told so.
type gate struct {
	limiter *rate.Limiter // nil without a configured rate

	mu          sync.Mutex
	pausedUntil time.Time
	nextSlot    time.Time // when the next request that has to wait may go
}

func newGate(requestsPerMinute int) *gate {
	if requestsPerMinute == 0 {
		return &gate{}
	}
	return &gate{limiter: rate.NewLimiter(rate.Limit(float64(requestsPerMinute)/60), 1)}
}

// wait returns when the next attempt may be sent, or with the context's error.
func (g *gate) wait(ctx context.Context) error {
	if g.limiter != nil {
		reservation := g.limiter.Reserve()
		if err := sleep(ctx, reservation.Delay(), "requests_per_minute"); err != nil {
			reservation.Cancel()
			return err
		}
	}
	for {
		slot, wait := g.slot(time.Now())
		if !wait {
			return ctx.Err()
		}
		if err := sleep(ctx, time.Until(slot), "the service asked for a pause"); err != nil {
			return err
		}
		if !g.pausedAt(slot) {
			return nil
		}
	}
}

// slot takes the next free moment after a pause; wait is false when nothing
// holds requests back.
func (g *gate) slot(now time.Time) (slot time.Time, wait bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !now.Before(g.nextSlot) {
		return now, false
	}
	slot = g.nextSlot
	g.nextSlot = slot.Add(resumeInterval)
	return slot, true
}

// pausedAt tells whether a later answer has prolonged the pause beyond a slot.
func (g *gate) pausedAt(slot time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slot.Before(g.pausedUntil)
}

func (g *gate) pause(until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until.After(g.pausedUntil) {
		g.pausedUntil = until
	}
	if until.After(g.nextSlot) {
		g.nextSlot = until
	}
}

// backoff is the wait of one request before its next attempt. A refusal pauses
// the whole gate instead, where the request then waits like all others.
func (g *gate) backoff(first, longest time.Duration, attempt int, resp *http.Response) time.Duration {
	if resp == nil || !isRefusal(resp.StatusCode, resp.Header) {
		return exponentialWait(first, longest, attempt)
	}
	now := time.Now()
	wait := exponentialWait(first, longest, attempt)
	if asked, ok := retryAfter(resp.Header, now); ok {
		wait = requestedWait(asked, longest)
	}
	g.pause(now.Add(wait))
	return 0
}

func (g *gate) prepareRetry(req *http.Request) error {
	return g.wait(req.Context())
}

func sleep(ctx context.Context, wait time.Duration, reason string) error {
	if wait <= 0 {
		return ctx.Err()
	}
	tflog.Info(ctx, "Waiting before the next API request", map[string]any{
		"wait_ms": wait.Milliseconds(),
		"reason":  reason,
	})
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
