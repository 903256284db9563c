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
	// young is the age up to which an object may be missing from responses although
	// it exists, because the reads of a service can lag behind its writes.
	young = time.Minute
	// interruptedTime is how long the requests after a write may take once the user has
	// asked to stop.
	interruptedTime = 10 * time.Second
)

// afterWrite returns a context for the requests that follow a write. Once ctx ends,
// they have some seconds left in all.
func afterWrite(ctx context.Context) (context.Context, context.CancelFunc) {
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptedTime, cancel) })
	return following, func() {
		stop()
		cancel()
	}
}

// confirmDeletion returns the error of a deletion, nil if it deleted the object. One that
// was gone before is an error that [api.IsGone] recognizes. Get reads the object, which
// settles a deletion that was accepted without a 204, and one of a young object that is
// not found.
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
// service's own clock. One of unknown age is young.
func (s *Session) isYoung(createdAt string) bool {
	created, err := time.Parse(time.RFC3339, createdAt)
	return err != nil || s.API.ServiceTime(time.Now()).Sub(created) < young
}
