// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// listIsUndocumented is the last sentence in the descriptions of the data source
// trafficedge_tls_edges and of the list resource.
const listIsUndocumented = "Needs `list_tls_edges` in the provider's `undocumented_operations`: the API documentation shows " +
	"no list of TLS edges."

// NewDataSource returns the data source trafficedge_tls_edge, which reads one
// TLS edge by its id.
func NewDataSource() datasource.DataSource {
	return &tlsEdgeDataSource{session.DataSource{Name: "tls_edge"}}
}

type tlsEdgeDataSource struct{ session.DataSource }

func (d *tlsEdgeDataSource) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := shownAttributes(ctx)
	attributes["id"] = attribute.IDToRead("The id of the TLS edge to read.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one TLS edge by its id. The read fails if the edge does not exist. If the service omits an attribute, " +
			"the attribute is null. As exceptions, an omitted `enabled` is `true`, and an omitted set of references is empty.",
		Attributes: attributes,
	}
}

func (d *tlsEdgeDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.Session.API.GetTLSEdge(ctx, id.ValueString())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, shown(shownType(ctx), found))...)
}

// NewListDataSource returns the data source trafficedge_tls_edges, which reads
// all TLS edges of the account.
func NewListDataSource() datasource.DataSource {
	return &tlsEdgesDataSource{session.DataSource{Name: "tls_edges"}}
}

type tlsEdgesDataSource struct{ session.DataSource }

func (d *tlsEdgesDataSource) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all TLS edges of the account: one request for each page of the list, and one for each edge that the list shows in part. " + listIsUndocumented,
		Attributes: map[string]schema.Attribute{
			"tls_edges": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "All TLS edges, in the order in which the service lists them.",
				NestedObject:        schema.NestedAttributeObject{Attributes: shownAttributes(ctx)},
			},
		},
	}
}

func (d *tlsEdgesDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	of := shownType(ctx)
	edges := []types.Object{}
	for edge, err := range d.Session.TLSEdges.All(ctx, true) {
		if err != nil {
			resp.Diagnostics.Append(apidiag.FromError(err))
			return
		}
		edges = append(edges, shown(of, edge))
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("tls_edges"), edges)...)
}

// shownAttributes returns the schema of a TLS edge in the data sources. In this schema, a
// reference to another object has an id and a URI.
func shownAttributes(ctx context.Context) map[string]schema.Attribute {
	shown := attribute.ForDataSource(ctx, NewResource(), "deletion_policy")
	describeReferences(shown)
	return shown
}

// shownType returns the type of a TLS edge in the data sources.
func shownType(ctx context.Context) types.ObjectType {
	edge, _ := schema.NestedAttributeObject{Attributes: shownAttributes(ctx)}.Type().(types.ObjectType)
	return edge
}

// shown returns the object that the data sources show for an edge in a response.
func shown(of types.ObjectType, found *api.TLSEdge) types.Object {
	edge := map[string]attr.Value{
		"id":          types.StringValue(found.ID),
		"uri":         memberFromAPI(types.StringNull(), found.URI, attribute.String),
		"created_at":  memberFromAPI(types.StringNull(), found.CreatedAt, attribute.String),
		"description": memberFromAPI(types.StringNull(), found.Description, attribute.String),
		"metadata":    memberFromAPI(types.StringNull(), found.Metadata, attribute.String),
		"hostports":   hostportsFromAPI(types.SetNull(types.StringType), found.Hostports),
	}
	for _, name := range modules() {
		object, _ := of.AttrTypes[name].(types.ObjectType)
		edge[name] = types.ObjectNull(object.AttrTypes)
		if members := membersFromAPI(nil, moduleIn(found, name)); members != nil {
			showReferences(members, moduleIn(found, name).OrZero())
			edge[name] = members.object(object.AttrTypes)
		}
	}
	return types.ObjectValueMust(of.AttrTypes, edge)
}

// describeReferences changes the schema of an edge for the data sources. Each attribute
// that contains ids, such as backend_id, becomes an attribute that contains references. A
// reference consists of an id and a URI. The URI is null if the response contains no URI.
func describeReferences(edge map[string]schema.Attribute) {
	replace := func(module, ids, name string, reference schema.Attribute) {
		one := edge[module].(schema.SingleNestedAttribute) //nolint:forcetypeassert // see moduleAttribute
		delete(one.Attributes, ids)
		one.Attributes[name] = reference
	}
	replace("backend", "backend_id", "backend", schema.ObjectAttribute{
		Computed:            true,
		MarkdownDescription: "The backend behind the edge.",
		AttributeTypes:      refType().AttrTypes,
	})
	replace("ip_restriction", "ip_policy_ids", "ip_policies", schema.SetAttribute{
		Computed:            true,
		MarkdownDescription: "The IP policies that check source addresses.",
		ElementType:         refType(),
	})
	replace("mutual_tls", "certificate_authority_ids", "certificate_authorities", schema.SetAttribute{
		Computed:            true,
		MarkdownDescription: "The certificate authorities for validating client certificates.",
		ElementType:         refType(),
	})
}

// showReferences adds the references of a module to its members.
func showReferences(shown members, response api.EdgeModule) {
	shown["backend"] = types.ObjectNull(refType().AttrTypes)
	if ref := response.Backend.OrZero(); ref.ID != "" {
		shown["backend"] = shownRef(ref)
	}
	shown["ip_policies"] = shownRefs(response.IPPolicies)
	shown["certificate_authorities"] = shownRefs(response.CertificateAuthorities)
}

func refType() types.ObjectType {
	return types.ObjectType{AttrTypes: map[string]attr.Type{"id": types.StringType, "uri": types.StringType}}
}

func shownRef(response api.Ref) types.Object {
	return types.ObjectValueMust(refType().AttrTypes, map[string]attr.Value{
		"id":  types.StringValue(response.ID),
		"uri": attribute.String(types.StringNull(), &response.URI),
	})
}

// shownRefs returns the references of a module. If the module has no references, the set
// is empty and not null.
func shownRefs(response api.Member[api.Refs]) types.Set {
	shown := []attr.Value{}
	for _, one := range response.OrZero() {
		shown = append(shown, shownRef(one))
	}
	return types.SetValueMust(refType(), shown)
}
