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

// Schema contains the only method of a schema that this package needs.
type Schema interface {
	TypeAtPath(ctx context.Context, at path.Path) (attr.Type, diag.Diagnostics)
}

// attributePath returns the path of the attribute for a member of a request body. The
// argument pointer is a JSON pointer (RFC 6901) to the member. If schema has an attribute
// only for the beginning of the pointer, the path ends at that attribute. The elements of
// a set have no position, so the path of an element is the path of the set.
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
// reports whether schema has the new path.
func step(ctx context.Context, schema Schema, at path.Path, token string) (path.Path, bool) {
	next := at.AtName(token)
	// Tokens such as -1 and 01 are not indexes (RFC 6901, section 4).
	if index, err := strconv.ParseUint(token, 10, 31); err == nil && strconv.FormatUint(index, 10) == token {
		next = at.AtListIndex(int(index))
	}
	_, diags := schema.TypeAtPath(ctx, next)
	return next, !diags.HasError()
}
