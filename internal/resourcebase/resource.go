// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package resourcebase contains what all resources and data sources share of Terraform: their
// base types, the address of an object, the end of a refresh, private state, and the data
// sources and list resources of objects with an id.
package resourcebase

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Resource has the methods that are the same for all resources.
type Resource struct {
	Name string      // the type name without the prefix of the provider
	API  *api.Client // nil before the provider is configured, as in a validation
}

func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Name
}

func (r *Resource) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	r.API, _ = req.ProviderData.(*api.Client)
}

// DataSource has the methods that are the same for all data sources.
type DataSource struct {
	Name string // the type name without the prefix of the provider
	API  *api.Client
}

func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.Name
}

func (d *DataSource) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.API, _ = req.ProviderData.(*api.Client)
}

// IDRule returns the rule for ids in a configuration. Ids in responses follow it too.
func IDRule() attribute.TextRule {
	return attribute.TextRule{Summary: "Invalid id", Accepts: api.IsID,
		Described: "must have only printable characters, in Unicode normalization form C. A common cause is a trailing line break: use trimspace()"}
}

// baseURL is the base URL at which the object was last seen. An OAuth module that cannot be
// read was last seen where the last PUT set it.
const baseURL Key[string] = "base_url"

// RespondedAt is [api.Target.RespondedAt].
const RespondedAt Key[string] = "responded_at"

func (r *Resource) Target(ctx context.Context, private PrivateState, of Assigned) api.Target {
	return api.Target{
		ID: of.ID.ValueString(), CreatedAt: of.CreatedAt.ValueString(),
		RespondedAt: RespondedAt.Load(ctx, private), SeenAt: baseURL.Load(ctx, private),
	}
}

// NoteBaseURL stores the current base URL, if it is known, as the address of the object.
func (r *Resource) NoteBaseURL(ctx context.Context, private PrivateState, diags *diag.Diagnostics) {
	if seen := baseURL.Load(ctx, private); seen == "" && r.API.BaseURL() != "" || r.API.IsElsewhere(seen) {
		baseURL.Store(ctx, private, r.API.BaseURL(), diags)
	}
}

// FinishRead handles the result of the read in a refresh, and reports whether the object was
// found. It removes an object that is gone from state, and warns if base_url has changed.
func (r *Resource) FinishRead(ctx context.Context, target api.Target, object string, err error, resp *resource.ReadResponse) (found bool) {
	switch {
	case api.IsGone(err):
		resp.Diagnostics.Append(apidiag.Gone(object))
		resp.State.RemoveResource(ctx)
	case err != nil:
		resp.Diagnostics.Append(apidiag.FromError(err))
	case r.API.IsElsewhere(target.SeenAt):
		resp.Diagnostics.Append(apidiag.OtherBaseURL(object, r.API.RedactURL(target.SeenAt), r.API.RedactURL(r.API.BaseURL())))
	}
	if err == nil {
		r.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	}
	return err == nil
}
