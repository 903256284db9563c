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

// seenKey is a key in private state. Its value is the base URL at which an object was
// last seen, as a JSON string. [strconv.Quote] can write this JSON string, because Go and
// JSON quote printable text in the same way.
const seenKey = "base_url"

// PrivateState is the framework's private state. The framework does not export the type.
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

// SeenElsewhere prevents a wrong base_url from removing all objects from state. If
// [api.IsGone] reports true for err, but the object was last seen at another base URL,
// SeenElsewhere returns an error with the cause [api.ErrSeenElsewhere]. For the returned
// error, [api.IsGone] reports false. SeenElsewhere returns every other err unchanged.
func (s *Session) SeenElsewhere(ctx context.Context, private PrivateState, err error) error {
	noted, _ := private.GetKey(ctx, seenKey)
	seen, unquoteErr := strconv.Unquote(string(noted))
	if !api.IsGone(err) || unquoteErr != nil || seen == s.API.BaseURL() {
		return err
	}
	return api.NotConfirmed(err, fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, seen))
}
