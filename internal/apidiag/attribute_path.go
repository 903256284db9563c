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

// Schema is the part of a framework schema that this package needs.
type Schema interface {
	TypeAtPath(ctx context.Context, at path.Path) (attr.Type, diag.Diagnostics)
}

// attributePath returns the path of the attribute for a member of a request body, given
// the member's JSON pointer (RFC 6901). The path is for the longest beginning of the
// pointer that the schema has. For an element of a set, the path ends at the set, because
// such elements have no position.
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

// step adds a token of a JSON pointer to a path. The token is the name
// of an attribute or the index of a list element. The boolean result
// is true if the schema has the new path.
func step(ctx context.Context, schema Schema, at path.Path, token string) (path.Path, bool) {
	next := at.AtName(token)
	// Tokens such as -1 and 01 are not indexes (RFC 6901, section 4).
	if index, err := strconv.ParseUint(token, 10, 31); err == nil && strconv.FormatUint(index, 10) == token {
		next = at.AtListIndex(int(index))
	}
	_, diags := schema.TypeAtPath(ctx, next)
	return next, !diags.HasError()
}
