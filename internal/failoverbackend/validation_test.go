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
	provider, err := protocoltest.New(t.Context(), acctest.Start(t, refapi.Options{}).Block())
	if err != nil {
		t.Fatal(err)
	}
	_, byID, err := provider.Import(t.Context(), typeName, "")
	_, byIdentity, otherErr := provider.ImportByIdentity(t.Context(), typeName, map[string]string{"id": ""})
	for _, said := range []protocoltest.Diagnostics{byID, byIdentity} {
		if err != nil || otherErr != nil || len(said) != 1 || said[0].Summary != "Invalid import id" {
			t.Errorf("got %v, %v, %v", said, err, otherErr)
		}
	}
}

// The same child twice is a warning, and one that is none an error. An unknown one
// may be any.
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
		"": {"a", "b", later, later},
		"WARNING: Child backend named twice\nbackends[3] is the same child as backends[1]. Remove one of them, unless both are intended.": {"a", "b", later, "b", "b", "a"},
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
		_, said, err := provider.Plan(t.Context(), provider.NewInstance(typeName), config)
		if err != nil || len(said) > 1 || !strings.HasPrefix(said.String(), want) || (want == "") != (len(said) == 0) {
			t.Errorf("%q: got %v, %v", children, said, err)
		}
	}
}

// What depends on a resource not yet made is planned, and sent as it turns out.
func TestResource_unknownValues(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	provider := impatient(t, server)
	instance := provider.NewInstance(typeName)
	later := protocoltest.Unknown{}
	plan, said, err := provider.PlanChange(t.Context(), instance, protocoltest.Change{
		Config: provider.Config(typeName, map[string]any{"backends": later, "description": later, "metadata": later}),
		Known:  provider.Config(typeName, described()),
	})
	if plan == nil || plan.Action != protocoltest.Create || len(said) > 0 || err != nil {
		t.Fatal(plan, said, err)
	}
	if said, err := provider.Apply(t.Context(), instance, plan); len(said) > 0 || err != nil || server.FailoverBackends()[0].Description != described()["description"] {
		t.Errorf("%s, %v, made %+v", said, err, server.FailoverBackends())
	}
}

// The service's limits, if any, are not known.
func TestResource_noLimits(t *testing.T) {
	t.Parallel()
	provider := impatient(t, acctest.Start(t, refapi.Options{}))
	long, instance := strings.Repeat("ü", 40_000), provider.NewInstance(typeName)
	arguments := map[string]any{"description": long, "metadata": long, "backends": strings.Fields(strings.Repeat("bkd_a bkd_b ", 150))}
	_, said := apply(t, provider, instance, arguments)
	action, _ := apply(t, provider, instance, arguments)
	if said.Err() != nil || instance.Text("description") != long || action != "no-op" {
		t.Errorf("then %s, %s", action, said)
	}
}
