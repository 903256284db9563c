// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/problem"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/redact"
)

const (
	firstWait          = 500 * time.Millisecond // after the first attempt; after 429 the minimum, above MaxRetryWait too
	maxConflictRetries = 2                      // for a DELETE; most conflicts last
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

	failures    int // failed attempts that count toward [Config.MaxRetries]
	began       time.Time
	lockedSince time.Time // the first 423 or 425; the wait to send it may take long
	hasTurn     bool      // among [creations]
}

// do sends a request until an outcome is final. The error is nil after a 2xx, else an *Error.
func (c *Client) do(ctx context.Context, r request) (*call, error) {
	made := &call{client: c, request: r, began: time.Now()}
	if err := c.refuse(r); err != nil {
		return nil, made.failure(err)
	}
	waiting, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err := c.patience.begin(waiting, stop)
	if err == nil && r.method == http.MethodPost {
		err = c.creations.patience.begin(waiting, stop)
	}
	if err != nil {
		return nil, made.failure(err)
	}
	defer made.endTurn()
	return made.finish(ctx, waiting)
}

// finish makes attempts until an outcome is final. All waits end with the context waiting.
func (c *call) finish(ctx, waiting context.Context) (*call, error) {
	for {
		if err := c.awaitTurn(ctx, waiting); err != nil {
			if c.outcome.retry {
				err = nil // failure(nil) reports the outcome of the last attempt.
			}
			return nil, c.failure(err)
		}
		c.attempts++
		c.last = c.client.send(ctx, c.request, c.attempts)
		c.outcome = classify(&c.last)
		c.acted = c.acted || c.outcome.acted
		c.reportedBefore = c.client.credentials.note(&c.last)
		c.client.responded.note(c)
		class := c.outcome.class
		isUnavailable := class == Limited || class == Failed || class == Unreachable
		c.client.patience.note(c, isUnavailable, !isUnavailable)
		if c.request.method == http.MethodPost {
			c.client.creations.note(c)
		}
		c.endTurn()
		c.client.outage.isOn.Store(c.outcome.isOutage)
		wait, again := c.nextAttempt()
		if c.outcome.pauses {
			c.client.gate.pause(wait, fmt.Sprintf("the service responded %d", c.last.status))
		}
		switch {
		case !again && c.outcome.class == Succeeded:
			return c, nil
		case !again:
			return nil, c.failure(nil)
		case !c.outcome.pauses:
			sleep(waiting, wait, "the last attempt failed")
		}
	}
}

// refuse returns an error if the client must not send the request.
func (c *Client) refuse(r request) error {
	switch {
	case r.lacksID:
		return ErrEmptyID
	case r.undocumented != "" && !c.Enabled(r.undocumented):
		return ErrNotEnabled
	case c.unusable != nil:
		return c.unusable
	case c.credentials.areRefused():
		return errCredentialsRefused
	}
	return nil
}

// nextAttempt returns the wait before the next attempt, and whether there is one. Only the patience of the
// client limits retries after a 429, retries of a locked creation, and reads that await the end of an
// outage. Other locked requests are repeated for [minPatience], because a service that makes one change
// at a time takes long for many. A short [Config.MaxRetryWait] would then cause a flood of requests. All
// other attempts count toward [Config.MaxRetries].
func (c *call) nextAttempt() (wait time.Duration, again bool) {
	o, retries := c.outcome, c.client.config.MaxRetries
	wait = jittered(o.pause, c.client.config.MaxRetryWait, c.attempts)
	switch {
	case o.class == Limited:
		return max(wait, firstWait), true
	case o.class == Locked && c.request.method == http.MethodPost:
		return 0, true // It waits for its turn.
	case c.request.endsOutage:
		return wait, o.isOutage
	case c.request.once:
		retries = 0
	case o.class == Locked:
		c.lockedSince = cmp.Or(c.lockedSince, time.Now())
		wait = jittered(0, min(max(firstWait, c.client.config.MaxRetryWait), maxRereadWait), c.attempts)
		return wait, time.Since(c.lockedSince) < minPatience
	case o.class == Conflict:
		retries = min(retries, maxConflictRetries)
	}
	c.failures++
	return wait, o.retry && c.failures <= retries
}

