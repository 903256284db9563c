// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Objects has the operations on one kind of objects, such as failover backends.
type Objects[T api.Object] struct {
	session   *Session
	kind      string // in errors, such as "TLS edge"
	get       func(ctx context.Context, id string) (*T, error)
	remove    func(ctx context.Context, id string) error
	list      func() *api.Pages[T]
	createdAt func(*T) string
	pages     snapshot[T]
}

// All iterates over all objects. If whole is true, All reads each object individually whose
// element of the list is incomplete: a missing member would otherwise look like an unset
// one. All skips an object that is gone. An error beside an object is about this object
// alone.
func (o *Objects[T]) All(ctx context.Context, whole bool) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for element, err := range o.list().All(ctx) {
			if err == nil && whole && !(*element).IsWhole() {
				var found *T
				if found, err = o.get(ctx, (*element).ObjectID()); err == nil {
					element = found
				}
			}
			if !api.IsGone(err) && !yield(element, err) {
				return
			}
		}
	}
}

// Read reads an object, and repeats the read for some seconds while again returns true. The
// result is that of the last read.
func (o *Objects[T]) Read(ctx context.Context, id string, again func(*T, error) bool) (*T, error) {
	for n := 1; ; n++ {
		found, err := o.get(ctx, id)
		if n > maxRereads || !again(found, err) {
			return found, err
		}
		api.Settle(ctx, firstWait<<(n-1))
	}
}

// Create sends a creation. If the response is not the whole object, Create reads the object.
// If that read fails, Create returns the error together with the response.
func (o *Objects[T]) Create(ctx context.Context, send func() (*T, error)) (*T, error) {
	defer o.pages.invalidate()
	created, err := send()
	if err != nil || (*created).IsWhole() {
		return created, err
	}
	ctx, cancel := AfterWrite(ctx)
	defer cancel()
	found, err := o.Read(ctx, (*created).ObjectID(), func(_ *T, err error) bool { return api.IsGone(err) })
	return cmp.Or(found, created), err
}

// Refresh returns a known object. If a run refreshes many objects, Refresh searches their
// list before it reads a single object. A list element may be outdated or incomplete, so
// Refresh uses it only if unchanged reports that it equals the caller's state. If the
// service does not find a young object, Refresh repeats the read for some seconds.
func (o *Objects[T]) Refresh(ctx context.Context, known Known, unchanged func(*T) bool) (*T, error) {
	if found := o.pages.find(ctx, known.ID); found != nil && unchanged(found) {
		return found, nil
	}
	return o.readKnown(ctx, known)
}

// readKnown reads a known object. If the object was last seen at another base URL, the
// object here must have been created at the same time: services may assign the same ids.
func (o *Objects[T]) readKnown(ctx context.Context, known Known) (*T, error) {
	found, err := o.Read(ctx, known.ID, func(_ *T, err error) bool { return api.IsGone(err) && isYoung(err, known.CreatedAt) })
	if err == nil && o.session.isElsewhere(known) && isApart(known.CreatedAt, o.createdAt(found)) {
		return nil, &api.Error{Operation: fmt.Sprintf("find %s %q", o.kind, known.ID), Kind: api.Refused, Err: fmt.Errorf(
			"%w %s, and was created at another time than the object with this id at %s", api.ErrSeenElsewhere, known.SeenAt, o.session.API.BaseURL())}
	}
	return found, o.session.CheckGone(ctx, known, err)
}

// guard reads a known object that was last seen at another base URL, so that no other
// object with the same id is changed or deleted.
func (o *Objects[T]) guard(ctx context.Context, known Known) error {
	if !o.session.isElsewhere(known) {
		return nil
	}
	_, err := o.readKnown(ctx, known)
	return err
}

