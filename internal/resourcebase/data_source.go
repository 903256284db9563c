// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

type objectDataSource[T api.Object] struct {
	DataSource

	kind Kind[T]
}

func (d *objectDataSource[T]) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := d.kind.Attributes(ctx)
	attributes["id"] = attribute.IDToRead("The id of the "+d.kind.Noun+" to read.", IDRule())
	description := fmt.Sprintf("Reads one %s by its id. %s", d.kind.Noun, d.kind.Note)
	resp.Schema = schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

func (d *objectDataSource[T]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.kind.Objects(d.API).Get(ctx, id.ValueString())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, d.kind.Values(ctx, found))...)
}

type listDataSource[T api.Object] struct {
	DataSource

	kind Kind[T]
}

func (d *listDataSource[T]) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: strings.TrimSpace(fmt.Sprintf("Reads all %s of the account. %s", api.Plural(d.kind.Noun), d.kind.ListNote)),
		Attributes: map[string]schema.Attribute{
			d.Name: schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "All " + api.Plural(d.kind.Noun) + ", in the service's order.",
				NestedObject:        schema.NestedAttributeObject{Attributes: d.kind.Attributes(ctx)},
			},
		},
	}
}

func (d *listDataSource[T]) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	objects := []any{}
	for object, err := range d.kind.Objects(d.API).All(ctx, true) {
		if err != nil {
			resp.Diagnostics.Append(apidiag.FromError(err))
			return
		}
		objects = append(objects, d.kind.Values(ctx, object))
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(d.Name), objects)...)
}
