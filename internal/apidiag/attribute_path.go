// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Schema is the part of a schema that this package needs: the types of attributes.
type Schema interface {
	TypeAtPath(ctx context.Context, at path.Path) (attr.Type, diag.Diagnostics)
}

// attributePath returns the attribute that a JSON pointer (RFC 6901) into a request
// body points to, as deep as schema goes. An element of a set has no position, so a
// complaint about one lands on the set.
func attributePath(ctx context.Context, schema Schema, pointer string) (path.Path, bool) {
	at := path.Empty()
	if schema == nil {
		return at, false
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		next, ok := step(ctx, schema, at, unescape.Replace(token))
		if !ok {
			break
		}
		at = next
	}
	return at, len(at.Steps()) > 0
}

// step returns the attribute or the element of a list that a token of a JSON
// pointer names below another one.
func step(ctx context.Context, schema Schema, at path.Path, token string) (path.Path, bool) {
	next := at.AtName(token)
	// A token such as -1 or 01 is no position (RFC 6901, section 4).
	if index, err := strconv.ParseUint(token, 10, 31); err == nil && strconv.FormatUint(index, 10) == token {
		next = at.AtListIndex(int(index))
	}
	_, diags := schema.TypeAtPath(ctx, next)
	return next, !diags.HasError()
}
