// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
)

// Settings are the settings of an object that a caller chooses.
type Settings interface {
	createBody() any
	updateBody(id string) map[string]any
}

// Collection has the operations on all objects of one kind. It is safe for concurrent use. A
// write includes the reads that follow it, repeated while they lag behind.
type Collection[T Object, S Settings] struct {
	client   *Client
	noun     string   // in errors, such as "TLS edge"
	path     []string // the segments of the collection's path
	elements string   // the member of a page that has its elements

	// decode fails if the response does not describe an object, or if the object has another id
	// than the given one, unless that is "". See [decodeIdentified].
	decode       func(made *call, id string) (*T, error)
	undocumented undocumented

	cache        listCache[T]
	lastCreation atomic.Int64 // when the service responded to it, in Unix time
}

// undocumented names operations on a collection that the API documentation does not show.
type undocumented struct{ list, update, remove UndocumentedOperation }

// request returns a request for the collection, or for the object with the given id.
func (c *Collection[T, S]) request(method, verb string, id ...string) request {
	operation := verb + " " + c.noun
	if len(id) > 0 {
		operation += fmt.Sprintf(" %q", id[0])
	}
	return c.client.request(method, operation, slices.Concat(c.path, id)...)
}

// Get returns an object. If the object does not exist, [IsGone] returns true for the error. For a
// minute after a creation, Get repeats a read that does not find the object, which may be the new one.
func (c *Collection[T, S]) Get(ctx context.Context, id string) (*T, error) {
	rest := young - time.Since(time.Unix(c.lastCreation.Load(), 0))
	found, _, err := c.reread(ctx, id, func(_ *T, err error) time.Duration { return lagIfGone(err, rest) })
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

const maxRereadWait = 8 * time.Second

// reread repeats a read, and returns the last result. The waits before a further read take at
// most the time that lag returns for a result: 0 if the result is final.
func (c *Collection[T, S]) reread(ctx context.Context, id string, lag func(*T, error) time.Duration) (*T, *call, error) {
	waited := time.Duration(0)
	for wait := firstWait; ; wait = min(2*wait, maxRereadWait) {
		found, made, err := c.get(ctx, id)
		rest := lag(found, err) - waited
		if rest <= 0 {
			return found, made, err
		}
		sleep(ctx, min(wait, rest), fmt.Sprintf("reads of %s %q may lag behind a write", c.noun, id))
		waited += wait
	}
}

// Create creates an object, and reads it if the response is not the whole object. If that read
// fails, Create returns the error together with what the response shows, unless the service has no
// such object. Create does not repeat a request on which the service may have acted: see
// [MayHaveActed]. The second result is [Target.RespondedAt].
func (c *Collection[T, S]) Create(ctx context.Context, settings S) (*T, string, error) {
	defer c.cache.invalidate()
	r := c.request(http.MethodPost, "create")
	r.body = settings.createBody()
	made, err := c.client.do(ctx, r)
	if err != nil {
		return nil, "", err
	}
	c.lastCreation.Store(time.Now().Unix())
	created, err := c.created(made)
	responded := made.last.date()
	if err != nil || (*created).IsWhole() {
		return created, responded, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	id := (*created).ObjectID()
	found, read, err := c.reread(ctx, id, func(_ *T, err error) time.Duration { return lagIfGone(err, young) })
	switch {
	case IsGone(err):
		return nil, "", made.failure(fmt.Errorf("the response has the id %q, but the service has no such object", id))
	case err != nil:
		return created, responded, err
	case (*found).IsWhole():
		return found, responded, nil
	}
	return created, responded, read.decode(created) // The members that the read omits stay.
}

// created returns only an id if the response names the object but does not describe it.
func (c *Collection[T, S]) created(made *call) (*T, error) {
	created, err := c.decode(made, "")
	if err == nil && checkID((*created).ObjectID()) == nil {
		return created, nil
	}
	id, err := c.client.createdID(made, err)
	if err != nil {
		return nil, err
	}
	named, _ := json.Marshal(map[string]string{"id": id}) // a text can be encoded
	created = new(T)
	return created, json.Unmarshal(named, created)
}

// Refresh returns an object. If a run refreshes many objects, it searches their list first. A
// list element may be outdated or incomplete, so isConfirmed must report that it equals the
// caller's state. Refresh repeats the read of a young object that is not found. An object that
// was last seen at another base URL must have been created at the same time.
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
	found, made, err := c.reread(ctx, target.ID, func(_ *T, err error) time.Duration { return target.lag(err) })
	if err == nil && c.client.IsElsewhere(target.SeenAt) && target.isCreatedAtAnotherTime((*found).creationTime()) {
		return nil, made.failure(fmt.Errorf("%w %s, and was created at another time than the object with this id at %s",
			ErrSeenElsewhere, c.client.RedactURL(target.SeenAt), c.client.RedactURL(c.client.BaseURL())))
	}
	return found, c.client.CheckGone(ctx, target, err)
}

// guard prevents a write to another object with the same id, which another service may assign.
// It does not use the list, which may be older than the object.
func (c *Collection[T, S]) guard(ctx context.Context, target Target) error {
	if !c.client.IsElsewhere(target.SeenAt) {
		return nil
	}
	_, err := c.find(ctx, target)
	return err
}

// Update sends all settings of an object. If the response, which the API documentation does
// not show (interface section 4.1), is not the whole object, Update reads the object for some
// seconds until isApplied reports true.
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
	if updated, unusable := c.decode(made, ""); unusable == nil && (*updated).IsWhole() {
		if other := (*updated).ObjectID(); other != id {
			return nil, made.errWrongObject(other)
		}
		return updated, nil
	}
	return nil, nil //nolint:nilnil // the caller then reads the object
}

