// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package gate holds back the requests of one client: to a configured rate, and
// together while the service asks for a pause.
package gate

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// resumeInterval is the time between two attempts that resume after a pause, so
	// that they do not run into the same limit together.
	resumeInterval = 20 * time.Millisecond
	// leastPatience is how long answers of 429 are waited out at least. A limit that
	// is counted per minute lets requests through again well before.
	leastPatience = 2 * time.Minute
)

// ErrHeldBack is the error of an attempt that waited behind others and was given up
// with them, unsent.
var ErrHeldBack = errors.New("the service asked for one pause after another, so this request was held back")

// Config is how a gate holds requests back.
type Config struct {
	RequestsPerMinute int           // 0 sets no limit
	MaxRetries        int           // how often an answer of 503 is waited out
	LongestPause      time.Duration // whatever Retry-After asks
}

// Gate holds back the attempts of one client. Its attempts take turns in the order
// of their arrival. While the service asks for a pause, none is sent. After a pause
// one goes first, as a probe. If it is refused too, the next pause is longer, and
// the next attempt in turn probes. When the pauses have lasted too long, all that
// wait fail together.
type Gate struct {
	config  Config
	limiter *rate.Limiter // of the configured rate
	turn    chan struct{} // held by the attempt whose turn it is, while it waits or probes

	mu          sync.Mutex
	resumesAt   time.Time // when the next attempt may go after a pause
	pausedUntil time.Time
	refused     refusals // since an attempt got through
}

// New returns a gate.
func New(config Config) *Gate {
	limit := rate.Inf
	if config.RequestsPerMinute > 0 {
		limit = rate.Every(time.Minute / time.Duration(config.RequestsPerMinute))
	}
	return &Gate{config: config, limiter: rate.NewLimiter(limit, 1), turn: make(chan struct{}, 1)}
}

// refusals are answers in a row that asked for a pause.
type refusals struct {
	count   int
	since   time.Time
	isLimit bool // one of them was 429
	status  int  // of the last
}

func (r *refusals) add(status int) {
	if r.count == 0 {
		r.since = time.Now()
	}
	r.count++
	r.status = status
	r.isLimit = r.isLimit || status == http.StatusTooManyRequests
}

// areTooMany reports whether refusals are not waited out any longer. A limit ends
// with time, whatever the number of attempts.
func (g *Gate) areTooMany(r refusals) bool {
	if r.isLimit {
		return time.Since(r.since) >= max(leastPatience, g.config.LongestPause)
	}
	return r.count > g.config.MaxRetries
}

// Pass sends an attempt when it may be sent, and again after each pause that its
// answer asks for, if that says that it is repeatable. It returns the last answer.
func (g *Gate) Pass(ctx context.Context, send func() (received *http.Response, repeatable bool, err error)) (*http.Response, error) {
	var own refusals
	var last *http.Response
	for {
		isProbe, err := g.enter(ctx)
		if last != nil && errors.Is(err, ErrHeldBack) {
			return last, nil
		}
		if err != nil {
			return nil, err
		}
		received, repeatable, err := send()
		asksForPause := err == nil && AsksForPause(received.StatusCode, received.Header)
		g.leave(isProbe, asksForPause, received)
		if !asksForPause || !repeatable {
			return received, err
		}
		own.add(received.StatusCode)
		if g.areTooMany(own) {
			return received, nil
		}
		last = received
	}
}

// enter waits for the turn of an attempt. A probe keeps its turn until
// [Gate.leave].
func (g *Gate) enter(ctx context.Context) (isProbe bool, err error) {
	g.mu.Lock()
	resumes := g.refused.count > 0
	g.mu.Unlock()
	select {
	case g.turn <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	defer func() {
		if !isProbe {
			<-g.turn
		}
	}()
	for {
		next := g.next(resumes)
		if next.err != nil {
			return false, next.err
		}
		// It checks the context even if there is nothing to wait for.
		if err := Wait(ctx, time.Until(next.at), next.reason); err != nil || next.reason == "" {
			return err == nil && next.isProbe, err
		}
	}
}

// step is what the attempt whose turn it is does next: fail, wait until a time for
// a reason, or go.
type step struct {
	err     error
	at      time.Time
	reason  string // "" lets the attempt go
	isProbe bool
}

// next returns the next step of the attempt whose turn it is. Attempts that resume
// go one by one.
func (g *Gate) next(resumes bool) step {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	answered := fmt.Sprintf("the service answered %d %s", g.refused.status, http.StatusText(g.refused.status))
	switch {
	case now.Before(g.pausedUntil) && g.areTooMany(g.refused):
		return step{err: fmt.Errorf("%w: %s", ErrHeldBack, answered)}
	case now.Before(g.pausedUntil):
		return step{at: g.pausedUntil, reason: answered}
	case now.Before(g.resumesAt):
		return step{at: g.resumesAt, reason: "requests resume one by one"}
	}
	if slot := g.limiter.ReserveN(now, 1); slot.DelayFrom(now) > 0 {
		// A pause may begin before that, so the slot is not kept.
		defer slot.CancelAt(now)
		return step{at: now.Add(slot.DelayFrom(now)), reason: "requests_per_minute"}
	}
	if resumes {
		g.resumesAt = now.Add(resumeInterval)
	}
	return step{isProbe: g.refused.count > 0}
}

// leave ends an attempt that was sent. If its answer asks for a pause, the gate
// pauses.
func (g *Gate) leave(isProbe, asksForPause bool, received *http.Response) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if isProbe {
		<-g.turn
	}
	now := time.Now()
	switch {
	case asksForPause:
		// What was under way when the pause began says nothing new.
		if isProbe || g.refused.count == 0 {
			g.refused.add(received.StatusCode)
		}
		asked, _ := retryAfter(received.Header, now)
		if until := now.Add(requestedWait(asked, g.config.LongestPause, g.refused.count-1)); until.After(g.pausedUntil) {
			g.pausedUntil = until
		}
	case !now.Before(g.pausedUntil):
		g.refused = refusals{}
	}
}
