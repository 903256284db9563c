// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const minPatience = 2 * time.Minute // A rate limit per minute resets well within this time.

// ErrUnavailable is the cause if nothing was sent, because the client's patience is over. The
// message names the last request after this text.
var ErrUnavailable = errors.New("the service has sent no response but 429 or 5xx for two minutes or longer")

// patience is how long all calls together wait for a service that fails. It begins with the first
// failure, counts only time in which a request is sent or waits, and a success resets it. If a
// request fails when it is over, all that wait fail too, and new ones fail for [minPatience]
// without being sent. Then a single request is sent. Others fail until its outcome is known, or
// its call ends without being sent.
type patience struct {
	limit time.Duration
	cause error // of the failure of requests that wait when it is over

	mu        sync.Mutex
	spent     time.Duration
	countedAt time.Time       // the last outcome that spent includes; zero before the first
	resumesAt time.Time       // no request is sent before
	single    context.Context //nolint:containedctx // Its end ends the single request.
	waits     context.Context //nolint:containedctx // Its end ends the waits of all calls.
	endWaits  context.CancelCauseFunc
	over      error // the cause and the last request; set when patience is over
}

// begin calls stop when a call must stop waiting. The context ctx ends with the call.
func (p *patience) begin(ctx context.Context, stop context.CancelCauseFunc) error { //nolint:contextcheck // The waits end for all calls.
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case time.Now().Before(p.resumesAt), p.single != nil && p.single.Err() == nil:
		return p.over
	case p.spent >= p.limit:
		p.single = ctx
	case p.waits == nil:
		p.waits, p.endWaits = context.WithCancelCause(context.Background())
	}
	waits := p.waits
	leave := context.AfterFunc(waits, func() { stop(context.Cause(waits)) }) //nolint:contextcheck // The waits end for all calls.
	context.AfterFunc(ctx, func() { leave() })
	return nil
}

// note records an outcome, which may be neither a failure nor a success of the service.
func (p *patience) note(made *call, isFailure, isSuccess bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.single = nil
	if isSuccess {
		p.spent, p.countedAt, p.resumesAt = 0, time.Time{}, time.Time{}
	}
	if !isFailure {
		return
	}
	if !p.countedAt.IsZero() {
		p.spent += min(now.Sub(p.countedAt), now.Sub(made.began))
	}
	p.countedAt = now
	if p.spent >= p.limit {
		p.resumesAt = now.Add(minPatience)
		p.over = fmt.Errorf("%w. The last request: %s", p.cause, made.failure(nil).Result())
		p.endWaits(p.over)
		p.waits, p.endWaits = context.WithCancelCause(context.Background())
	}
}
