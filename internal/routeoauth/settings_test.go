// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Every attribute that a configuration can set is compared with responses, except the ids of
// the route.
func TestModel_settings(t *testing.T) {
	t.Parallel()
	var described resource.SchemaResponse
	NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	for _, setting := range (model{}).settings() {
		delete(described.Schema.Attributes, setting.Name)
	}
	if left := slices.Sorted(maps.Keys(described.Schema.Attributes)); !slices.Equal(left, []string{"edge_id", "id", "route_id"}) {
		t.Errorf("does not compare %q", left)
	}
}
