// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestAccResource_prevent(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	refused := func(config string, message ...string) resource.TestStep {
		return resource.TestStep{
			Config:      server.Config(config),
			ExpectError: acctest.Message(append(message, `deletion_policy = "ABANDON"`, "in the Troubleshooting guide")...),
		}
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: server.Config(edgeWithPolicy(full))},
			{
				Config: server.Config(edgeWithPolicy(full)), Destroy: true,
				ExpectError: acctest.Message("must not be destroyed", "PREVENT", "moved block", `deletion_policy = "ABANDON"`),
			},
			refused(``, "must not be destroyed"),
			refused(edgeWithPolicy(strings.Replace(full, `"checkout"`, `"other"`, 1)), "must not be replaced for description", `description = "other"`, "configure what it has"),
			// The policy in state decides, not the configured one.
			refused(edge(strings.Replace(full, `"bkd_a"`, `"bkd_b"`, 1)), "must not be replaced for backend.backend_id"),
			{
				PreConfig:        server.ResetRequests,
				Config:           server.Config(edge(full)),
				ConfigPlanChecks: planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{
					server.ExpectRequests(read), holds(server, 1),
				},
			},
			{
				Config:            server.Config(edge(minimal)),
				ConfigPlanChecks:  planned(plancheck.ResourceActionDestroyBeforeCreate),
				ConfigStateChecks: append(checks(address, minimalAttributes()), holds(server, 2)),
			},
		},
	})
}

// removed is the block that the errors advise.
const removed = "removed {\n  from = " + address + "\n  lifecycle {\n    destroy = false\n  }\n}\n"

// hasRemoved reports whether the CLI knows such a block. Those of OpenTofu 1.7 to 1.9 have no lifecycle.
func hasRemoved(t *testing.T, cli *acctest.CLI) bool {
	t.Helper()
	if cli.IsOpenTofu(t) {
		return cli.AtLeast(t, "1.10.0")
	}
	return cli.AtLeast(t, "1.7.0")
}

