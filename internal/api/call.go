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

// call is a request with all its attempts.
type call struct {
	client   *Client
	request  request
	attempts int
	acted    Acted
	last     exchange // the last attempt, and what it means
	outcome  outcome
	repeated bool // another call has the same refusal of the credentials

	failures     int // that may be followed by another attempt
	readRepeats  int
	limitedSince time.Time
}

// do sends a request until an attempt is final. The error is nil if the response has a
// status of success (2xx), and an *Error otherwise.
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
				err = nil // The last attempt says why it failed.
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

// refuse returns why a request is not sent at all, or nil.
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

// next returns how long to wait before the next attempt, and whether there is one. A
// limit ends with time, whatever the number of attempts. Any other failure counts.
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

// succeeded reports whether the last attempt got a response of success.
func (a *call) succeeded() bool { return a.outcome.kind == UnusableSuccess }

// Settle waits until reads are not expected to lag behind the writes made so far. It
// returns at once when ctx ends.
func (c *Client) Settle(ctx context.Context) {
	gate.Sleep(ctx, min(settleTime, c.config.MaxRetryWait), "an object may appear later")
}

// jittered returns how long to wait after attempt n: as long as the service asks, 0 for
// nothing, but no shorter than an exponential wait and no longer than longest. Clients
// that failed together do not come back together.
func jittered(asked, longest time.Duration, n int) time.Duration {
	wait := max(asked, exponential(longest, n)/2)
	return min(wait+rand.N(wait/4+1), longest)
}

// exponential returns a wait that doubles with n, which begins at 1, up to longest.
func exponential(longest time.Duration, n int) time.Duration {
	return min(firstWait<<min(n-1, 16), longest)
}

// credentials is what the service says about the credentials that it gets.
type credentials struct {
	refusals atomic.Int32 // 401 in response to documented operations
	accepted atomic.Bool  // any other response has come
}

// note takes account of an attempt. It reports whether that is a refusal which only
// repeats an earlier one.
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

// areRefused reports whether no request can succeed: the service has refused two, and
// accepted none.
func (c *credentials) areRefused() bool { return c.refusals.Load() > 1 && !c.accepted.Load() }
