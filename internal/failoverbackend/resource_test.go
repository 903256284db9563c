// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	typeName = "trafficedge_failover_backend"
	address  = typeName + ".test"
)

// This test creates a failover backend with a CLI, imports it, and adds and removes settings in
// place. It also covers drift, an object that no longer exists, and a failed destroy. After each
// step, the plan is empty, so state has the configured values. In state, null and "" are different
// values.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	const added, changed = plancheck.ResourceActionCreate, plancheck.ResourceActionUpdate
	const create, update = "POST /backends/failover", "PATCH /backends/failover/*"
	server := acctest.Start(t, refapi.Options{})
	server.CreateOld()
	only := func() string { return server.FailoverBackends()[0].ID }
	// step applies arguments and expects the given action. The service then has the given values.
	step := func(action plancheck.ResourceActionType, arguments string, want refapi.FailoverBackend) resource.TestStep {
		writes := map[plancheck.ResourceActionType][]string{added: {create}, changed: {update}}
		return resource.TestStep{
			Config:           server.Config(fmt.Sprintf("resource %q \"test\" {\n%s\n}\n", typeName, arguments)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}},
			ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(writes[action]...), acctest.Check(func() error {
				all := server.FailoverBackends()
				want.ID, want.CreatedAt = all[0].ID, all[0].CreatedAt
				if !reflect.DeepEqual(all, []refapi.FailoverBackend{want}) {
					return fmt.Errorf("the service has %+v, want %+v", all, want)
				}
				return nil
			})},
		}
	}
	const minimal, reversed = `backends = ["bkd_a", "bkd_b"]`, `backends = ["bkd_b", "bkd_a"]`
	const owned, empty = "\nmetadata = \"{\\\"owner\\\":\\\"edge\\\"}\"\n", "backends = []\ndescription = \"\""
	const full = minimal + owned + `description = "primary, then standby"`
	bare := refapi.FailoverBackend{Backends: []string{"bkd_a", "bkd_b"}}
	whole := refapi.FailoverBackend{Description: "primary, then standby", Metadata: `{"owner":"edge"}`, Backends: bare.Backends}
	first, uri := step(added, minimal, bare), regexp.MustCompile("^"+server.URL+"/backends/failover/")
	first.ConfigStateChecks = []statecheck.StateCheck{
		server.ExpectRequests(create),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.NotNull()),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("created_at"), knownvalue.NotNull()),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("uri"), knownvalue.StringRegexp(uri)),
	}
	drifted, vanished := step(changed, empty, refapi.FailoverBackend{Backends: []string{}}), step(added, full, whole)
	drifted.PreConfig = func() {
		server.ChangeFailoverBackend(only(), func(b *refapi.FailoverBackend) {
			b.Description = "changed elsewhere"
			b.Backends = []string{"bkd_b", "bkd_a"}
		})
	}
	vanished.PreConfig = func() { server.RemoveFailoverBackend(only()) }
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             noneLeft(server),
		Steps: []resource.TestStep{
			first,
			{ResourceName: address, ImportState: true, ImportStateVerify: true},
			step(changed, full, whole),
			step(changed, reversed+owned, refapi.FailoverBackend{Metadata: whole.Metadata, Backends: []string{"bkd_b", "bkd_a"}}),
			step(changed, minimal, bare),
			step(changed, empty, refapi.FailoverBackend{Backends: []string{}}),
			step(plancheck.ResourceActionNoop, empty, refapi.FailoverBackend{Backends: []string{}}),
			drifted,
			vanished,
			{
				PreConfig:   func() { server.Fail(http.MethodDelete, refapi.Fault{Status: 409, Body: `{"detail":"still in use"}`}) },
				Config:      vanished.Config,
				Destroy:     true,
				ExpectError: acctest.Message("Could not delete failover backend", "still in use"),
			},
			{PreConfig: func() { server.Intercept(nil) }, Config: vanished.Config, Destroy: true},
		},
	})
}

// A null or empty child backend id is rejected. Unknown ids are accepted.
func TestRules(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	for _, attribute := range backend.Provider.Schemas.ResourceSchemas[typeName].Block.Attributes {
		if attribute.Required != (attribute.Name == "backends") {
			t.Errorf("%s is required: %t", attribute.Name, attribute.Required)
		}
	}
	later := protocoltest.Unknown{}
	for want, children := range map[string][]any{
		"": {"a", "b", later, later, "a"},
		"ERROR: Null or empty element\nbackends[1] must be neither null nor empty.": {"a", ""},
		"ERROR: Null or empty element\nbackends[0] must be neither null nor empty.": {nil, "a"},
	} {
		_, shown := backend.Plan(protocoltest.Change{Config: backend.Config(map[string]any{"backends": children})})
		if len(shown) > 1 || !strings.HasPrefix(shown.String(), want) || (want == "") != (len(shown) == 0) {
			t.Errorf("%q: got %v", children, shown)
		}
	}
}

// The service's limits are not known, so the provider accepts long texts and long lists.
func TestResource_noLimits(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	long, backends := strings.Repeat("ü", 40_000), slices.Repeat([]string{"bkd_a", "bkd_b"}, 150)
	backend.MustApply(protocoltest.Create, map[string]any{"description": long, "metadata": long, "backends": backends}, "POST /backends/failover")
	if backend.Text("description") != long {
		t.Error("the description is not in state")
	}
}

// noneLeft returns a check that the service has no failover backend.
func noneLeft(server *acctest.Server) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if left := server.FailoverBackends(); len(left) > 0 {
			return fmt.Errorf("%d failover backends are left on the service, the first is %+v", len(left), left[0])
		}
		return nil
	}
}
