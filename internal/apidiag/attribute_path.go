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
// the member's JSON pointer (RFC 6901). The path covers the longest prefix of the pointer
// that exists in the schema. For an element of a set, the path ends at the set, because
// elements of a set have no position.
func attributePath(ctx context.Context, schema Schema, pointer string) (at path.Path, found bool) {
	if schema == nil {
		return path.Empty(), false
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		next := at.AtName(unescape.Replace(token))
		if index, err := strconv.ParseUint(token, 10, 31); err == nil {
			next = at.AtListIndex(int(index))
		}
		if _, diags := schema.TypeAtPath(ctx, next); diags.HasError() {
			break
		}
		at, found = next, true
	}
	return at, found
}
