// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestAccResource_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arguments string
		want      *regexp.Regexp
	}{
		"no backends": {`description = "x"`, acctest.Message(`The argument "backends" is required`)},
		"empty id":    {`backends = ["bkd_a", ""]`, acctest.Message("Empty element", "backends = [")},
		"null id":     {`backends = [null, "bkd_a"]`, acctest.Message("Null element", "backends = [")},
		"a set":       {`backends = "bkd_a"`, acctest.Message("Incorrect attribute value type", "list of string required")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config:      server.Config(backendConfig(test.arguments)),
					ExpectError: test.want,
				}},
			})
			if made := server.Requests(); len(made) > 0 {
				t.Errorf("expected no request, got %v", made)
			}
		})
	}
}

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

// The same child twice is a warning. An unknown one may be any.
func TestRules_childNamedTwice(t *testing.T) {
	t.Parallel()
	provider, err := acctest.Start(t, refapi.Options{}).Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for want, children := range map[string][]string{
		"": {"a", "b", "later", "later"},
		"backends[3] is the same child as backends[1]. Remove one of them, unless both are intended.": {"a", "b", "later", "b", "b", "a"},
	} {
		config, err := tftypes.Transform(provider.Config(typeName, map[string]any{"backends": children}),
			func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
				if value.Equal(tftypes.NewValue(tftypes.String, "later")) {
					return tftypes.NewValue(tftypes.String, tftypes.UnknownValue), nil
				}
				return value, nil
			})
		if err != nil {
			t.Fatal(err)
		}
		_, said, err := provider.Plan(t.Context(), provider.NewInstance(typeName), config)
		if err != nil || said.Err() != nil {
			t.Fatal(err, said)
		}
		got := ""
		if len(said) > 0 {
			got = said[0].Detail
		}
		if got != want || len(said) > 1 {
			t.Errorf("%q: got %v", children, said)
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