func TestAccResource_deletionPolicyOnTheCommandLine(t *testing.T) {
	t.Parallel()
	provider := acctest.BuildProvider(t)
	start := func(t *testing.T, config string) (*acctest.Server, *acctest.CLI) {
		t.Helper()
		server := acctest.Start(t, refapi.Options{})
		cli := provider.NewCLI(t)
		cli.Configure(t, server.Config(config))
		cli.MustRun(t, "apply", "-auto-approve")
		return server, cli
	}
	says := func(t *testing.T, output string, words ...string) {
		t.Helper()
		if !acctest.Message(words...).MatchString(output) {
			t.Errorf("expected %q in\n%s", words, output)
		}
	}
	fails := func(t *testing.T, cli *acctest.CLI, args ...string) string {
		t.Helper()
		output, err := cli.Run(t, args...)
		if err == nil {
			t.Errorf("expected %v to fail, got\n%s", args, output)
		}
		return output
	}

	// The plan warns where it can, and the apply where the plan could not.
	t.Run("abandon", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edge(minimal))
		latest := func() string { edges := server.TLSEdges(); return edges[len(edges)-1].ID }
		warnsOnce := func(output string, words ...string) {
			t.Helper()
			says(t, output, words...)
			if warned := strings.Count(output, "keeps serving traffic"); warned != 1 {
				t.Errorf("expected one warning, got %d in\n%s", warned, output)
			}
		}
		id := latest()
		cli.Configure(t, server.Config(edge(full)))
		warnsOnce(cli.MustRun(t, "apply", "-auto-approve"), `Warning: TLS edge "`+id+`"`, "will be replaced and abandoned")
		id = latest()
		warnsOnce(cli.MustRun(t, "apply", "-auto-approve", "-replace="+address), `Warning: TLS edge "`+id+`"`, "was abandoned")
		id = latest()
		cli.MustRun(t, "taint", address)
		warnsOnce(cli.MustRun(t, "apply", "-auto-approve"), `Warning: TLS edge "`+id+`"`, "was abandoned")
		id = latest()
		warnsOnce(cli.MustRun(t, "plan", "-destroy"), `Warning: TLS edge "`+id+`"`, "will be abandoned")
		warnsOnce(cli.MustRun(t, "destroy", "-auto-approve"), `Warning: TLS edge "`+id+`"`, "will be abandoned")
		if err := server.ExpectWritesNow(create, create, create, create); err != nil {
			t.Error(err)
		}
	})

	t.Run("renamed", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		cli.Configure(t, server.Config(named("renamed", full)))
		says(t, fails(t, cli, "plan"), "must not be destroyed", "only renamed", "moved block")
		cli.Configure(t, server.Config(named("renamed", full)+"moved {\n  from = "+address+"\n  to   = trafficedge_tls_edge.renamed\n}\n"))
		says(t, cli.MustRun(t, "apply", "-auto-approve"), "0 added, 0 changed, 0 destroyed")
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
	})

	t.Run("removed block", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		says(t, fails(t, cli, "plan", "-destroy"), "must not be destroyed", "with "+address)
		if !hasRemoved(t, cli) {
			t.Skip("the CLI does not know the block")
		}
		cli.Configure(t, server.Config(removed))
		says(t, cli.MustRun(t, "apply", "-auto-approve"), "0 destroyed")
		if output := cli.MustRun(t, "state", "list"); strings.Contains(output, address) {
			t.Errorf("expected the edge to be out of state, got %s", output)
		}
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
	})

	for _, lifecycle := range []string{"", "\nlifecycle {\n  create_before_destroy = true\n}"} {
		t.Run("replacement on request"+lifecycle, func(t *testing.T) {
			t.Parallel()
			const trigger = "resource \"terraform_data\" \"trigger\" {\n  triggers_replace = [%d]\n}\n"
			triggered := full + "\nlifecycle {\n  replace_triggered_by = [terraform_data.trigger]\n}"
			if lifecycle != "" {
				triggered = full + strings.Replace(lifecycle, "\n}", "\n  replace_triggered_by = [terraform_data.trigger]\n}", 1)
			}
			server, cli := start(t, fmt.Sprintf(trigger, 0)+edgeWithPolicy(triggered))
			says(t, fails(t, cli, "plan", "-replace="+address), "must not be replaced", "-replace names it", `deletion_policy = "ABANDON"`)
			cli.MustRun(t, "plan", "-detailed-exitcode")
			cli.Configure(t, server.Config(fmt.Sprintf(trigger, 1)+edgeWithPolicy(triggered)))
			says(t, fails(t, cli, "plan"), "must not be replaced", "replace_triggered_by")
			if err := server.ExpectWritesNow(create); err != nil {
				t.Error(err)
			}
		})
	}

	// The provider learns of a taint only when it has to delete the edge.
	t.Run("tainted", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		cli.MustRun(t, "taint", address)
		says(t, fails(t, cli, "apply", "-auto-approve"), "must not be destroyed", "terraform untaint", `deletion_policy = "ABANDON"`)
		cli.MustRun(t, "untaint", address)
		cli.MustRun(t, "plan", "-detailed-exitcode")
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
	})

	t.Run("tainted with create_before_destroy", func(t *testing.T) {
		t.Parallel()
		const lifecycle = "\nlifecycle {\n  create_before_destroy = true\n}"
		server, cli := start(t, edgeWithPolicy(full+lifecycle))
		id := server.TLSEdges()[0].ID
		cli.MustRun(t, "taint", address)
		refused := []string{`TLS edge "` + id + `"`, "must not be destroyed", "With create_before_destroy, its replacement may exist already"}
		output := fails(t, cli, "apply", "-auto-approve")
		says(t, output, refused...)
		cli.Configure(t, server.Config(edge(full+lifecycle)))
		says(t, fails(t, cli, "apply", "-auto-approve"), refused...)
		// The advice of the guide works, in both of its forms.
		if !strings.Contains(cli.MustRun(t, "state", "show", address), server.TLSEdges()[1].ID) {
			t.Error("expected state to show the newer edge")
		}
		if hasRemoved(t, cli) {
			cli.Configure(t, server.Config(removed))
			says(t, cli.MustRun(t, "apply", "-auto-approve"), "0 destroyed")
		} else {
			cli.MustRun(t, "state", "rm", address)
		}
		cli.Configure(t, server.Config(edgeWithPolicy(full)))
		cli.MustRun(t, "import", address, id)
		cli.MustRun(t, "plan", "-detailed-exitcode")
		cli.MustRun(t, "state", "rm", address)
		cli.MustRun(t, "import", address, server.TLSEdges()[1].ID)
		cli.MustRun(t, "plan", "-detailed-exitcode")
		if err := server.ExpectWritesNow(create, create); err != nil {
			t.Error(err)
		}
	})

	t.Run("drift", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(e *refapi.TLSEdge) { e.TrafficPolicy = nil })
		says(t, fails(t, cli, "plan"), "must not be replaced for traffic_policy", "configure what it has")
		says(t, cli.MustRun(t, "plan", "-refresh-only"), "traffic_policy = {")
		withoutPolicy := regexp.MustCompile(`(?s)traffic_policy = .*`).ReplaceAllString(full, "")
		cli.Configure(t, server.Config(edgeWithPolicy(withoutPolicy)))
		cli.MustRun(t, "plan", "-detailed-exitcode")
	})
}
