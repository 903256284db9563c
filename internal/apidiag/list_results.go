// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
)

// ListResults streams objects of the service as the results of a query, up to
// limit unless that is 0. An error ends the stream and is its last result.
func ListResults[T any](
	ctx context.Context, limit int64, listed iter.Seq2[*T, error], result func(*T) list.ListResult,
) iter.Seq[list.ListResult] {
	return func(push func(list.ListResult) bool) {
		var count int64
		for object, err := range listed {
			if err != nil {
				push(list.ListResult{Diagnostics: FromError(ctx, nil, err)})
				return
			}
			count++
			if !push(result(object)) || count == limit {
				return
			}
		}
	}
}
