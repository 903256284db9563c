// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	address = "trafficedge_tls_edge.test"

	create = "POST /edges/tls"
	read   = "GET /edges/tls/*"
)

// Arguments of an edge, save for its deletion policy.
const (
	minimal = ``
	full    = `
		description = "checkout"
		metadata    = "{\"owner\":\"edge\"}"
		hostports   = ["a.example.com:443", "b.example.com:8443"]
		backend = {
		  backend_id = "bkd_a"
		}
		ip_restriction = {
		  ip_policy_ids = ["ipp_a", "ipp_b"]
		}
		mutual_tls = {
		  certificate_authority_ids = ["ca_a", "ca_b"]
		}
		tls_termination = {
		  terminate_at = "edge"
		  min_version  = "1.3"
		}
		traffic_policy = {
		  enabled = false
		  value   = "{\"on_tcp_connect\":[]}"
		}`
	upstream = `
		hostports = ["a.example.com:443"]
		backend = {
		  backend_id = "bkd_a"
		}
		ip_restriction = {
		  enabled       = false
		  ip_policy_ids = []
		}
		mutual_tls = {
		  enabled                   = false
		  certificate_authority_ids = ["ca_a"]
		}
		tls_termination = {
		  terminate_at = "upstream"
		}`
)

const abandon = "deletion_policy = \"ABANDON\"\n"

// edge returns an edge that the end of a test may destroy.
func edge(arguments string) string {
	return edgeWithPolicy(arguments + "\n" + abandon)
}

// edgeWithPolicy returns an edge with the given arguments only.
func edgeWithPolicy(arguments string) string {
	return named("test", arguments)
}

func named(name, arguments string) string {
	return fmt.Sprintf("resource \"trafficedge_tls_edge\" %q {\n%s\n}\n", name, arguments)
}

func at(steps ...string) tfjsonpath.Path {
	path := tfjsonpath.New(steps[0])
	for _, step := range steps[1:] {
		path = path.AtMapKey(step)
	}
	return path
}

func expectAttribute(value knownvalue.Check, steps ...string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, at(steps...), value)
}

func planned(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

func text(value string) knownvalue.Check { return knownvalue.StringExact(value) }

// holds checks how many edges the service has.
func holds(server *acctest.Server, edges int) statecheck.StateCheck {
	return server.ExpectService(func(api *refapi.API) error {
		if held := len(api.TLSEdges()); held != edges {
			return fmt.Errorf("expected %d TLS edges on the service, got %d", edges, held)
		}
		return nil
	})
}

func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string]string{"minimal": minimal, "full": full, "upstream": upstream} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			imported := resource.TestStep{
				ResourceName: address, ImportState: true, ImportStateVerify: true,
				// A policy is the configuration's own; an edge that is imported has the default.
				ImportStateVerifyIgnore: []string{"deletion_policy"},
			}
			if name == "upstream" {
				// An import does not bring a disabled, empty module.
				imported.ImportStateVerifyIgnore = append(imported.ImportStateVerifyIgnore,
					"ip_restriction.%", "ip_restriction.enabled", "ip_restriction.ip_policy_ids.#")
			}
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{
					{
						Config:           server.Config(edge(arguments)),
						ConfigPlanChecks: planned(plancheck.ResourceActionCreate),
						ConfigStateChecks: []statecheck.StateCheck{
							server.ExpectRequests(create),
							expectAttribute(knownvalue.NotNull(), "id"),
							expectAttribute(knownvalue.StringRegexp(regexp.MustCompile("^"+server.URL+"/edges/tls/")), "uri"),
							expectAttribute(knownvalue.NotNull(), "created_at"),
							expectAttribute(text("ABANDON"), "deletion_policy"),
						},
					},
					imported,
					{
						PreConfig:         server.ResetRequests,
						Config:            server.Config(edge(arguments)),
						ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
						ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(read)},
					},
				},
			})
			wantWrites(t, server)
			if left := len(server.TLSEdges()); left != 1 {
				t.Errorf("expected the edge to be left on the service, got %d edges", left)
			}
		})
	}
}

