// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// Every text and every collection of texts of a resource has a row in the table of meanings.
// If not only equal texts mean the same, the schema keeps the value in state, so that a plan
// shows no change either. Data sources only show values, so their schemas need no rows.
func TestMeanings(t *testing.T) {
	t.Parallel()
	for _, newResource := range provider.New("test").Resources(t.Context()) {
		var described resource.SchemaResponse
		newResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
		for name, member := range described.Schema.Attributes {
			checkMeaning(t, path.Root(name), member)
		}
	}
}

func checkMeaning(t *testing.T, at path.Path, described schema.Attribute) {
	t.Helper()
	var keeps bool
	switch described := described.(type) {
	case schema.BoolAttribute, schema.NumberAttribute:
		return
	case schema.SingleNestedAttribute:
		for name, member := range described.Attributes {
			checkMeaning(t, at.AtName(name), member)
		}
		return
	case schema.StringAttribute:
		keeps = slices.ContainsFunc(described.PlanModifiers, isKeepSame)
	case schema.SetAttribute:
		keeps = slices.ContainsFunc(described.PlanModifiers, isKeepSame)
	case schema.ListAttribute:
	default:
		t.Errorf("%s: this test does not check a %T", at, described)
	}
	isConfigured := described.IsRequired() || described.IsOptional()
	switch {
	case !attribute.IsListed(at.String()):
		t.Errorf("%s: add the path to the table of meaningOf", at)
	case isConfigured && !attribute.IsExact(at.String()) && !keeps:
		t.Errorf("%s: add the plan modifier KeepSame to the schema", at)
	}
}

func isKeepSame[T any](modifier T) bool { return any(modifier) == any(attribute.KeepSame()) }
