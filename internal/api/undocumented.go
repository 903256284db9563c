// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
)

// ErrNotOffered is the cause of an Error of an operation that the interface does
// not show and that the service does not offer.
var ErrNotOffered = errors.New("the service does not offer this operation, which the API's description does not show")

// IsNotOffered reports whether err says that the service lacks an operation that
// the interface does not show.
func IsNotOffered(err error) bool { return errors.Is(err, ErrNotOffered) }

type mayBeLackingKey struct{}

// withMayBeLacking marks the context of a request for an operation that a service
// may well lack, since the interface does not show it. A 501 to such a request is
// an answer for good and not a fault of the moment (RFC 9110, section 15.6.2).
func withMayBeLacking(ctx context.Context, undocumented bool) context.Context {
	return context.WithValue(ctx, mayBeLackingKey{}, undocumented)
}

func mayBeLacking(ctx context.Context) bool {
	undocumented, _ := ctx.Value(mayBeLackingKey{}).(bool)
	return undocumented
}

// lacksOperation reports whether an answer to an operation that the interface does
// not show says that there is no such operation. A 404 that is not the API's word
// about an object comes from something that knows no such path.
func lacksOperation(received *answer) bool {
	switch received.status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		return !saysGone(received)
	}
	return false
}

// NotOffered returns the error of a read that found nothing as that of an operation
// that the service lacks, for a caller who knows no better of the object.
func NotOffered(failure error) error { return notOffered(failure) }

// notOffered returns failure as the error of an operation that the service lacks.
func notOffered(failure error) error { return notConfirmed(failure, ErrNotOffered) }

// IsUndocumented reports whether err is that of an operation which the interface
// does not show.
func IsUndocumented(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.undocumented
}
