// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Target is an object as state knows it.
type Target struct {
	ID        string
	CreatedAt string // RFC 3339; "" if not known
	// RespondedAt is the Date of the response to the creation, in RFC 3339; "" if not known. The clock
	// of created_at may be another one than that of the responses which do not find the object.
	RespondedAt string
	SeenAt      string // the base URL at which the object was last seen; "" if not known
}

// IsElsewhere reports whether seenAt is another base URL. It is false if one is not known.
func (c *Client) IsElsewhere(seenAt string) bool {
	return seenAt != "" && c.BaseURL() != "" && canonicalURL(seenAt) != canonicalURL(c.BaseURL())
}

// canonicalURL returns the form in which base URLs are compared. It keeps malformed ones.
func canonicalURL(baseURL string) string {
	base, err := url.Parse(baseURL)
	if err != nil {
		return baseURL
	}
	return origin(base) + base.EscapedPath()
}

// CheckGone prevents a wrong base_url from removing all objects from state. It returns err,
// but [IsGone] reports false for the result if the object was last seen at another base URL,
// or if the API has never responded at the present one.
func (c *Client) CheckGone(ctx context.Context, target Target, err error) error {
	failure, _ := errors.AsType[*Error](err)
	switch {
	case !IsGone(err):
		return err
	case c.IsElsewhere(target.SeenAt):
		return failure.because(fmt.Errorf("%w %s", ErrSeenElsewhere, c.RedactURL(target.SeenAt)))
	case !c.hasResponded(ctx):
		return failure.because(ErrNeverResponded)
	}
	return err
}

// hasResponded reports whether the API has responded at the base URL. A gateway without an API
// may respond 404 to everything, and such a 404 must not remove objects from state. Proof is
// any success, or a refusal of the list of failover backends, which is requested at most once.
func (c *Client) hasResponded(ctx context.Context) bool {
	if c.responded.yes.Load() {
		return true
	}
	c.responded.probe.Do(func() {
		_, err := c.do(ctx, c.anyRead)
		failure, _ := errors.AsType[*Error](err)
		byAPI := []ErrorClass{Forbidden, Conflict, Locked, Refused} // A gateway too may refuse in another way.
		if failure != nil && failure.status >= http.StatusBadRequest && slices.Contains(byAPI, failure.Class) {
			c.responded.yes.Store(true)
		}
	})
	return c.responded.yes.Load()
}

const (
	maxLag = 7500 * time.Millisecond // of reads behind writes, but for [young] objects
	young  = time.Minute             // Reads may lag behind the creation of a younger object, and respond 404.
)

// lag returns how long reads that do not find the object may lag behind its creation. It goes by
// the clock of the response err, and returns 0 if the object is gone, or if err says nothing of it.
func (t Target) lag(err error) time.Duration {
	if !IsGone(err) {
		return 0
	}
	failure, _ := errors.AsType[*Error](err)
	created, invalid := time.Parse(time.RFC3339, t.CreatedAt)
	// A Date in the future would keep the object young for long.
	if responded, none := time.Parse(time.RFC3339, t.RespondedAt); none == nil && responded.Sub(failure.served) <= young {
		created, invalid = responded, nil
	}
	switch {
	case invalid != nil:
		return maxLag
	case failure.served.Sub(created) < young:
		return young
	}
	return 0
}

// lagIfGone returns the given lag after a read that does not find the object, and otherwise 0.
func lagIfGone(err error, lag time.Duration) time.Duration {
	if IsGone(err) {
		return lag
	}
	return 0
}

// isCreatedAtAnotherTime returns false if one of the times is invalid.
func (t Target) isCreatedAtAnotherTime(createdAt string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, t.CreatedAt)
	second, invalidSecond := time.Parse(time.RFC3339, createdAt)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() >= time.Second
}

const interruptedTime = 10 * time.Second // for the requests that follow a write, after the user interrupts the run

// afterWrite returns a context that ends [interruptedTime] after ctx.
func afterWrite(ctx context.Context) (context.Context, context.CancelFunc) {
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptedTime, cancel) })
	return following, func() {
		stop()
		cancel()
	}
}
