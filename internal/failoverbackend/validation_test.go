// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestImport_ofNothing(t *testing.T) {
	t.Parallel()
	provider, err := acctest.Start(t, refapi.Options{}).Protocol(t.Context())
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
	provider, err := acctest.Start(t, refapi.Options{}).Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, attribute := range provider.Schemas.ResourceSchemas[typeName].Block.Attributes {
		if attribute.Required != (attribute.Name == "backends") {
			t.Errorf("%s is required: %t", attribute.Name, attribute.Required)
		}
	}
	marks := map[string]any{"later": tftypes.UnknownValue, "null": nil}
	for want, children := range map[string][]string{
		"": {"a", "b", "later", "later"},
		"WARNING: Child backend named twice\nbackends[3] is the same child as backends[1]. Remove one of them, unless both are intended.": {"a", "b", "later", "b", "b", "a"},
		"ERROR: Empty element\n": {"a", ""},
		"ERROR: Null element\n":  {"null", "a"},
	} {
		config, err := tftypes.Transform(provider.Config(typeName, map[string]any{"backends": children}),
			func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
				for mark, plain := range marks {
					if value.Equal(protocoltest.String(mark)) {
						return tftypes.NewValue(tftypes.String, plain), nil
					}
				}
				return value, nil
			})
		if err != nil {
			t.Fatal(err)
		}
		_, said, err := provider.Plan(t.Context(), provider.NewInstance(typeName), config)
		if err != nil || len(said) > 1 || !strings.HasPrefix(said.String(), want) || (want == "") != (len(said) == 0) {
			t.Errorf("%q: got %v, %v", children, said, err)
		}
	}
}

func TestAccResource_unknownValues(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{{
			Config: server.Config(`
				resource "terraform_data" "later" {
				  input = "bkd_a"
				}
				resource "terraform_data" "all_later" {
				  input = ["bkd_a", "bkd_b"]
				}
				resource "trafficedge_failover_backend" "test" {
				  backends    = [terraform_data.later.output, "bkd_b"]
				  description = terraform_data.later.output
				}
				resource "trafficedge_failover_backend" "list" {
				  backends = terraform_data.all_later.output
				}`),
			ConfigPlanChecks: planned(plancheck.ResourceActionCreate),
		}},
	})
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
