// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// young is the age up to which an object may be missing from answers although
// it exists, because the reads of a service can lag behind its writes.
const young = time.Minute

var (
	errStillListed = errors.New("the service does not find the object, but its list still holds it")
	errNotDeleted  = errors.New("the answer does not say that the object is deleted")
	errStillThere  = errors.New("the service still has the object after its deletion")
)

// lookAgainAfter are the waits between looks at what may show late.
func lookAgainAfter() []time.Duration {
	return []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second}
}

// lookAgain calls look until it reports that it has seen enough, and no longer
// than for some seconds. No wait is longer than the longest between two attempts.
// Where the context ends meanwhile, its error comes back.
func (c *Client) lookAgain(ctx context.Context, look func() (enough bool)) error {
	for _, wait := range lookAgainAfter() {
		if look() {
			return nil
		}
		if err := sleep(ctx, min(wait, c.http.RetryWaitMax), "an object may show late"); err != nil {
			return err
		}
	}
	look()
	return nil
}

// find returns what get returns, which looks for an object that was created at
// createdAt, RFC 3339. A young one that is not found is looked for again, and so
// is one about which the service contradicts itself.
func find[T any](ctx context.Context, c *Client, createdAt string, get func() (*T, error)) (found *T, err error) {
	ended := c.lookAgain(ctx, func() bool {
		found, err = get()
		return !errors.Is(err, errStillListed) && (!IsNotFound(err) || !c.isYoung(createdAt))
	})
	if ended != nil && IsNotFound(err) {
		return nil, notConfirmed(err, ended)
	}
	return found, err
}

// deleteConfirmed sends a deletion of an object that was created at createdAt, and
// believes it on 204 or when get, which looks for the object, finds it gone.
func deleteConfirmed[T any](ctx context.Context, c *Client, r request, createdAt string, get func() (*T, error)) error {
	received, err := c.do(ctx, r)
	accepted := err == nil
	switch {
	case accepted && received.status == http.StatusNoContent:
		return nil
	case accepted:
		err = c.misanswer(r, received, errNotDeleted)
	case !IsNotFound(err):
		return err
	}
	return confirmDeletion(ctx, c, err, createdAt, accepted, get)
}

// confirmDeletion looks whether an object is gone after an answer to its
// deletion that does not say so. Get looks for it; accepted says that the service
// accepted the deletion, and may yet be at work on it.
func confirmDeletion[T any](ctx context.Context, c *Client, deletion error, createdAt string, accepted bool, get func() (*T, error)) error {
	var err error
	ended := c.lookAgain(ctx, func() bool {
		_, err = get()
		if IsNotFound(err) {
			return accepted || !c.isYoung(createdAt)
		}
		return err != nil && !errors.Is(err, errStillListed)
	})
	switch {
	case IsNotFound(err) && ended == nil:
		return nil
	case err == nil && !accepted && IsUndocumented(deletion):
		// The object is there, so it is the operation that is not found.
		return notOffered(deletion)
	case err == nil:
		err = errStillThere
	case ended != nil:
		err = ended
	}
	return notConfirmed(deletion, err)
}

// notConfirmed is failure, which does not say what became of an object, with the
// reason for which that could not be found out.
func notConfirmed(failure, reason error) error {
	unclear, ok := errors.AsType[*Error](failure)
	if !ok {
		return fmt.Errorf("%w: %w", failure, reason)
	}
	confirmed := *unclear
	confirmed.gone = false
	confirmed.Err = reason
	return &confirmed
}

// isYoung reports whether an object is young by the service's own clock. One
// whose age cannot be told is.
func (c *Client) isYoung(createdAt string) bool {
	created, err := time.Parse(time.RFC3339, createdAt)
	return err != nil || c.serviceTime(time.Now()).Sub(created) < young
}

// serviceTime converts a time of this machine's clock to the service's, as far
// as its last answer told it (RFC 9110, section 6.6.1).
func (c *Client) serviceTime(t time.Time) time.Time {
	return t.Add(time.Duration(c.clockOffset.Load()))
}

func (c *Client) noteServiceClock(date string, now time.Time) {
	if told, err := time.Parse(time.RFC1123, date); err == nil {
		c.clockOffset.Store(int64(told.Sub(now)))
	}
}
