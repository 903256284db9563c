// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// seenKey is the private state key for the base URL at which an object was last seen. The
// value is a JSON string. Printable text has the same quoted form in Go and in JSON.
const seenKey = "base_url"

// PrivateState is the framework's private state, whose own type is not exported.
type PrivateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// NoteSeen stores in private state that an object was seen at the current base URL.
func (s *Session) NoteSeen(ctx context.Context, private PrivateState) diag.Diagnostics {
	noted, diags := private.GetKey(ctx, seenKey)
	if seen := strconv.Quote(s.API.BaseURL()); seen != string(noted) {
		diags.Append(private.SetKey(ctx, seenKey, []byte(seen))...)
	}
	return diags
}

// SeenElsewhere returns err, unless the object of an [api.IsGone] error was last seen at
// another base URL. In that case, the cause of the result is [api.ErrSeenElsewhere], and
// the result is not [api.IsGone]. Otherwise a wrong base_url would remove all objects from
// state.
func (s *Session) SeenElsewhere(ctx context.Context, private PrivateState, err error) error {
	noted, _ := private.GetKey(ctx, seenKey)
	seen, unquoteErr := strconv.Unquote(string(noted))
	if !api.IsGone(err) || unquoteErr != nil || seen == s.API.BaseURL() {
		return err
	}
	return api.NotConfirmed(err, fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, seen))
}
