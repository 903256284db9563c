// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

const (
	// young is the age below which an object counts as young. Reads may lag behind
	// writes, so the response to a read may be a 404 although the young object exists.
	young = time.Minute
	// interruptedTime limits the requests that follow a write, such as the read of a
	// created object. After the user interrupts the run, these requests continue for at
	// most this time.
	interruptedTime = 10 * time.Second
)

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

// confirmDeletion returns nil if the service has deleted an object. The deletion
// request ended with requestErr, which may be nil. If the object did not exist
// before the request, [api.IsGone] reports true for the returned error. Three
// responses prove nothing: a success status other than 204, a 404 for a young
// object, and a 404 to an undocumented deletion, because the service may lack that
// operation. After such a response, confirmDeletion reads the object with get.
func confirmDeletion[T any](
	ctx context.Context, requestErr error, isYoung bool, get func(context.Context, api.Repeat) (*T, error),
) error {
	failure, _ := errors.AsType[*api.Error](requestErr)
	accepted := errors.Is(requestErr, api.ErrNotDeleted)
	isDoubtful := api.IsGone(requestErr) && (isYoung || failure.UndocumentedOperation != "")
	if !accepted && !isDoubtful {
		return requestErr
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	mayHaveActed := api.MayHaveActed(requestErr)
	_, err := get(ctx, api.Repeat{Gone: isYoung, Found: func([]byte) bool { return mayHaveActed }})
	switch {
	case api.IsGone(err) && accepted:
		return nil
	case api.IsGone(err):
		return requestErr
	case err == nil && !mayHaveActed && failure.UndocumentedOperation != "":
		err = api.ErrNotOffered
	case err == nil:
		err = errors.New("the service still has the object after the request to delete it")
	default:
		err = fmt.Errorf("the deletion is not confirmed: %w. If the object is gone, run state rm", err)
	}
	return api.NotConfirmed(requestErr, err)
}

// unapplied returns a value for the field Found of [api.Repeat]. If the response to
// an update has no body, only a read shows the result, and reads may lag behind the
// update. The read is therefore repeated until isApplied reports true.
func unapplied[T any](hasNoBody bool, isApplied func(*T) bool) func(body []byte) bool {
	return func(body []byte) bool {
		read := new(T)
		return hasNoBody && json.Unmarshal(body, read) == nil && !isApplied(read)
	}
}

// isYoung reports whether an object that was created at createdAt (RFC 3339) is young,
// according to the service's clock. If createdAt is invalid, the object counts as young.
func (s *Session) isYoung(createdAt string) bool {
	created, err := time.Parse(time.RFC3339, createdAt)
	return err != nil || s.API.ServiceTime(time.Now()).Sub(created) < young
}

// NoteBaseURL stores the current base URL in private state, as the address where the object
// was last seen.
func (s *Session) NoteBaseURL(ctx context.Context, private privatestate.State, diags *diag.Diagnostics) {
	if privatestate.BaseURL.Load(ctx, private, diags) != s.API.BaseURL() {
		privatestate.BaseURL.Store(ctx, private, s.API.BaseURL(), diags)
	}
}

// CheckBaseURL prevents a wrong base_url from removing all objects from state. If
// [api.IsGone] reports true for err, but the object was last seen at another base URL,
// CheckBaseURL returns an error with the cause [api.ErrSeenElsewhere]. For the returned
// error, [api.IsGone] reports false. CheckBaseURL returns every other err unchanged.
func (s *Session) CheckBaseURL(ctx context.Context, private privatestate.State, err error) error {
	var damage diag.Diagnostics // ignored, because a damaged value does not name another base URL
	seen := privatestate.BaseURL.Load(ctx, private, &damage)
	if !api.IsGone(err) || seen == "" || seen == s.API.BaseURL() {
		return err
	}
	return api.NotConfirmed(err, fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, seen))
}
