// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

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
