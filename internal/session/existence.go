// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

const (
	// young is the age up to which a response may not show an existing object, because
	// the reads of a service may lag behind its writes.
	young = time.Minute
	// interruptedTime is how long the requests after a write may take after the user has
	// interrupted the run.
	interruptedTime = 10 * time.Second
)

// afterWrite returns a context for the requests that follow a write. When ctx ends, the
// returned context ends after [interruptedTime].
func afterWrite(ctx context.Context) (context.Context, context.CancelFunc) {
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptedTime, cancel) })
	return following, func() {
		stop()
		cancel()
	}
}

// confirmDeletion returns nil if the object was deleted, given the error of the deletion.
// If the object did not exist before, [api.IsGone] recognizes the returned error. In two
// cases, confirmDeletion calls get to read the object: if the service accepted the
// deletion without status 204, and if it did not find an object that is young.
func confirmDeletion[T any](
	ctx context.Context, deletion error, isYoung bool, get func(context.Context, api.Repeat) (*T, error),
) error {
	accepted := errors.Is(deletion, api.ErrNotDeleted)
	if !accepted && (!isYoung || !api.IsGone(deletion)) {
		return deletion
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	_, err := get(ctx, api.Repeat{Gone: isYoung, Found: accepted})
	switch {
	case api.IsGone(err) && accepted:
		return nil
	case api.IsGone(err):
		return deletion
	case err == nil:
		err = errors.New("the service still has the object after its deletion")
	}
	return api.NotConfirmed(deletion, err)
}

// isYoung reports whether an object created at createdAt (RFC 3339) is young by the
// service's clock. An object of unknown age is young.
func (s *Session) isYoung(createdAt string) bool {
	created, err := time.Parse(time.RFC3339, createdAt)
	return err != nil || s.API.ServiceTime(time.Now()).Sub(created) < young
}