// An edge lives its whole life on a real CLI with the setting on: it is created,
// changed in place up and down, imported, drifts, and is deleted.
func TestAccInPlace_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	config := func(arguments string) string {
		return server.ConfigUndocumented(edgeWithPolicy(arguments + "\ndeletion_policy = \"DELETE\"\n"))
	}
	changed := func(arguments string, writes ...string) resource.TestStep {
		return resource.TestStep{
			PreConfig:         server.ResetRequests,
			Config:            config(arguments),
			ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(writes...), holds(server, 1)},
		}
	}
	other := strings.NewReplacer("checkout", "payment", "bkd_a", "bkd_b", `"ipp_a", "ipp_b"`, `"ipp_c"`, "1.3", "1.2").Replace(full)
	drifted := changed(other, update)
	drifted.PreConfig = func() {
		server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(e *refapi.TLSEdge) { e.Description, e.MutualTLS = "drifted", nil })
		server.ResetRequests()
	}
	removal := destroy + "/*"
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy: func(*terraform.State) error {
			if left := server.TLSEdges(); len(left) > 0 {
				return fmt.Errorf("the service still has %+v", left)
			}
			return server.ExpectWritesNow(destroy)
		},
		Steps: []resource.TestStep{
			{Config: config(minimal), ConfigPlanChecks: planned(plancheck.ResourceActionCreate), ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(create)}},
			changed(full, update),
			changed(other, update),
			drifted,
			{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}},
			{
				PreConfig:         server.ResetRequests,
				Config:            config(other),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(read)},
			},
			changed("hostports = []", removal, removal, removal, removal, removal, update),
		},
	})
}

// A plan of a new edge shows what is configured, and of the rest only what the
// service is sure to assign.
func TestAccResource_wholePlan(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, server.Config(edgeWithPolicy(`
		backend = {
		  backend_id = "bkd_a"
		}
		tls_termination = {
		  terminate_at = "edge"
		}`)+named("upstream", upstream)))
	output := cli.MustRun(t, "plan", "-no-color")
	_, planned, _ := strings.Cut(output, "  # trafficedge_tls_edge.test will be created\n")
	planned, _, _ = strings.Cut(planned, "\nPlan: ")
	lines := strings.Join(strings.Fields(planned), " ")
	want := strings.Join(strings.Fields(`
		+ resource "trafficedge_tls_edge" "test" {
			+ backend = { + backend_id = "bkd_a" + enabled = true }
			+ created_at = (known after apply)
			+ deletion_policy = "PREVENT"
			+ hostports = (known after apply)
			+ id = (known after apply)
			+ tls_termination = { + enabled = true + min_version = (known after apply) + terminate_at = "edge" }
			+ uri = (known after apply)
		}
		# trafficedge_tls_edge.upstream will be created
		+ resource "trafficedge_tls_edge" "upstream" {
			+ backend = { + backend_id = "bkd_a" + enabled = true }
			+ created_at = (known after apply)
			+ deletion_policy = "PREVENT"
			+ hostports = [ + "a.example.com:443", ]
			+ id = (known after apply)
			+ ip_restriction = { + enabled = false + ip_policy_ids = [] }
			+ mutual_tls = { + certificate_authority_ids = [ + "ca_a", ] + enabled = false }
			+ tls_termination = { + enabled = true + terminate_at = "upstream" }
			+ uri = (known after apply)
		}`), " ")
	if lines != want {
		t.Errorf("planned\n%s\nwant\n%s\nof\n%s", lines, want, output)
	}
}

func TestAccResource_importByBlock(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	added := server.AddTLSEdge(refapi.TLSEdge{ID: "edge/1 ü", TLSTermination: &refapi.EdgeTLSTermination{
		Enabled: true, TerminateAt: "edge", MinVersion: "1.2",
	}})
	block := fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", address, added.ID)
	// Neither a version that the service chose nor a description of "" asks for a
	// replacement.
	arguments := `
		description = ""
		tls_termination = {
		  terminate_at = "edge"
		}`
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config:           server.Config(block + edgeWithPolicy(arguments)),
				ConfigPlanChecks: planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{
					server.ExpectWrites(),
					expectAttribute(text(added.ID), "id"),
					expectAttribute(text("PREVENT"), "deletion_policy"),
					expectAttribute(text(""), "description"),
					expectAttribute(knownvalue.Null(), "hostports"),
					expectAttribute(text("1.2"), "tls_termination", "min_version"),
				},
			},
			{
				Config:           server.Config(edge(arguments)),
				ConfigPlanChecks: planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{
					server.ExpectWrites(),
					expectAttribute(text("ABANDON"), "deletion_policy"),
					holds(server, 1),
				},
			},
		},
	})
}

