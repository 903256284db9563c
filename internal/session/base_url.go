// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// NoteSeen stores in private state that an object was seen at the current base URL.
func (s *Session) NoteSeen(ctx context.Context, private privatestate.State, diags *diag.Diagnostics) {
	if privatestate.BaseURL.Load(ctx, private, diags) != s.API.BaseURL() {
		privatestate.BaseURL.Store(ctx, private, s.API.BaseURL(), diags)
	}
}

// SeenElsewhere prevents a wrong base_url from removing all objects from state. If
// [api.IsGone] reports true for err, but the object was last seen at another base URL,
// SeenElsewhere returns an error with the cause [api.ErrSeenElsewhere]. For the returned
// error, [api.IsGone] reports false. SeenElsewhere returns every other err unchanged.
func (s *Session) SeenElsewhere(ctx context.Context, private privatestate.State, err error) error {
	var damage diag.Diagnostics // A damaged value says nothing about the base URL.
	seen := privatestate.BaseURL.Load(ctx, private, &damage)
	if !api.IsGone(err) || seen == "" || seen == s.API.BaseURL() {
		return err
	}
	return api.NotConfirmed(err, fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, seen))
}
