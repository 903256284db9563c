// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
)

// ListResults converts listed objects to the results of "terraform query". It
// returns at most limit results, or all results if limit is 0. If a request for the
// list fails, the last result contains the error.
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
