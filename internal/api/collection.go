// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/gate"
)

// Object is an object in a response, such as an element of a list. An object has an id.
type Object interface {
	ObjectID() string
	// IsWhole reports whether the response contained the complete object.
	IsWhole() bool
	creationTime() string
}

// Settings are the settings of an object that a caller chooses.
type Settings interface {
	// createBody and updateBody return the bodies of requests.
	createBody() any
	updateBody(id string) any
}

// Collection has the operations on all objects of one kind. An operation is finished when it
// returns: it has taken the reads that follow a write, and repeated those that lag behind.
// It is safe for concurrent use.
type Collection[T Object, S Settings] struct {
	client   *Client
	noun     string   // in errors, such as "TLS edge"
	path     []string // the segments of the collection's path
	elements string   // the member of a page that has its elements

	// decode returns the object in a response, and decides whether the response describes
	// one. If id is not "", the object must have this id.
	decode       func(made *call, id string) (*T, error)
	undocumented struct{ list, update, remove UndocumentedOperation }

	cache listCache[T]
}

// request returns a request for the collection, or for the object with the given id.
func (c *Collection[T, S]) request(method, verb string, id ...string) request {
	operation := verb + " " + c.noun
	if len(id) > 0 {
		operation += fmt.Sprintf(" %q", id[0])
	}
	return c.client.request(method, operation, slices.Concat(c.path, id)...)
}

// Get returns the object with the given id. If it does not exist, [IsGone] returns true for
// the error.
func (c *Collection[T, S]) Get(ctx context.Context, id string) (*T, error) {
	found, _, err := c.get(ctx, id)
	return found, err
}

func (c *Collection[T, S]) get(ctx context.Context, id string) (*T, *call, error) {
	made, err := c.client.do(ctx, c.request(http.MethodGet, "read", id))
	if err != nil {
		return nil, nil, err
	}
	found, err := c.decode(made, id)
	return found, made, err
}

// maxRereads limits how often a read is repeated because reads may lag behind writes. The
// waits before all repetitions take 7.5 seconds in total.
const maxRereads = 4

// retryWhile gets an object, and repeats the read for some seconds while again returns true.
// The result is that of the last read.
func (c *Collection[T, S]) retryWhile(ctx context.Context, id string, again func(*T, error) bool) (*T, *call, error) {
	for n := 0; ; n++ {
		found, made, err := c.get(ctx, id)
		if n == maxRereads || !again(found, err) {
			return found, made, err
		}
		gate.Sleep(ctx, firstWait<<n, "an object may appear later")
	}
}

