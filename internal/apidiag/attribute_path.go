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
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Schema is what this package asks of a schema: the type of an attribute.
type Schema interface {
	TypeAtPath(ctx context.Context, at path.Path) (attr.Type, diag.Diagnostics)
}

// attributePath returns the attribute that a JSON pointer (RFC 6901) into a
// request body speaks of, as deep as schema goes. An element of a set has no
// position, so that a complaint about one lands on the set.
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

func step(ctx context.Context, schema Schema, at path.Path, token string) (path.Path, bool) {
	if len(at.Steps()) > 0 {
		parent, _ := schema.TypeAtPath(ctx, at)
		switch parent.(type) {
		case types.SetType:
			return at, false
		case types.ListType:
			if index, ok := listIndex(token); ok {
				return at.AtListIndex(index), true
			}
			return at, false
		}
	}
	next := at.AtName(token)
	_, diags := schema.TypeAtPath(ctx, next)
	return next, !diags.HasError()
}

// listIndex returns the position that a token of a JSON pointer names (RFC 6901,
// section 4). Others, such as -1 or 01, name none.
func listIndex(token string) (int, bool) {
	index, err := strconv.ParseUint(token, 10, 31)
	return int(index), err == nil && strconv.FormatUint(index, 10) == token
}
