// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
)

const (
	// firstWait is the wait that [exponential] returns for the first attempt, and the
	// shortest wait after status 429, even if MaxRetryWait is shorter.
	firstWait = 500 * time.Millisecond
	// limitPatience is the time for which the client retries a request after status 429,
	// unless MaxRetryWait is longer. A rate limit per minute resets well within this time.
	limitPatience = 2 * time.Minute
	// lastLimitWait is the maximum time from the end of the
	// limitPatience period to the last retry.
	lastLimitWait = 15 * time.Second
)

// call is a request and all attempts to send the request.
type call struct {
	client         *Client
	request        request
	attempts       int
	acted          bool    // the service may have acted on an attempt
	last           attempt // the last attempt and its outcome
	outcome        outcome
	reportedBefore bool // an earlier error already reports that the service refuses the credentials

	failures     int // failed attempts that count toward [Config.MaxRetries]
	limitedSince time.Time
}

// do sends a request until the outcome of an attempt is final. The error is nil if the
// last response has a success status (2xx). Otherwise the error is an *Error.
func (c *Client) do(ctx context.Context, r request) (*call, error) {
	made := &call{client: c, request: r}
	body, err := json.Marshal(r.body)
	if err = cmp.Or(c.refuse(r), err); err != nil {
		return nil, made.failure(err)
	}
	for {
		if err := c.gate.Wait(ctx); err != nil {
			if made.outcome.retry {
				err = nil // failure(nil) reports the outcome of the last attempt.
			}
			return nil, made.failure(err)
		}
		made.attempts++
		made.last = c.send(ctx, r, body, made.attempts)
		made.outcome = judge(&made.last)
		made.acted = made.acted || made.outcome.acted
		made.reportedBefore = c.credentials.note(&made.last)
		c.answered.note(made)
		wait, again := made.next()
		if made.outcome.pauses {
			c.gate.Pause(wait, fmt.Sprintf("the service responded %d", made.last.status))
		}
		switch {
		case !again && made.outcome.kind == Succeeded:
			return made, nil
		case !again:
			return nil, made.failure(nil)
		case !made.outcome.pauses:
			gate.Sleep(ctx, wait, "the last attempt failed")
		}
	}
}

// refuse returns an error if the client must not send the request.
func (c *Client) refuse(r request) error {
	switch {
	case r.lacksID:
		return errEmptyID
	case r.undocumented != "" && !c.Enabled(r.undocumented):
		return ErrNotEnabled
	case c.unusable != nil:
		return c.unusable
	case c.credentials.areRefused():
		return errCredentialsRefused
	}
	return nil
}

// next returns the wait before the next attempt, and whether there is a next attempt.
// After status 429, the client limits the time for all attempts. After other failures,
// the client limits the number of attempts.
func (a *call) next() (wait time.Duration, again bool) {
	o, retries, maxWait := a.outcome, a.client.config.MaxRetries, a.client.config.MaxRetryWait
	wait = jittered(o.pause, maxWait, a.attempts)
	if o.kind == Limited {
		if a.limitedSince.IsZero() {
			a.limitedSince = time.Now()
		}
		patience, passed := max(limitPatience, maxWait), time.Since(a.limitedSince)
		return min(max(wait, firstWait), patience+lastLimitWait-passed), passed < patience
	}
	if a.request.once {
		retries = 0
	}
	a.failures++
	return wait, o.retry && a.failures <= retries
}

// SettleRead waits before the nth repetition of a read, beginning with 1, because reads may
// lag behind writes. It returns early if ctx ends. The waits double from half a second, and
// are never longer than [Config.MaxRetryWait].
func (c *Client) SettleRead(ctx context.Context, n int) {
	gate.Sleep(ctx, exponential(c.config.MaxRetryWait, n), "an object may appear later")
}

// jittered returns the wait after attempt n. The wait is random, because clients that
// failed at the same time would otherwise retry at the same time. The minimum is the wait
// that the service asks for, or half of the exponential wait, whichever is longer. The
// wait never exceeds maxWait, even if the service asks for a longer wait.
func jittered(asked, maxWait time.Duration, n int) time.Duration {
	wait := min(max(asked, exponential(maxWait, n)/2), maxWait)
	return min(wait+rand.N(wait/4+1), maxWait)
}

// exponential returns a wait that doubles with each attempt, up to maxWait. The
// first attempt is n = 1.
func exponential(maxWait time.Duration, n int) time.Duration {
	return min(firstWait<<min(n-1, 16), maxWait)
}

// credentials records whether the service accepts the credentials of the client.
type credentials struct {
	// refusals counts 401 responses, but ignores undocumented
	// operations and list pages. A refresh only logs a 401 to a list
	// page, so the user must see the error of the next 401 in full.
	refusals atomic.Int32
	accepted atomic.Bool // a response with a status other than 401 was received
}

// note records the result of an attempt. It returns true if the service refuses the
// credentials and an earlier error already reports this refusal.
func (c *credentials) note(x *attempt) (reportedBefore bool) {
	if x.status != 0 && x.status != http.StatusUnauthorized {
		c.accepted.Store(true)
	}
	counts := x.status == http.StatusUnauthorized && x.request.undocumented == "" && !x.request.isPage
	return counts && c.refusals.Add(1) > 1 && !c.accepted.Load()
}

// areRefused reports whether the service has refused the credentials at least twice and
// has never accepted them. The client then starts no more operations.
func (c *credentials) areRefused() bool { return c.refusals.Load() > 1 && !c.accepted.Load() }
