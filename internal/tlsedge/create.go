// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Create creates the TLS edge with one request. State gets the plan, completed
// by the service's choices. Once the edge exists, a failure is a warning and not
// an error: a CLI taints a resource whose creation failed, and this edge could
// not be deleted.
func (r *tlsEdgeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := readModel(ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	sent := time.Now()
	created, err := r.Session.CreateTLSEdge(ctx, plan.toAPI())
	if created == nil {
		resp.Diagnostics.Append(r.notCreated(ctx, req.Plan.Schema, sent, err)...)
		return
	}
	answered := plan.fromAPI(ctx, created)
	own := storeOwnModules(ctx, resp.Private, answered.named(), plan, &resp.Diagnostics)
	state := plan.after(ctx, attribute.Creation, created, own)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	resp.Diagnostics.Append(r.Session.NoteSeen(ctx, resp.Private)...)
	if err != nil {
		resp.Diagnostics.Append(apidiag.CreatedUnread(state.object(), err))
	}
	for _, change := range answered.without(ctx, own).differences(state) {
		resp.Diagnostics.Append(apidiag.NotAppliedByCreation(change.at, state.object()))
	}
}

// completed returns the plan m of a new edge, with unknown values replaced by
// the service's choices.
func (m model) completed(ctx context.Context, answered model) model {
	m.ID, m.URI, m.CreatedAt = answered.ID, answered.URI, answered.CreatedAt
	if m.Hostports.IsUnknown() {
		m.Hostports = answered.Hostports
	}
	if chosen := membersOf(m.TLSTermination); chosen.text("min_version").IsUnknown() {
		chosen["min_version"] = membersOf(answered.TLSTermination).text("min_version")
		m.TLSTermination = types.ObjectValueMust(m.TLSTermination.AttributeTypes(ctx), chosen)
	}
	return m
}

// CreationUnknown is the summary of the error after which the service may have an
// edge that is not in state.
const CreationUnknown = "Could not tell whether a TLS edge was created"

// notCreated returns the error of a creation. If the request, sent at the given
// time, may have created an edge all the same, it says so.
func (r *tlsEdgeResource) notCreated(ctx context.Context, schema apidiag.Schema, sent time.Time, err error) diag.Diagnostics {
	if !api.MayHaveActed(err) {
		return apidiag.FromError(ctx, schema, err)
	}
	where := "in the service's console"
	if r.offers(api.ListTLSEdges) {
		where = "with the data source trafficedge_tls_edges"
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic(
		CreationUnknown,
		fmt.Sprintf("%v.\n\nIt may exist all the same, created at %s or a little later. Nothing was sent again, and nothing is in "+
			"state. Look for it %s, and import it before you apply again.\n"+
			"See \"Could not tell whether a TLS edge was created\" in the Troubleshooting guide.",
			err, sent.UTC().Format(time.RFC3339), where),
	)}
}
