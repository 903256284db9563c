// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// The page of each data source names every attribute, nested ones included: templates list attributes by hand. A page may
// link to the schema of one object, and of its resource.
func TestDocumentation_dataSources(t *testing.T) {
	t.Parallel()
	for _, newDataSource := range provider.New("test").DataSources(t.Context()) {
		var named datasource.MetadataResponse
		newDataSource().Metadata(t.Context(), datasource.MetadataRequest{ProviderTypeName: "trafficedge"}, &named)
		var described datasource.SchemaResponse
		newDataSource().Schema(t.Context(), datasource.SchemaRequest{}, &described)
		file := strings.TrimPrefix(named.TypeName, "trafficedge_") + ".md"
		one := strings.TrimSuffix(strings.TrimSuffix(file, ".md"), "s") + ".md"
		listed := schemaOn(t, "data-sources/"+file)
		if strings.Contains(listed, "]("+one+"#schema)") {
			listed += schemaOn(t, "data-sources/"+one)
		}
		if strings.Contains(listed, "/resources/"+one+"#schema)") {
			listed += schemaOn(t, "resources/"+one)
		}
		for name := range attributeNames(described.Schema.Type()) {
			if !strings.Contains(listed, "`"+name+"`") && !strings.HasPrefix(name, "idp_") { // a range of names
				t.Errorf("%s does not list the attribute %s", file, name)
			}
		}
	}
}

func schemaOn(t *testing.T, page string) string {
	t.Helper()
	_, schema, _ := strings.Cut(readPage(t, "../../docs/"+page), "\n## Schema\n")
	return schema
}

// attributeNames returns the names of the attributes of a type, and of those within.
func attributeNames(of attr.Type) map[string]bool {
	found := map[string]bool{}
	if elements, isCollection := of.(attr.TypeWithElementType); isCollection {
		of = elements.ElementType()
	}
	if object, isObject := of.(attr.TypeWithAttributeTypes); isObject {
		for name, member := range object.AttributeTypes() {
			found[name] = true
			for nested := range attributeNames(member) {
				found[nested] = true
			}
		}
	}
	return found
}
