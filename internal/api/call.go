// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
)

const (
	// firstWait is the longest wait after the first failure.
	firstWait = 500 * time.Millisecond
	// limitPatience is the minimum time for which the client keeps retrying after
	// status 429. A per-minute limit resets well within this time.
	limitPatience = 2 * time.Minute
	// lastLimitWait is the longest time between the end of limitPatience and the last
	// attempt.
	lastLimitWait = 15 * time.Second
	// maxReadRepeats is how often a read is repeated because of [Repeat]. The repeats
	// take some seconds.
	maxReadRepeats = 4
	// settleTime is how long the reads of a service are expected to lag behind its
	// writes.
	settleTime = 7 * time.Second
)

// Repeat selects the results after which a read is repeated for some seconds. Such a
// result may be outdated, because the reads of a service may lag behind its writes. The
// result of the last read counts.
type Repeat struct {
	Gone  bool // repeat if the object is not found: it may be too young to be visible
	Found bool // repeat if the object is found: its deletion was accepted
}

// call is a request with all its attempts.
type call struct {
	client   *Client
	request  request
	attempts int
	acted    Acted
	last     exchange // the last attempt and its outcome
	outcome  outcome
	repeated bool // another call has already failed with the same refusal of the credentials

	failures     int // failures that another attempt may follow
	readRepeats  int
	limitedSince time.Time
}

// do sends a request and retries it until an outcome is final. The error is nil if the
// response has a success status (2xx). Any other error is an *Error.
func (c *Client) do(ctx context.Context, r request) (*call, error) {
	made := &call{client: c, request: r}
	body, err := json.Marshal(r.body)
	if err = cmp.Or(c.refuse(r), err); err != nil {
		made.repeated = errors.Is(err, errCredentialsRefused)
		return nil, made.failure(err)
	}
	for {
		if err := c.gate.Wait(ctx); err != nil {
			if made.outcome.retry != retryNever {
				err = nil // The outcome of the last attempt is the reason for the failure.
			}
			return nil, made.failure(err)
		}
		made.attempts++
		made.last = c.exchange(ctx, r, body, made.attempts)
		made.outcome = judge(&made.last)
		made.acted = max(made.acted, made.outcome.acted)
		made.repeated = c.credentials.note(&made.last)
		wait, again := made.next()
		switch {
		case !again && made.succeeded():
			return made, nil
		case !again:
			return nil, made.failure(nil)
		case made.outcome.retry == retryAfterPause:
			c.gate.Pause(wait, fmt.Sprintf("the service responded %d", made.last.status))
			continue
		}
		gate.Sleep(ctx, wait, "the last attempt failed, or reads may lag")
	}
}

// refuse returns an error if the request cannot be sent at all. The error is the
// reason.
func (c *Client) refuse(r request) error {
	switch {
	case r.lacksID:
		return errEmptyID
	case r.undocumented != "" && !c.Offers(r.undocumented):
		return ErrNotNamed
	case c.unusable != nil:
		return c.unusable
	case c.credentials.areRefused():
		return errCredentialsRefused
	}
	return nil
}

// next returns the wait before the next attempt, and whether there is a next attempt.
// Attempts refused by a rate limit are bounded by time, not by number. All other
// failures are bounded by number.
func (a *call) next() (wait time.Duration, again bool) {
	o, repeat, longest := a.outcome, a.request.repeat, a.client.config.MaxRetryWait
	switch {
	case o.kind == Limited:
		if a.limitedSince.IsZero() {
			a.limitedSince = time.Now()
		}
		patience, passed := max(limitPatience, longest), time.Since(a.limitedSince)
		return min(jittered(o.pause, longest, a.attempts), patience+lastLimitWait-passed), passed < patience
	case o.retry != retryNever:
		a.failures++
		return jittered(o.pause, longest, a.attempts), a.failures <= a.client.config.MaxRetries
	case repeat.Gone && o.gone, repeat.Found && a.succeeded():
		a.readRepeats++
		return exponential(longest, a.readRepeats), a.readRepeats <= maxReadRepeats
	}
	return 0, false
}

// succeeded reports whether the last attempt received a response with a success status.
func (a *call) succeeded() bool { return a.outcome.kind == UnusableSuccess }

// Settle waits until reads are expected to show all writes made so far. It returns at
// once when ctx ends.
func (c *Client) Settle(ctx context.Context) {
	gate.Sleep(ctx, min(settleTime, c.config.MaxRetryWait), "an object may appear later")
}

// jittered returns a random wait after attempt n, so that clients that failed together
// do not retry together. The wait is at least the time asked by the service (0 if the
// service asked for none) and half of an exponential wait, but never more than longest.
func jittered(asked, longest time.Duration, n int) time.Duration {
	wait := max(asked, exponential(longest, n)/2)
	return min(wait+rand.N(wait/4+1), longest)
}

// exponential returns a wait that doubles with each attempt, up to longest. The first
// attempt is n = 1.
func exponential(longest time.Duration, n int) time.Duration {
	return min(firstWait<<min(n-1, 16), longest)
}

// credentials counts how the service responds to the credentials.
type credentials struct {
	refusals atomic.Int32 // responses with 401 to documented operations
	accepted atomic.Bool  // any other response was received
}

// note counts the result of an attempt. It reports whether the result is a refusal of
// the credentials that was already reported.
func (c *credentials) note(x *exchange) (repeated bool) {
	switch {
	case x.status == 0, x.status == http.StatusUnauthorized && x.request.undocumented != "":
		return false
	case x.status != http.StatusUnauthorized:
		c.accepted.Store(true)
		return false
	}
	return c.refusals.Add(1) > 1 && !c.accepted.Load()
}

// areRefused reports whether no request can succeed: the service has refused the
// credentials at least twice and never accepted them.
func (c *credentials) areRefused() bool { return c.refusals.Load() > 1 && !c.accepted.Load() }
