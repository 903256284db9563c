// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"
)

// Target is an object as state knows it, on which an operation works.
type Target struct {
	ID        string
	CreatedAt string // RFC 3339; "" if not known
	SeenAt    string // the base URL at which the object was last seen; "" if not known
}

// IsElsewhere reports whether seenAt is another address of the API than [Client.BaseURL].
// It returns false if one of them is "", which means that it is not known.
func (c *Client) IsElsewhere(seenAt string) bool {
	return seenAt != "" && c.baseURL != "" && canonicalURL(seenAt) != canonicalURL(c.baseURL)
}

// canonicalURL returns the one form in which base URLs are compared: the host in lower case,
// and the port, even if it is the default. A text that is not a URL stays as it is.
func canonicalURL(baseURL string) string {
	base, err := url.Parse(baseURL)
	if err != nil {
		return baseURL
	}
	base.Host = strings.ToLower(net.JoinHostPort(base.Hostname(), effectivePort(base)))
	return base.String()
}

// CheckGone prevents a wrong base_url from removing all objects from state. If [IsGone]
// reports true for err, but the object was last seen at another base URL, or the API has
// never answered at the present one, CheckGone returns an error for which [IsGone] reports
// false. CheckGone returns every other err unchanged.
func (c *Client) CheckGone(ctx context.Context, target Target, err error) error {
	failure, _ := errors.AsType[*Error](err)
	switch {
	case !IsGone(err):
		return err
	case c.IsElsewhere(target.SeenAt):
		return failure.because(fmt.Errorf("%w %s, so it stays in state", ErrSeenElsewhere, target.SeenAt))
	case !c.HasAnswered(ctx):
		return failure.because(ErrNeverAnswered)
	}
	return err
}

// young is the age below which an object counts as young. Reads may lag behind writes, so the
// response to a read may be a 404 although the young object exists.
const young = time.Minute

// isYoung reports whether the object was young when the service responded with err, by the
// clock of that response. If the age is not known, the object counts as young.
func (t Target) isYoung(err error) bool {
	failure, _ := errors.AsType[*Error](err)
	created, invalid := time.Parse(time.RFC3339, t.CreatedAt)
	return invalid != nil || failure != nil && failure.served.Sub(created) < young
}

// isCreatedAtAnotherTime reports whether the object was created at another instant than the
// given one (RFC 3339). It returns false if one of the times is invalid.
func (t Target) isCreatedAtAnotherTime(createdAt string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, t.CreatedAt)
	second, invalidSecond := time.Parse(time.RFC3339, createdAt)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() >= time.Second
}

// interruptedTime limits the requests that follow a write, such as the read of a created
// object. After the user interrupts the run, these requests continue for at most this time.
const interruptedTime = 10 * time.Second

// afterWrite returns a context for the requests that follow a write. The returned context
// ends [interruptedTime] after ctx ends.
func afterWrite(ctx context.Context) (context.Context, context.CancelFunc) {
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptedTime, cancel) })
	return following, func() {
		stop()
		cancel()
	}
}