// jittered returns the wait after attempt n, from 1. It is random, because clients that failed
// together would otherwise retry together. The minimum is the wait that the service asks for,
// or half of the exponential wait, whichever is longer. The maximum is maxWait.
func jittered(asked, maxWait time.Duration, n int) time.Duration {
	exponential := min(firstWait<<min(n-1, 16), maxWait)
	wait := min(max(asked, exponential/2), maxWait)
	return wait + rand.N(min(wait/4, maxWait-wait)+1) // the sum of any two long waits would overflow
}

// credentials records whether the service accepts the credentials of the client.
type credentials struct {
	// refusals counts 401 responses, except to undocumented operations and list pages. A
	// refresh only logs a 401 to a list page, so the user must see the next 401 in full.
	refusals atomic.Int32
	accepted atomic.Bool // a response with a status other than 401 was received
}

// note records an attempt, and reports whether it is a 401 that an earlier error reports.
func (c *credentials) note(a *attempt) (reportedBefore bool) {
	if a.status != 0 && a.status != http.StatusUnauthorized {
		c.accepted.Store(true)
	}
	counts := a.status == http.StatusUnauthorized && a.request.undocumented == "" && !a.request.isPage
	return counts && c.refusals.Add(1) > 1 && !c.accepted.Load()
}

// areRefused reports whether the service has refused the credentials twice and never accepted
// them. The client then starts no more operations.
func (c *credentials) areRefused() bool { return c.refusals.Load() > 1 && !c.accepted.Load() }

// failure returns the error of a call, or of its last attempt if cause is nil. It makes all
// texts safe to show: even the operation and the path contain ids that the service chose.
func (c *call) failure(cause error) *Error {
	r, last, text := c.request, c.last, c.request.secrets.Text
	sendsCredentials := slices.ContainsFunc(slices.Collect(maps.Keys(c.client.header)), redact.IsCredential)
	failure := &Error{
		Operation: text(r.operation), Method: r.method, URL: r.secrets.URL(r.url), UndocumentedOperation: r.undocumented,
		Class: c.outcome.class, Acted: c.acted, Sent: last.began, NoCredentials: !sendsCredentials,
		ReportedBefore: c.reportedBefore || errors.Is(cause, errCredentialsRefused),
		served:         last.served, status: last.status, attempts: c.attempts, gone: c.outcome.gone && cause == nil,
	}
	quotable := last.body
	if c.outcome.class == Succeeded {
		failure.Class, quotable = UnusableSuccess, nil // The body of a success may be an object with its secrets.
	}
	var words problem.Problem
	if last.err == nil {
		words = problem.Read(last.status, last.header, quotable, r.secrets.Redact)
	}
	failure.Code, failure.Message, failure.RequestID = text(words.Code), text(words.Message), text(words.RequestID)
	for _, field := range words.Fields {
		failure.Fields = append(failure.Fields, FieldError{Pointer: text(field.Pointer), Message: text(field.Message)})
	}
	switch {
	case failure.Class == NotSupported:
		cause = ErrNotSupported
	case cause == nil && last.status == http.StatusProxyAuthRequired:
		cause = ErrProxyRefused
	case cause == nil && words.IsHTML:
		cause = ErrNotJSON
	case cause == nil && last.err == nil && failure.Class != Failed && len(bytes.TrimSpace(last.body)) == 0:
		cause = errEmpty // An outage prints an error for each object, so it must be short.
	}
	failure.Err = r.secrets.Error(cmp.Or(cause, last.err))
	return failure
}

// responded records whether the API has responded at the base URL of a client.
type responded struct {
	yes   atomic.Bool
	probe sync.Once
}

// note records a success. A page of HTML may be that of a gateway, so it proves nothing.
func (a *responded) note(made *call) {
	if made.outcome.class == Succeeded && isWrittenByAPI(made.last.body) {
		a.yes.Store(true)
	}
}
