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

// seenKey is the key in private state of the base URL at which an object was last seen,
// as a JSON string. A printable text has the same form in Go.
const seenKey = "base_url"

// PrivateState is the framework's private state, whose type is internal there.
type PrivateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// NoteSeen notes in private state that an object was seen at this base URL.
func (s *Session) NoteSeen(ctx context.Context, private PrivateState) diag.Diagnostics {
	noted, diags := private.GetKey(ctx, seenKey)
	if seen := strconv.Quote(s.API.BaseURL()); seen != string(noted) {
		diags.Append(private.SetKey(ctx, seenKey, []byte(seen))...)
	}
	return diags
}

// SeenElsewhere returns err. If it says that an object is gone, but the object was last
// seen at another base URL, the result is [api.ErrSeenElsewhere] and not [api.IsGone]:
// a wrong address must not empty a state.
func (s *Session) SeenElsewhere(ctx context.Context, private PrivateState, err error) error {
	noted, _ := private.GetKey(ctx, seenKey)
	seen, unquoteErr := strconv.Unquote(string(noted))
	if !api.IsGone(err) || unquoteErr != nil || seen == s.API.BaseURL() {
		return err
	}
	return api.NotConfirmed(err, fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, seen))
}