// Create creates an object. It sends the creation only once if the service may have acted on
// it: see [MayHaveActed]. If the response is not the whole object, Create also reads the
// object. If that read fails, Create returns the error together with what the response shows.
func (c *Collection[T, S]) Create(ctx context.Context, settings S) (*T, error) {
	defer c.cache.invalidate()
	r := c.request(http.MethodPost, "create")
	r.body = settings.createBody()
	made, err := c.client.do(ctx, r)
	if err != nil {
		return nil, err
	}
	created, err := c.created(made)
	if err != nil || (*created).IsWhole() {
		return created, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, reread, err := c.retryWhile(ctx, (*created).ObjectID(), func(_ *T, err error) bool { return IsGone(err) })
	switch {
	case err != nil:
		return created, err
	case (*found).IsWhole():
		return found, nil
	}
	return created, reread.decode(created) // The members that the read omits stay.
}

// created returns the object in the response to a creation. If the response names the object
// but does not describe it, the result contains only the id.
func (c *Collection[T, S]) created(made *call) (*T, error) {
	created, err := c.decode(made, "")
	if err == nil && checkID((*created).ObjectID()) == nil {
		return created, nil
	}
	id, err := c.client.createdID(made, err)
	if err != nil {
		return nil, err
	}
	named, _ := json.Marshal(map[string]string{"id": id}) //nolint:errchkjson // a text can be encoded
	created = new(T)
	return created, json.Unmarshal(named, created)
}

// Refresh returns an object. If a run refreshes many objects, Refresh searches their list
// before it reads a single object. A list element may be outdated or incomplete, so Refresh
// uses it only if isConfirmed reports that it equals the caller's state. If the service does
// not find a young object, Refresh repeats the read for some seconds. If the object was last
// seen at another base URL, the object here must have been created at the same time.
func (c *Collection[T, S]) Refresh(ctx context.Context, target Target, isConfirmed func(*T) bool) (*T, error) {
	isListed := c.undocumented.list == "" || c.client.Enabled(c.undocumented.list)
	if isListed && c.client.config.RefreshFromList {
		if found := c.cache.find(ctx, target.ID, c.pages); found != nil && isConfirmed(found) {
			return found, nil
		}
	}
	return c.find(ctx, target)
}

func (c *Collection[T, S]) find(ctx context.Context, target Target) (*T, error) {
	found, _, err := c.retryWhile(ctx, target.ID, func(_ *T, err error) bool { return IsGone(err) && target.isYoung(err) })
	if err == nil && c.client.IsElsewhere(target.SeenAt) && target.isCreatedAtAnotherTime((*found).creationTime()) {
		return nil, &Error{Operation: fmt.Sprintf("find %s %q", c.noun, target.ID), Class: Refused, Err: fmt.Errorf(
			"%w %s, and was created at another time than the object with this id at %s", ErrSeenElsewhere, target.SeenAt, c.client.BaseURL())}
	}
	return found, c.client.CheckGone(ctx, target, err)
}

// guard prevents a write to another object with the same id: services may assign the same
// ids. It reads an object that was last seen at another base URL. It does not use the list,
// which may be older than the object.
func (c *Collection[T, S]) guard(ctx context.Context, target Target) error {
	if !c.client.IsElsewhere(target.SeenAt) {
		return nil
	}
	_, err := c.find(ctx, target)
	return err
}

// Update sends all settings of an object. If the response is not the whole object, Update
// reads the object for some seconds until isApplied reports true. The API documentation
// shows neither the response to an update nor the effect of an omitted member (interface
// section 4.1).
func (c *Collection[T, S]) Update(ctx context.Context, target Target, settings S, isApplied func(*T) bool) (*T, error) {
	return c.settle(ctx, target, isApplied, func() (*T, error) { return c.patch(ctx, target.ID, settings.updateBody(target.ID)) })
}

// patch sends an update. The result is nil if the response is not the whole object.
func (c *Collection[T, S]) patch(ctx context.Context, id string, body any) (*T, error) {
	r := c.request(http.MethodPatch, "update", id)
	r.body, r.undocumented = body, c.undocumented.update
	made, err := c.client.do(ctx, r)
	if err != nil {
		return nil, err
	}
	if updated, unusable := c.decode(made, id); unusable == nil && (*updated).IsWhole() {
		return updated, nil
	}
	return nil, nil //nolint:nilnil // the caller then reads the object
}

// settle sends an update, and reads the object until isApplied reports true, unless send
// returns the whole object.
func (c *Collection[T, S]) settle(ctx context.Context, target Target, isApplied func(*T) bool, send func() (*T, error)) (*T, error) {
	defer c.cache.invalidate()
	if err := c.guard(ctx, target); err != nil {
		return nil, err
	}
	if updated, err := send(); err != nil || updated != nil {
		return updated, c.client.CheckGone(ctx, target, err)
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, _, err := c.retryWhile(ctx, target.ID, func(found *T, err error) bool { return err == nil && !isApplied(found) })
	return found, err
}

// Delete deletes an object, and returns nil only if the service says that it is gone.
func (c *Collection[T, S]) Delete(ctx context.Context, target Target) error {
	defer c.cache.invalidate()
	if err := c.guard(ctx, target); err != nil {
		return err
	}
	r := c.request(http.MethodDelete, "delete", target.ID)
	r.undocumented = c.undocumented.remove
	err := c.client.CheckGone(ctx, target, c.confirmDeletion(ctx, target, c.client.remove(ctx, r)))
	if IsGone(err) {
		return nil
	}
	return err
}

// confirmDeletion returns nil, or an error that means [IsGone], if the service no longer has
// an object. The deletion request ended with requestErr, which may be nil. Three responses
// prove nothing: a success status other than 204, a 404 for a young object, and a 404 to an
// undocumented deletion, because the service may lack that operation. After such a response,
// confirmDeletion reads the object.
func (c *Collection[T, S]) confirmDeletion(ctx context.Context, target Target, requestErr error) error {
	failure, _ := errors.AsType[*Error](requestErr)
	isAccepted, isYoung := errors.Is(requestErr, ErrNotDeleted), target.isYoung(requestErr)
	if isGone := IsGone(requestErr); isGone && !isYoung && failure.UndocumentedOperation == "" || !isGone && !isAccepted {
		return requestErr
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	mayHaveActed := MayHaveActed(requestErr)
	_, _, err := c.retryWhile(ctx, target.ID, func(_ *T, err error) bool { return err == nil && mayHaveActed || isYoung && IsGone(err) })
	switch {
	case IsGone(err):
		return err
	case err == nil && !mayHaveActed && failure.UndocumentedOperation != "":
		return failure.because(ErrNotSupported)
	case err == nil:
		return failure.because(errors.New("the service still has the object after the request to delete it"))
	}
	return failure.because(fmt.Errorf("the deletion is not confirmed: %w. If the object is gone, run state rm", err))
}

// All iterates over all objects. If whole is true, All gets each object individually whose
// element of the list is incomplete: a missing member would otherwise look like an unset
// one. All skips an object that is gone. An error beside an object is about this object
// alone.
func (c *Collection[T, S]) All(ctx context.Context, whole bool) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for element, err := range c.pages().all(ctx) {
			if err == nil && whole && !(*element).IsWhole() {
				var found *T
				if found, err = c.Get(ctx, (*element).ObjectID()); err == nil {
					element = found
				}
			}
			if !IsGone(err) && !yield(element, err) {
				return
			}
		}
	}
}

// pages returns the list of the objects.
func (c *Collection[T, S]) pages() *pages[T] {
	first := c.request(http.MethodGet, "list")
	first.operation, first.undocumented, first.isPage = first.operation+"s", c.undocumented.list, true
	return &pages[T]{client: c.client, elements: c.elements, next: first, ids: map[string]bool{}}
}
