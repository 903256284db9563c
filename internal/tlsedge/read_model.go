// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// readModel fills a model from a configuration, plan or state. It asks the
// framework for one object, because for a struct the framework compiles a regular
// expression for each field: isValidFieldName, in internal/reflect of
// terraform-plugin-framework v1.19.0. In a plan without changes, that is a tenth
// of the CPU.
func readModel(ctx context.Context, from interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}, into *model,
) diag.Diagnostics {
	var object types.Object
	diags := from.Get(ctx, &object)
	values := object.Attributes()
	*into = model{}
	fill(values, "id", &into.ID)
	fill(values, "uri", &into.URI)
	fill(values, "created_at", &into.CreatedAt)
	fill(values, "description", &into.Description)
	fill(values, "metadata", &into.Metadata)
	fill(values, "hostports", &into.Hostports)
	fill(values, "backend", &into.Backend)
	fill(values, "ip_restriction", &into.IPRestriction)
	fill(values, "mutual_tls", &into.MutualTLS)
	fill(values, "tls_termination", &into.TLSTermination)
	fill(values, "traffic_policy", &into.TrafficPolicy)
	fill(values, "deletion_policy", &into.DeletionPolicy)
	return diags
}

// fill leaves a field null that the object lacks.
func fill[T attr.Value](values map[string]attr.Value, name string, field *T) {
	if value, ok := values[name].(T); ok {
		*field = value
	}
}

// equal reports whether both models are written the same, apart from the order
// in sets.
func (m model) equal(other model) bool {
	return m.ID.Equal(other.ID) && m.URI.Equal(other.URI) && m.CreatedAt.Equal(other.CreatedAt) &&
		m.DeletionPolicy.Equal(other.DeletionPolicy) &&
		slices.EqualFunc(m.choices(), other.choices(), func(a, b choice) bool { return a.value.Equal(b.value) })
}
