// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
)

const (
	// firstWait is the longest wait after a first failure.
	firstWait = 500 * time.Millisecond
	// limitPatience is how long refusals by 429 are waited out at least. A limit that is
	// counted per minute lets requests through again well before.
	limitPatience = 2 * time.Minute
	// lastLimitWait is how much later than that the last attempt may be.
	lastLimitWait = 15 * time.Second
	// maxReadRepeats is how often a read is repeated for [Repeat], over some seconds.
	maxReadRepeats = 4
	// settleTime is how long reads of a service are expected to lag behind its writes.
	settleTime = 7 * time.Second
)

// Repeat says which results of a read are asked for again for some seconds, because
// the reads of a service may lag behind its writes. The last result counts.
type Repeat struct {
	Gone  bool // of an object that is too young to be gone for certain
	Found bool // of an object whose deletion was accepted
}

// attempts are the attempts of one request.
type attempts struct {
	count   int
	acted   Acted
	last    *exchange // nil before the first
	outcome outcome   // of the last

	failures     int // that may be followed by another attempt
	readRepeats  int
	refusals     int // by a limit
	limitedSince time.Time
}

// do sends a request until an attempt is final. It returns the response if its status
// says success (2xx), and an *Error otherwise.
func (c *Client) do(ctx context.Context, r request) (*response, error) {
	if err := c.refuse(r); err != nil {
		return nil, err
	}
	body, err := json.Marshal(r.body)
	if err != nil {
		return nil, c.notSent(r, fmt.Errorf("encoding the request body: %w", err))
	}
	var a attempts
	for {
		if err := c.gate.Wait(ctx); err != nil {
			return nil, a.interrupted(r, err)
		}
		a.add(c.exchange(ctx, r, body, a.count+1))
		repeated := c.credentials.note(a.last)
		wait, again := a.next(c.maxRetries, c.maxRetryWait)
		if !again {
			return a.result(r, repeated)
		}
		if a.outcome.retry == retryAfterPause {
			c.gate.Pause(wait, fmt.Sprintf("the service responded %d", a.last.status))
		} else if err := gate.Sleep(ctx, wait, "the last attempt failed, or reads may lag"); err != nil {
			return nil, a.interrupted(r, err)
		}
	}
}

// refuse returns why a request is not sent at all, or nil.
func (c *Client) refuse(r request) error {
	switch {
	case r.lacksID:
		return c.notSent(r, errEmptyID)
	case r.undocumented != "" && !c.Offers(r.undocumented):
		return c.notSent(r, ErrNotNamed)
	case c.unusable != nil:
		return c.notSent(r, c.unusable)
	case c.credentials.areRefused():
		refused := c.notSent(r, errCredentialsRefused)
		refused.Kind, refused.Repeated = Unauthorized, true
		return refused
	}
	return nil
}

func (a *attempts) add(x *exchange) {
	a.count++
	a.last, a.outcome = x, judge(x)
	a.acted = max(a.acted, a.outcome.acted)
}

// next returns how long to wait before the next attempt, and whether there is one. A
// limit ends with time, whatever the number of attempts. Any other failure counts.
func (a *attempts) next(maxRetries int, longest time.Duration) (wait time.Duration, again bool) {
	o, repeat := a.outcome, a.last.request.repeat
	switch {
	case o.kind == Limited && o.retry == retryAfterPause:
		return a.nextAfterLimit(longest)
	case o.retry != retryNever:
		a.failures++
		wait = backoff(longest, a.failures)
		if o.retry == retryAfterPause {
			wait = pause(o.pause, longest, a.failures)
		}
		return wait, a.failures <= maxRetries
	case repeat.Gone && o.gone, repeat.Found && a.succeeded():
		a.readRepeats++
		return exponential(longest, a.readRepeats), a.readRepeats <= maxReadRepeats
	}
	return 0, false
}

func (a *attempts) nextAfterLimit(longest time.Duration) (wait time.Duration, again bool) {
	if a.refusals == 0 {
		a.limitedSince = time.Now()
	}
	a.refusals++
	patience, passed := max(limitPatience, longest), time.Since(a.limitedSince)
	return min(pause(a.outcome.pause, longest, a.refusals), patience+lastLimitWait-passed), passed < patience
}

// succeeded reports whether the last attempt got a response of success.
func (a *attempts) succeeded() bool {
	return a.last.err == nil && a.last.status >= http.StatusOK && a.last.status < http.StatusMultipleChoices
}

// result returns what the last attempt brought. Repeated says that its refusal of the
// credentials only repeats an earlier one.
func (a *attempts) result(r request, repeated bool) (*response, error) {
	if a.succeeded() {
		return &response{request: r, exchange: a.last, attempts: a.count}, nil
	}
	failure := a.failure(r)
	failure.Repeated = repeated
	return nil, failure
}

// interrupted returns the error of a request whose next attempt was not made. It is
// the error of the last one, unless that was only repeated because it was in doubt.
func (a *attempts) interrupted(r request, reason error) error {
	if a.last != nil && !a.succeeded() && !a.outcome.gone {
		return a.failure(r)
	}
	return (&Error{Err: reason, Kind: NotSent, Acted: a.acted, attempts: a.count}).describedFor(r)
}

// Settle waits until reads are not expected to lag behind the writes made so far. It
// returns at once when ctx ends.
func (c *Client) Settle(ctx context.Context) {
	_ = gate.Sleep(ctx, min(settleTime, c.maxRetryWait), "an object may appear later")
}

// backoff returns the wait before attempt n+1. It is spread over its upper half, so
// that clients that failed together do not come back together.
func backoff(longest time.Duration, n int) time.Duration {
	wait := exponential(longest, n)
	return wait/2 + rand.N(wait/2+1)
}

// pause returns how long all requests wait after refusal n: as long as the service
// asks, but no shorter than an exponential wait and no longer than longest.
func pause(asked, longest time.Duration, n int) time.Duration {
	wait := max(asked, exponential(longest, n)/2)
	return min(wait+rand.N(wait/10+1), longest)
}

// exponential returns a wait that doubles with n, which begins at 1, up to longest.
func exponential(longest time.Duration, n int) time.Duration {
	return min(firstWait<<min(n-1, 16), longest)
}

// credentials is what the service says about the credentials that it gets.
type credentials struct {
	mu       sync.Mutex
	refusals int  // 401 in response to documented operations
	accepted bool // any other response has come
}

// note takes account of an attempt. It reports whether that is a refusal which only
// repeats an earlier one.
func (c *credentials) note(x *exchange) (repeated bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case x.status == 0, x.status == http.StatusUnauthorized && x.request.undocumented != "":
	case x.status != http.StatusUnauthorized:
		c.accepted = true
	default:
		c.refusals++
		return c.refusals > 1 && !c.accepted
	}
	return false
}

// areRefused reports whether no request can succeed: the service has refused two, and
// accepted none.
func (c *credentials) areRefused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refusals > 1 && !c.accepted
}
