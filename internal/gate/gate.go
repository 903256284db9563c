// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package gate holds back the requests of one client: to a configured rate, and
// together while the service asks for a pause.
package gate

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// resumeInterval is the time between two requests that resume after a pause, so
// that they do not run into the same limit together.
const resumeInterval = 20 * time.Millisecond

// Gate holds back the attempts of one client. It enforces the configured rate, and
// stops all attempts when the service asks for a pause in answer to any of them.
// After a pause one attempt goes first, as a probe. If the service refuses it
// again, all waiting attempts share its answer: each would have got the same.
type Gate struct {
	limiter *rate.Limiter

	mu          sync.Mutex
	pausedUntil time.Time
	paused      bool           // nothing has got through since the service asked for a pause
	probing     chan struct{}  // closed when the probe under way ends, nil if there is none
	refusals    int            // counts refused probes
	refused     *http.Response // the answer to the last of them
	nextSlot    time.Time      // when the next request that has waited may go
}

// New returns a gate for a configured rate; 0 sets no limit.
func New(requestsPerMinute int) *Gate {
	limit := rate.Inf
	if requestsPerMinute > 0 {
		limit = rate.Limit(float64(requestsPerMinute) / 60)
	}
	return &Gate{limiter: rate.NewLimiter(limit, 1)}
}

// Pass sends an attempt when it may be sent, and returns its answer or that of the
// probe that it waited for. Several callers may get the same answer.
func (g *Gate) Pass(ctx context.Context, send func() (*http.Response, error)) (*http.Response, error) {
	next, err := g.wait(ctx)
	if next.refused != nil || err != nil {
		return next.refused, err
	}
	received, err := send()
	if next.isProbe {
		g.endProbe(received)
	}
	return received, err
}

// turn is the next step of an attempt: share the answer of a refused probe, wait
// for a probe, wait until a time, or else be sent.
type turn struct {
	refused *http.Response
	probe   <-chan struct{}
	until   time.Time
	isSlot  bool // until is when it is this attempt's turn to resume
	isProbe bool // to be sent as the probe
}

// wait returns when an attempt may be sent or shares the answer of a probe.
func (g *Gate) wait(ctx context.Context) (turn, error) {
	since := g.countRefusals()
	waited, hasSlot := false, false
	for {
		next := g.enter(since, waited && !hasSlot)
		switch {
		case next.refused != nil:
			return next, nil
		case next.probe != nil:
			select {
			case <-next.probe:
				hasSlot = false
			case <-ctx.Done():
				return turn{}, ctx.Err()
			}
		case !next.until.IsZero():
			if err := Wait(ctx, time.Until(next.until), "the service asked for a pause"); err != nil {
				return turn{}, err
			}
			hasSlot = next.isSlot
		default:
			return next, g.waitForRate(ctx, next.isProbe)
		}
		waited = true
	}
}

func (g *Gate) countRefusals() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refusals
}

// enter returns the turn of an attempt that began to wait after so many refusals.
// An attempt that needs a slot to resume takes the next free one.
func (g *Gate) enter(since int, needsSlot bool) turn {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	switch {
	case g.refusals > since:
		return turn{refused: g.refused}
	case g.probing != nil:
		return turn{probe: g.probing}
	case now.Before(g.pausedUntil):
		return turn{until: g.pausedUntil}
	case g.paused:
		g.probing = make(chan struct{})
		return turn{isProbe: true}
	case needsSlot && now.Before(g.nextSlot):
		slot := g.nextSlot
		g.nextSlot = slot.Add(resumeInterval)
		return turn{until: slot, isSlot: true}
	}
	return turn{}
}

// waitForRate waits for the configured rate. A probe that does not get that far
// leaves its place to another.
func (g *Gate) waitForRate(ctx context.Context, isProbe bool) error {
	reservation := g.limiter.Reserve()
	err := Wait(ctx, reservation.Delay(), "requests_per_minute")
	if err == nil {
		return nil
	}
	reservation.Cancel()
	if isProbe {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.closeProbe()
	}
	return err
}

// endProbe ends a probe that was sent. Received is nil where it brought no answer.
func (g *Gate) endProbe(received *http.Response) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if received != nil && AsksForPause(received.StatusCode, received.Header) {
		g.refusals++
		g.refused = received
	} else {
		g.paused = false
		g.nextSlot = time.Now().Add(resumeInterval)
	}
	g.closeProbe()
}

// closeProbe releases the attempts that wait for the probe. Only the holder of mu
// may call it.
func (g *Gate) closeProbe() {
	close(g.probing)
	g.probing = nil
}

func (g *Gate) pause(until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.paused = true
	if until.After(g.pausedUntil) {
		g.pausedUntil = until
	}
}

// Backoff is the wait of one request before its next attempt. Where the service
// asked for a pause, the whole gate pauses instead, and the request waits there
// like all others.
func (g *Gate) Backoff(first, longest time.Duration, attempt int, resp *http.Response) time.Duration {
	if resp == nil || !AsksForPause(resp.StatusCode, resp.Header) {
		return exponentialWait(first, longest, attempt)
	}
	now := time.Now()
	asked, _ := retryAfter(resp.Header, now)
	g.pause(now.Add(requestedWait(asked, first, longest, attempt)))
	return 0
}
