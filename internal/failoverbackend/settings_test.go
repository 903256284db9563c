// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Every attribute that a configuration can set is compared with responses.
func TestModel_settings(t *testing.T) {
	t.Parallel()
	var described resource.SchemaResponse
	NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	var compared, configurable []string
	for _, setting := range (model{}).settings() {
		compared = append(compared, setting.Name)
	}
	for name, attribute := range described.Schema.Attributes {
		if attribute.IsOptional() || attribute.IsRequired() {
			configurable = append(configurable, name)
		}
	}
	slices.Sort(compared)
	slices.Sort(configurable)
	if !slices.Equal(compared, configurable) {
		t.Errorf("compares %q of %q", compared, configurable)
	}
}
