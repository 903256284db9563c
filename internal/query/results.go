// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package query returns listed objects to "terraform query".
package query

import (
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// Results converts listed objects to the results of "terraform query". It
// returns at most limit results, or all results if limit is 0. If a request for the
// list fails, the last result contains the error. If a single object cannot be read, the
// result is a warning, because CLIs end a query at the first error.
func Results[T any](limit int64, listed iter.Seq2[*T, error], result func(*T) list.ListResult) iter.Seq[list.ListResult] {
	return func(push func(list.ListResult) bool) {
		var count int64
		for object, err := range listed {
			var next list.ListResult
			switch {
			case err == nil:
				next = result(object)
				count++
			case object != nil:
				failed := apidiag.FromError(err)
				next.Diagnostics.AddWarning(failed.Summary(), failed.Detail())
			default:
				push(list.ListResult{Diagnostics: diag.Diagnostics{apidiag.FromError(err)}})
				return
			}
			if !push(next) || count == limit && limit > 0 {
				return
			}
		}
	}
}
