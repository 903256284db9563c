// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// Kind describes TLS edges to their data sources and their list resource.
func Kind() resourcebase.Kind[api.TLSEdge, types.Object] {
	return resourcebase.Kind[api.TLSEdge, types.Object]{
		Name:        "tls_edge",
		Plural:      "tls_edges",
		Noun:        "TLS edge",
		Nouns:       "TLS edges",
		Note:        "Values that the response omits are null, but an omitted `enabled` is `true`, and omitted sets in edge modules are empty.",
		ListNote:    "The provider needs `list_tls_edges` in `undocumented_operations`.",
		Objects:     func(client *api.Client) resourcebase.Objects[api.TLSEdge] { return client.TLSEdges },
		Attributes:  shownAttributes,
		Shown:       func(ctx context.Context, found *api.TLSEdge) types.Object { return shown(shownType(ctx), found) },
		Description: func(found *api.TLSEdge) string { return found.Description.OrZero() },
		Import: func(ctx context.Context, state *tfsdk.Resource, found *api.TLSEdge) (diags diag.Diagnostics) {
			edge := fromAPI(ctx, attribute.Model[model](ctx, state.Get, &diags), found)
			return append(diags, state.Set(ctx, edge)...)
		},
	}
}

func shownAttributes(ctx context.Context) map[string]schema.Attribute {
	shown := attribute.ForDataSource(ctx, NewResource(), "deletion_policy")
	describeReferences(shown)
	return shown
}

func shownType(ctx context.Context) types.ObjectType {
	edge, _ := schema.NestedAttributeObject{Attributes: shownAttributes(ctx)}.Type().(types.ObjectType)
	return edge
}

func shown(of types.ObjectType, found *api.TLSEdge) types.Object {
	edge := map[string]attr.Value{
		"id":          types.StringValue(found.ID),
		"uri":         memberFromAPI(types.StringNull(), found.URI, attribute.Text("uri")),
		"created_at":  memberFromAPI(types.StringNull(), found.CreatedAt, attribute.Text("created_at")),
		"description": memberFromAPI(types.StringNull(), found.Description, attribute.Text("description")),
		"metadata":    memberFromAPI(types.StringNull(), found.Metadata, attribute.Text("metadata")),
		"hostports":   memberFromAPI(types.SetNull(types.StringType), found.Hostports, attribute.Set("hostports")),
	}
	for _, name := range api.EdgeModules() {
		object, _ := of.AttrTypes[name].(types.ObjectType)
		edge[name] = types.ObjectNull(object.AttrTypes)
		if members := membersFromAPI(nil, found, name); members != nil {
			showReferences(members, found.Module(name).OrZero())
			edge[name] = members.object(object.AttrTypes)
		}
	}
	return types.ObjectValueMust(of.AttrTypes, edge)
}

// describeReferences replaces each attribute that contains ids, such as backend_id, by an
// attribute for references: an id and a URI, which is null if the response contains no URI.
func describeReferences(edge map[string]schema.Attribute) {
	for ids, reference := range map[string]struct{ module, name, description string }{
		"backend_id":                {"backend", "backend", "The backend behind the edge."},
		"ip_policy_ids":             {"ip_restriction", "ip_policies", "The IP policies that check source addresses."},
		"certificate_authority_ids": {"mutual_tls", "certificate_authorities", "The certificate authorities for the validation of client certificates."},
	} {
		module := edge[reference.module].(schema.SingleNestedAttribute) //nolint:forcetypeassert // see moduleAttribute
		delete(module.Attributes, ids)
		module.Attributes[reference.name] = schema.SetAttribute{Computed: true, MarkdownDescription: reference.description, ElementType: refType()}
		if ids == "backend_id" {
			module.Attributes[reference.name] = schema.ObjectAttribute{Computed: true, MarkdownDescription: reference.description, AttributeTypes: refType().AttrTypes}
		}
	}
}

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
		"uri": attribute.Text("uri")(types.StringNull(), &response.URI),
	})
}

// shownRefs returns an empty set, and not null, if the module has no references.
func shownRefs(response api.Member[api.Refs]) types.Set {
	shown := []attr.Value{}
	for _, reference := range response.OrZero() {
		shown = append(shown, shownRef(reference))
	}
	return types.SetValueMust(refType(), shown)
}
