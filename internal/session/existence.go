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
	// young is the age up to which an object may be missing from answers although
	// it exists, because the reads of a service can lag behind its writes.
	young = time.Minute
	// longAgo is the time of creation of an object that has none and is not young.
	longAgo = "0001-01-01T00:00:00Z"
)

var (
	errStillListed = errors.New("the service does not find the object, but its list still holds it")
	errStillThere  = errors.New("the service still has the object after its deletion")
)

// lookAgain calls look until it reports that it has seen enough, for some seconds
// at most, because objects may show late. If the context ends first, it returns the
// error of the context.
func (s *Session) lookAgain(ctx context.Context, look func() (enough bool)) error {
	for _, wait := range []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second} {
		if look() {
			return nil
		}
		if err := s.API.Wait(ctx, wait); err != nil {
			return err
		}
	}
	look()
	return nil
}

// find returns the result of get, which reads an object created at createdAt (RFC
// 3339). It calls get again while a young object is not found, or while the service
// contradicts itself.
func find[T any](ctx context.Context, s *Session, createdAt string, get func() (*T, error)) (found *T, err error) {
	ended := s.lookAgain(ctx, func() bool {
		found, err = get()
		return !errors.Is(err, errStillListed) && (!api.IsNotFound(err) || !s.isYoung(createdAt))
	})
	if ended != nil {
		return nil, api.NotConfirmed(err, ended)
	}
	return found, err
}

// readNamed reads an object after a creation whose answer had only its id. If that
// fails, it returns named with the error.
func readNamed[T any](ctx context.Context, s *Session, named *T, get func(context.Context) (*T, error)) (*T, error) {
	ctx = context.WithoutCancel(ctx)
	found, err := find(ctx, s, "", func() (*T, error) { return get(ctx) })
	if err != nil {
		return named, err
	}
	return found, nil
}

// confirmDeletion returns the error of a deletion. After one that satisfies
// [api.IsNotFound] or is [api.ErrNotDeleted] it calls get, which reads the object.
// It returns nil if that is gone. The object was created at createdAt (RFC 3339).
func confirmDeletion[T any](ctx context.Context, s *Session, deletion error, createdAt string, get func() (*T, error)) error {
	accepted := errors.Is(deletion, api.ErrNotDeleted)
	if !accepted && !api.IsNotFound(deletion) {
		return deletion
	}
	var err error
	ended := s.lookAgain(ctx, func() bool {
		_, err = get()
		if api.IsNotFound(err) {
			return !s.isYoung(createdAt)
		}
		// The service may still be at work on a deletion that it has accepted.
		return err != nil && !errors.Is(err, errStillListed)
	})
	switch {
	case api.IsNotFound(err) && ended == nil:
		return nil
	case err == nil:
		err = errStillThere
	case ended != nil:
		err = ended
	}
	return api.NotConfirmed(deletion, err)
}

// isYoung reports whether an object is young by the service's own clock. One of
// unknown age is young.
func (s *Session) isYoung(createdAt string) bool {
	created, err := time.Parse(time.RFC3339, createdAt)
	return err != nil || s.API.ServiceTime(time.Now()).Sub(created) < young
}
