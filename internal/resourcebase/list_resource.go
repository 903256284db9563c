// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"cmp"
	"context"
	"iter"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// listResource has the type name and the client of the managed resource.
type listResource[T api.Object] struct {
	Resource

	kind Kind[T]
}

func (l *listResource[T]) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	text := "Lists the " + api.Plural(l.kind.Noun) + " of the account, in the service's order. " + l.kind.ListNote
	resp.Schema = schema.Schema{MarkdownDescription: strings.TrimSpace(text)}
}

// List streams the objects page by page. If the query asks for whole objects, incomplete
// elements are read individually: from an incomplete element, the CLI would generate a
// configuration whose plan removes the missing settings.
func (l *listResource[T]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	objects := l.kind.Objects(l.API).All(ctx, req.IncludeResource)
	stream.Results = results(req.Limit, objects, func(object *T) list.ListResult { return l.result(ctx, req, object) })
}

func (l *listResource[T]) result(ctx context.Context, req list.ListRequest, object *T) list.ListResult {
	result, id := req.NewListResult(ctx), (*object).ObjectID()
	result.DisplayName = cmp.Or(l.API.Redact(l.kind.Description(object)), l.API.Redact(id))
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("id"), id)...)
	if req.IncludeResource {
		result.Diagnostics.Append(result.Resource.Set(ctx, l.kind.Imported(ctx, object))...)
	}
	return result
}

// results returns at most limit results, or all results if limit is 0. If a request for the
// list fails, the last result is the error. An object that cannot be read causes a warning,
// because CLIs end a query at the first error.
func results[T any](limit int64, listed iter.Seq2[*T, error], result func(*T) list.ListResult) iter.Seq[list.ListResult] {
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
