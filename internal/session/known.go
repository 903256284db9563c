// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// Known is what state says of an object.
type Known struct {
	ID        string
	CreatedAt string // RFC 3339; "" if not known
	SeenAt    string // the base URL at which the object was last seen; "" if not known
}

// Known returns what state says of an object.
func (s *Session) Known(ctx context.Context, private privatestate.State, id, createdAt string) Known {
	return Known{id, createdAt, privatestate.BaseURL.Load(ctx, private)}
}

// NoteBaseURL stores the current base URL in private state, as the address where the object
// was last seen.
func (s *Session) NoteBaseURL(ctx context.Context, private privatestate.State, diags *diag.Diagnostics) {
	if privatestate.BaseURL.Load(ctx, private) != s.API.BaseURL() {
		privatestate.BaseURL.Store(ctx, private, s.API.BaseURL(), diags)
	}
}

// IsElsewhere reports whether an object was last seen at another base URL than the present
// one. Then the same id may name another object here, or none.
func (s *Session) IsElsewhere(known Known) bool {
	return known.SeenAt != "" && known.SeenAt != s.API.BaseURL()
}

// CheckGone prevents a wrong base_url from removing all objects from state. If
// [api.IsGone] reports true for err, but the object was last seen at another base URL,
// CheckGone returns an error with the cause [api.ErrSeenElsewhere]. For the returned
// error, [api.IsGone] reports false. CheckGone returns every other err unchanged.
func (s *Session) CheckGone(known Known, err error) error {
	failure, _ := errors.AsType[*api.Error](err)
	if !api.IsGone(err) || !s.IsElsewhere(known) {
		return err
	}
	return failure.Because(fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, known.SeenAt))
}

// isApart reports whether two creation times (RFC 3339) are different instants. It reports
// false if one of them is invalid.
func isApart(one, other string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, one)
	second, invalidSecond := time.Parse(time.RFC3339, other)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() >= time.Second
}
