// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"sync"
	"time"
)

const minPatience = 2 * time.Minute // A rate limit per minute resets well within this time.

// ErrUnavailable is the cause if nothing was sent, because the client's patience is over.
var ErrUnavailable = errors.New("the service has sent no response but 429 or 5xx for two minutes or longer")

// patience is how long all requests of a client together wait for a service that responds 429
// or 5xx, or sends no complete response. It begins with the first such outcome, counts only
// time in which a request is sent or waits, and any other response resets it. If a request
// fails when it is over, all that wait fail too, and new requests fail for [minPatience]
// without being sent. Then a single request is sent. Others fail until its outcome is known, or
// its caller cancels it.
type patience struct {
	limit time.Duration

	mu        sync.Mutex
	spent     time.Duration
	countedAt time.Time       // the last outcome that spent includes; zero before the first
	resumesAt time.Time       // no request is sent before
	single    context.Context //nolint:containedctx // Its end ends the single request.
	waits     context.Context //nolint:containedctx // Its end ends the waits of all calls.
	endWaits  context.CancelFunc
}

// begin returns a context that ends when the call with the context ctx must stop waiting.
func (p *patience) begin(ctx context.Context) (context.Context, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case time.Now().Before(p.resumesAt), p.single != nil && p.single.Err() == nil:
		return nil, ErrUnavailable
	case p.spent >= p.limit:
		p.single = ctx
	case p.waits == nil:
		p.waits, p.endWaits = context.WithCancel(context.Background())
	}
	return p.waits, nil
}

func (p *patience) note(made *call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.single = nil
	if class := made.outcome.class; class != Limited && class != Failed && class != Unreachable {
		p.spent, p.countedAt, p.resumesAt = 0, time.Time{}, time.Time{}
		return
	}
	if !p.countedAt.IsZero() {
		p.spent += min(now.Sub(p.countedAt), now.Sub(made.countedAt))
	}
	p.countedAt, made.countedAt = now, now
	if p.spent >= p.limit {
		p.resumesAt = now.Add(minPatience)
		p.endWaits()
		p.waits, p.endWaits = context.WithCancel(context.Background())
	}
}