// The configuration that the CLI generates for an imported edge plans no change.
func TestAccResource_generatedConfiguration(t *testing.T) {
	t.Parallel()
	provider := acctest.BuildProvider(t)
	for name, stored := range map[string]refapi.TLSEdge{
		"minimal": {ID: "edge_1"},
		"full": {
			ID: "edge_1", Description: "checkout", Metadata: indentedJSON, Hostports: []string{"b:443", "a:443"},
			Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
			IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"b", "a"}},
			MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{}},
			TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"},
			TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: false, Value: "a\nb"},
		},
		"upstream": {
			ID: "edge_1", Hostports: []string{"a:443"},
			MutualTLS:      &refapi.EdgeMutualTLS{Enabled: false},
			TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "upstream"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.AddTLSEdge(stored)
			cli := provider.NewCLI(t)
			cli.SkipUnlessGenerates(t)
			cli.Configure(t, server.Config("import {\n  to = "+address+"\n  id = \"edge_1\"\n}\n"))
			cli.MustRun(t, "plan", "-generate-config-out=generated.tf")
			output := cli.MustRun(t, "apply", "-auto-approve")
			if !strings.Contains(output, "1 imported, 0 added, 0 changed, 0 destroyed") {
				generated, _ := os.ReadFile(filepath.Join(cli.Dir, "generated.tf"))
				t.Errorf("expected an import and nothing else, got\n%s\nof\n%s", output, generated)
			}
			cli.MustRun(t, "plan", "-detailed-exitcode")
			if err := server.ExpectWritesNow(); err != nil {
				t.Error(err)
			}
		})
	}
}

// hasRemoved reports whether the CLI knows removed blocks. Those of OpenTofu 1.7 to 1.9 have no lifecycle.
func hasRemoved(t *testing.T, cli *acctest.CLI) bool {
	t.Helper()
	if cli.IsOpenTofu(t) {
		return cli.AtLeast(t, "1.10.0")
	}
	return cli.AtLeast(t, "1.7.0")
}

// A tainted edge under create_before_destroy is refused when its replacement
// exists. The advice of the guide works then, in both of its forms.
func TestAccResource_taintedWithCreateBeforeDestroy(t *testing.T) {
	t.Parallel()
	const lifecycle = "\nlifecycle {\n  create_before_destroy = true\n}"
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, server.Config(edgeWithPolicy(full+lifecycle)))
	cli.MustRun(t, "apply", "-auto-approve")
	id := server.TLSEdges()[0].ID
	cli.MustRun(t, "taint", address)
	for _, config := range []string{edgeWithPolicy(full + lifecycle), edge(full + lifecycle)} {
		cli.Configure(t, server.Config(config))
		output, err := cli.Run(t, "apply", "-auto-approve")
		if err == nil || !acctest.Message(`TLS edge "`+id+`"`, "must not be destroyed", "With create_before_destroy, its replacement may exist already").MatchString(output) {
			t.Errorf("expected a refusal, got\n%s", output)
		}
	}
	if !strings.Contains(cli.MustRun(t, "state", "show", address), server.TLSEdges()[1].ID) {
		t.Error("expected state to show the newer edge")
	}
	if hasRemoved(t, cli) {
		cli.Configure(t, server.Config("removed {\n  from = "+address+"\n  lifecycle {\n    destroy = false\n  }\n}\n"))
		if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "0 destroyed") {
			t.Errorf("expected nothing to be destroyed, got\n%s", output)
		}
	} else {
		cli.MustRun(t, "state", "rm", address)
	}
	cli.Configure(t, server.Config(edgeWithPolicy(full)))
	cli.MustRun(t, "import", address, id)
	cli.MustRun(t, "plan", "-detailed-exitcode")
	cli.MustRun(t, "state", "rm", address)
	cli.MustRun(t, "import", address, server.TLSEdges()[1].ID)
	cli.MustRun(t, "plan", "-detailed-exitcode")
	wantWrites(t, server, create, create)
}
