// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestImport_ofNothing(t *testing.T) {
	t.Parallel()
	provider := impatient(t, acctest.Start(t, refapi.Options{}))
	_, byID, err := provider.Import(t.Context(), typeName, "")
	_, byIdentity, otherErr := provider.ImportByIdentity(t.Context(), typeName, map[string]string{"id": ""})
	for _, shown := range []protocoltest.Diagnostics{byID, byIdentity} {
		if err != nil || otherErr != nil || len(shown) != 1 || shown[0].Summary != "Invalid import id" {
			t.Errorf("got %v, %v, %v", shown, err, otherErr)
		}
	}
}

// A null or empty child backend id is an error. Unknown ids are accepted.
func TestRules(t *testing.T) {
	t.Parallel()
	provider := impatient(t, acctest.Start(t, refapi.Options{}))
	for _, attribute := range provider.Schemas.ResourceSchemas[typeName].Block.Attributes {
		if attribute.Required != (attribute.Name == "backends") {
			t.Errorf("%s is required: %t", attribute.Name, attribute.Required)
		}
	}
	later := protocoltest.Unknown{}
	for want, children := range map[string][]any{
		"": {"a", "b", later, later, "a"},
		"ERROR: Empty element\nbackends[1] is \"\".": {"a", ""},
		"ERROR: Null element\nbackends[0] is null.":  {nil, "a"},
	} {
		var elements []tftypes.Value
		for _, child := range children {
			elements = append(elements, protocoltest.Value(tftypes.String, child))
		}
		config := protocoltest.Object(provider.Schemas.ResourceSchemas[typeName], map[string]tftypes.Value{
			"backends": tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, elements),
		})
		_, shown, err := provider.Plan(t.Context(), provider.NewInstance(typeName), config)
		if err != nil || len(shown) > 1 || !strings.HasPrefix(shown.String(), want) || (want == "") != (len(shown) == 0) {
			t.Errorf("%q: got %v, %v", children, shown, err)
		}
	}
}

// The service's limits are not known, so the provider accepts long texts and long lists.
func TestResource_noLimits(t *testing.T) {
	t.Parallel()
	provider := impatient(t, acctest.Start(t, refapi.Options{}))
	long, instance := strings.Repeat("ü", 40_000), provider.NewInstance(typeName)
	arguments := map[string]any{"description": long, "metadata": long, "backends": strings.Fields(strings.Repeat("bkd_a bkd_b ", 150))}
	_, shown := apply(t, provider, instance, arguments)
	action, _ := apply(t, provider, instance, arguments)
	if shown.Err() != nil || instance.Text("description") != long || action != "no-op" {
		t.Errorf("then %s, %s", action, shown)
	}
}
