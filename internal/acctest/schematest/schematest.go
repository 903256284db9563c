// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package schematest checks models of resources against their schemas. It does not import the
// provider, so that the tests inside the packages of the resources can import it.
package schematest

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// WantSettings expects that a model compares every attribute that a configuration can set,
// except those that the service does not know.
func WantSettings(t *testing.T, of resource.Resource, settings []attribute.Setting, unknownToService ...string) {
	t.Helper()
	var described resource.SchemaResponse
	of.Schema(t.Context(), resource.SchemaRequest{}, &described)
	compared, configurable := slices.Clone(unknownToService), []string{}
	for _, setting := range settings {
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
		t.Errorf("settings() and the arguments without a setting are %q, a configuration can set %q", compared, configurable)
	}
}
