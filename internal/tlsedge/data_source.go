// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// Kind describes TLS edges to their data sources and their list resource.
func Kind() resourcebase.Kind[api.TLSEdge] {
	return resourcebase.Kind[api.TLSEdge]{
		Name:       "tls_edge",
		Noun:       "TLS edge",
		Note:       "Values that the response omits are null, but an omitted `enabled` is `true`. An edge module without content is null.",
		ListNote:   "The provider needs `list_tls_edges` in `undocumented_operations`.",
		Objects:    func(client *api.Client) resourcebase.Objects[api.TLSEdge] { return client.TLSEdges },
		Attributes: dataSourceAttributes,
		Values: func(ctx context.Context, found *api.TLSEdge) any {
			return edgeFromAPI(ctx, unset(dataSourceAttributes(ctx)), found)
		},
		Imported: func(ctx context.Context, found *api.TLSEdge) any {
			return fromAPI(ctx, model{edge: unset(moduleAttributes())}, found)
		},
		Description: func(found *api.TLSEdge) string { return found.Description.OrZero() },
	}
}

// dataSourceAttributes has references, with an id and a URI, in place of the ids that the resource has.
func dataSourceAttributes(ctx context.Context) map[string]schema.Attribute {
	edge := attribute.ForDataSource(ctx, NewResource(), "deletion_policy")
	replaceIDs := func(module, references string, replacement schema.Attribute) {
		members := edge[module].(schema.SingleNestedAttribute).Attributes //nolint:forcetypeassert // see moduleAttribute
		delete(members, essential(module))
		members[references] = replacement
	}
	refs := func(description string) schema.Attribute {
		return schema.SetAttribute{Computed: true, MarkdownDescription: description, ElementType: refType()}
	}
	replaceIDs("backend", "backend", schema.ObjectAttribute{
		Computed: true, MarkdownDescription: "The backend behind the edge.", AttributeTypes: refType().AttrTypes,
	})
	replaceIDs("ip_restriction", "ip_policies", refs("The IP policies that check source addresses."))
	replaceIDs("mutual_tls", "certificate_authorities", refs("The certificate authorities of client certificates."))
	return edge
}

func refType() types.ObjectType {
	return types.ObjectType{AttrTypes: map[string]attr.Type{"id": types.StringType, "uri": types.StringType}}
}

func refFromAPI(ref api.Ref) types.Object {
	if ref.ID == "" {
		return types.ObjectNull(refType().AttrTypes)
	}
	return types.ObjectValueMust(refType().AttrTypes, map[string]attr.Value{
		"id":  types.StringValue(ref.ID),
		"uri": attribute.Text("uri")(types.StringNull(), &ref.URI),
	})
}

// refsFromAPI returns an empty set, and not null, if the module has no references.
func refsFromAPI(refs api.Refs) types.Set {
	found := make([]attr.Value, len(refs))
	for i, ref := range refs {
		found[i] = refFromAPI(ref)
	}
	return types.SetValueMust(refType(), found)
}
