// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	address = "trafficedge_failover_backend.test"

	create = "POST /backends/failover"
	read   = "GET /backends/failover/*"
	update = "PATCH /backends/failover/*"
	remove = "DELETE /backends/failover/*"
)

func backendConfig(arguments string) string {
	return fmt.Sprintf("resource \"trafficedge_failover_backend\" \"test\" {\n%s\n}\n", arguments)
}

const (
	minimal = "backends = [\"bkd_a\", \"bkd_b\"]\n"
	owned   = minimal + `metadata = "{\"owner\":\"edge\"}"` + "\n"
	full    = owned + `description = "primary, then standby"`
)

func planned(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// textOrNull returns a check for the given text, or for null if text is nil.
func textOrNull(text any) knownvalue.Check {
	if text == nil {
		return knownvalue.Null()
	}
	return knownvalue.StringExact(fmt.Sprint(text))
}

func ids(ids ...string) knownvalue.Check {
	elements := make([]knownvalue.Check, len(ids))
	for i, id := range ids {
		elements[i] = knownvalue.StringExact(id)
	}
	return knownvalue.ListExact(elements)
}

// This test creates a failover backend with a CLI, imports it, and adds
// and removes settings in place. It also covers drift, an object that no
// longer exists, and a failed deletion.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	only := func() string { return server.FailoverBackends()[0].ID }
	// step applies arguments and expects the given action. After the apply, both state
	// and the service have the given values. In state, null and "" are different values.
	step := func(arguments string, action plancheck.ResourceActionType, description, metadata any, backends ...string) resource.TestStep {
		writes := map[plancheck.ResourceActionType][]string{plancheck.ResourceActionCreate: {create}, plancheck.ResourceActionUpdate: {update}}
		checks := []statecheck.StateCheck{server.ExpectWrites(writes[action]...), server.ExpectService(func(api *refapi.API) error {
			all := api.FailoverBackends()
			if len(all) != 1 || all[0].Description != cmp.Or(description, any("")) || all[0].Metadata != cmp.Or(metadata, any("")) ||
				!slices.Equal(all[0].Backends, backends) {
				return fmt.Errorf("the service holds %+v", all)
			}
			return nil
		})}
		for name, value := range map[string]knownvalue.Check{
			"id": knownvalue.NotNull(), "created_at": knownvalue.NotNull(),
			"uri":         knownvalue.StringRegexp(regexp.MustCompile("^" + server.URL + "/backends/failover/")),
			"description": textOrNull(description), "metadata": textOrNull(metadata), "backends": ids(backends...),
		} {
			checks = append(checks, statecheck.ExpectKnownValue(address, tfjsonpath.New(name), value))
		}
		return resource.TestStep{Config: server.Config(backendConfig(arguments)), ConfigPlanChecks: planned(action), ConfigStateChecks: checks}
	}
	const added, changed = plancheck.ResourceActionCreate, plancheck.ResourceActionUpdate
	const description, metadata = "primary, then standby", `{"owner":"edge"}`
	first := step(minimal, added, nil, nil, "bkd_a", "bkd_b")
	first.ConfigStateChecks[0] = server.ExpectRequests(create)
	drifted := step(full, changed, description, metadata, "bkd_a", "bkd_b")
	drifted.PreConfig = func() {
		server.ChangeFailoverBackend(only(), func(b *refapi.FailoverBackend) {
			b.Description = "changed elsewhere"
			slices.Reverse(b.Backends)
		})
	}
	vanished := step(full, added, description, metadata, "bkd_a", "bkd_b")
	vanished.PreConfig = func() { server.RemoveFailoverBackend(only()) }
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{
			first,
			{ResourceName: address, ImportState: true, ImportStateVerify: true},
			step(full, changed, description, metadata, "bkd_a", "bkd_b"),
			step(strings.Replace(full, `"bkd_a", "bkd_b"`, `"bkd_b", "bkd_a"`, 1), changed, description, metadata, "bkd_b", "bkd_a"),
			step(full, changed, description, metadata, "bkd_a", "bkd_b"),
			step(owned, changed, nil, metadata, "bkd_a", "bkd_b"),
			step(minimal, changed, nil, nil, "bkd_a", "bkd_b"),
			step("backends = []\ndescription = \"\"", changed, "", nil),
			step("backends = []\ndescription = \"\"", plancheck.ResourceActionNoop, "", nil),
			step(full, changed, description, metadata, "bkd_a", "bkd_b"),
			drifted,
			vanished,
			{
				PreConfig: func() {
					server.Fail(http.MethodDelete, refapi.Fault{Status: 409, Body: `{"detail":"still in use"}`})
				},
				Config:      server.Config(backendConfig(full)),
				Destroy:     true,
				ExpectError: acctest.Message("Could not delete failover backend", "still in use"),
			},
			{PreConfig: func() { server.Intercept(nil) }, Config: server.Config(backendConfig(full)), Destroy: true},
		},
	})
}

// A null or empty child backend id is rejected. Unknown ids are accepted.
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
		config := provider.Config(typeName, map[string]any{"backends": elements})
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