// settle reads the object until isApplied reports true, unless send returns the whole object.
func (c *Collection[T, S]) settle(ctx context.Context, target Target, isApplied func(*T) bool, send func() (*T, error)) (*T, error) {
	defer c.cache.invalidate()
	if err := c.guard(ctx, target); err != nil {
		return nil, err
	}
	if updated, err := send(); err != nil || updated != nil {
		return updated, c.client.CheckGone(ctx, target, err)
	}
	return c.readAfterWrite(ctx, target, isApplied)
}

// readAfterWrite repeats a read that lags behind: isDone reports whether the read shows the write.
func (c *Collection[T, S]) readAfterWrite(ctx context.Context, target Target, isDone func(*T) bool) (*T, error) {
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, _, err := c.reread(ctx, target.ID, func(found *T, err error) time.Duration {
		if err == nil && !isDone(found) {
			return maxLag
		}
		return target.lag(err)
	})
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
	_, err := c.confirmDeletion(ctx, target, c.client.delete(ctx, r), func(*T) bool { return true })
	if err = c.client.CheckGone(ctx, target, err); IsGone(err) {
		return nil
	}
	return err
}

// confirmDeletion reads the object if err, from a deletion, proves nothing: a success other than
// 204, a 404 for a young object, or a 404 to an undocumented deletion, which the service may
// lack. It returns a read that shows that the deletion is done: has reports whether a read still
// shows what was deleted, which is the object or a module. If the read fails, the cause is
// [ErrUnconfirmed].
func (c *Collection[T, S]) confirmDeletion(ctx context.Context, target Target, err error, has func(*T) bool) (*T, error) {
	failure, _ := errors.AsType[*Error](err)
	isAccepted, mayHaveActed := errors.Is(err, errNotDeleted), MayHaveActed(err)
	if isGone := IsGone(err); isGone && target.lag(err) == 0 && failure.UndocumentedOperation == "" || !isGone && !isAccepted {
		return nil, err
	}
	found, readErr := c.readAfterWrite(ctx, target, func(found *T) bool { return !mayHaveActed || !has(found) })
	switch {
	case IsGone(readErr):
		return nil, readErr
	case readErr != nil:
		return nil, failure.because(fmt.Errorf("%w: %w", ErrUnconfirmed, readErr))
	case !has(found):
		return found, nil
	case !mayHaveActed && failure.UndocumentedOperation != "":
		return nil, failure.because(ErrNotSupported)
	}
	return nil, failure.because(errors.New("the service still has it after the request to delete it"))
}

// delete sends a deletion. After any success but 204, the cause is [errNotDeleted].
func (c *Client) delete(ctx context.Context, r request) error {
	made, err := c.do(ctx, r)
	if err != nil || made.last.status == http.StatusNoContent {
		return err
	}
	return made.failure(errNotDeleted)
}

// All iterates over all objects, except those that are gone meanwhile. If whole is true, it
// gets objects whose list element is incomplete: a missing member would otherwise look unset.
// An error beside an object is about this object alone.
func (c *Collection[T, S]) All(ctx context.Context, whole bool) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for element, err := range c.pages().all(ctx) {
			if err == nil && whole && !(*element).IsWhole() {
				var found *T
				if found, err = c.find(ctx, Target{ID: (*element).ObjectID(), CreatedAt: (*element).creationTime()}); err == nil {
					element = found
				}
			}
			if !IsGone(err) && !yield(element, err) {
				return
			}
		}
	}
}

func (c *Collection[T, S]) pages() *pages[T] {
	first := c.client.request(http.MethodGet, "list "+Plural(c.noun), c.path...)
	first.undocumented, first.isPage = c.undocumented.list, true
	return &pages[T]{client: c.client, elements: c.elements, next: first, ids: map[string]bool{}}
}

// Plural returns the plural of the noun or of the type name of an object, such as "IP policies".
func Plural(noun string) string {
	stem, endsInY := strings.CutSuffix(noun, "y")
	if endsInY && strings.LastIndexAny(stem, "aeiou") != len(stem)-1 {
		return stem + "ies"
	}
	return noun + "s"
}