// Update sends an update of a known object. If the response is not the whole object, Update
// reads the object for some seconds until isApplied reports true: reads may lag behind the
// update. If the object was last seen at another base URL, Update reads it first, and
// changes no other object.
func (o *Objects[T]) Update(ctx context.Context, known Known, send func() (*T, error), isApplied func(*T) bool) (*T, error) {
	defer o.pages.invalidate()
	if err := o.guard(ctx, known); err != nil {
		return nil, err
	}
	response, err := send()
	if err != nil || (*response).IsWhole() {
		return response, o.session.CheckGone(ctx, known, err)
	}
	ctx, cancel := AfterWrite(ctx)
	defer cancel()
	return o.Read(ctx, known.ID, func(found *T, err error) bool { return err == nil && !isApplied(found) })
}

// Delete deletes a known object, and returns nil only if the service says that it is gone.
// If the object was last seen at another base URL, Delete reads it first, and deletes no
// other object.
func (o *Objects[T]) Delete(ctx context.Context, known Known) error {
	defer o.pages.invalidate()
	if err := o.guard(ctx, known); err != nil {
		return err
	}
	err := o.session.CheckGone(ctx, known, o.confirmDeletion(ctx, known, o.remove(ctx, known.ID)))
	if api.IsGone(err) {
		return nil
	}
	return err
}

// confirmDeletion returns nil, or an error that means [api.IsGone], if the service no longer
// has an object. The deletion request ended with requestErr, which may be nil. Three responses prove nothing: a success status
// other than 204, a 404 for a young object, and a 404 to an undocumented deletion, because
// the service may lack that operation. After such a response, confirmDeletion reads the
// object.
func (o *Objects[T]) confirmDeletion(ctx context.Context, known Known, requestErr error) error {
	failure, _ := errors.AsType[*api.Error](requestErr)
	accepted, isYoung := errors.Is(requestErr, api.ErrNotDeleted), isYoung(requestErr, known.CreatedAt)
	if isGone := api.IsGone(requestErr); isGone && !isYoung && failure.UndocumentedOperation == "" || !isGone && !accepted {
		return requestErr
	}
	ctx, cancel := AfterWrite(ctx)
	defer cancel()
	mayHaveActed := api.MayHaveActed(requestErr)
	_, err := o.Read(ctx, known.ID, func(_ *T, err error) bool { return err == nil && mayHaveActed || isYoung && api.IsGone(err) })
	switch {
	case api.IsGone(err):
		return err
	case err == nil && !mayHaveActed && failure.UndocumentedOperation != "":
		return failure.Because(api.ErrNotSupported)
	case err == nil:
		return failure.Because(errors.New("the service still has the object after the request to delete it"))
	}
	return failure.Because(fmt.Errorf("the deletion is not confirmed: %w. If the object is gone, run state rm", err))
}

const (
	// young is the age below which an object counts as young. Reads may lag behind
	// writes, so the response to a read may be a 404 although the young object exists.
	young = time.Minute
	// maxRereads limits how often a read is repeated because reads may lag behind writes.
	// The waits before the repetitions double, and take 7.5 seconds in total.
	maxRereads = 4
	firstWait  = 500 * time.Millisecond
	// interruptedTime limits the requests that follow a write, such as the read of a
	// created object. After the user interrupts the run, these requests continue for at
	// most this time.
	interruptedTime = 10 * time.Second
)

// isYoung reports whether an object that was created at createdAt (RFC 3339) was young
// when the service responded with err, by the clock of that response. If createdAt is
// invalid, the object counts as young.
func isYoung(err error, createdAt string) bool {
	failure, _ := errors.AsType[*api.Error](err)
	created, invalid := time.Parse(time.RFC3339, createdAt)
	return invalid != nil || failure != nil && failure.Served.Sub(created) < young
}

// AfterWrite returns a context for the requests that follow a write. The returned context
// ends [interruptedTime] after ctx ends.
func AfterWrite(ctx context.Context) (context.Context, context.CancelFunc) {
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptedTime, cancel) })
	return following, func() {
		stop()
		cancel()
	}
}
