package tlsedge_test

import (
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
			ExpectError: acctest.Message(append(message, "neither update nor delete", "PREVENT", `deletion_policy = "ABANDON"`, "removed {", "destroy = false")...),
		}
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: server.Config(edgeWithPolicy(full))},
			{
				Config: server.Config(edgeWithPolicy(full)), Destroy: true,
				ExpectError: acctest.Message("must not be destroyed", "neither update nor delete", "PREVENT", `deletion_policy = "ABANDON"`, "removed {", "destroy = false"),
			},
			refused(``, "must not be destroyed"),
			refused(edgeWithPolicy(strings.Replace(full, `"checkout"`, `"other"`, 1)), "must not be replaced for description", `description = "other"`,
				`description: the edge has "checkout", wanted is "other"`),
			refused(edgeWithPolicy(strings.Replace(full, `min_version  = "1.3"`, `min_version = "1.2"`, 1)), "must not be replaced for tls_termination.min_version",
				`the edge has "1.3", wanted is "1.2"`),
			// The policy in state decides, not the one that comes along.
			refused(edge(strings.Replace(full, `"bkd_a"`, `"bkd_b"`, 1)), "must not be replaced for backend.backend_id"),
			refused(edge(minimal), "must not be replaced for description", "metadata: ", "traffic_policy: "),
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

// removed is what the errors tell to write.
const removed = "removed {\n  from = " + address + "\n  lifecycle {\n    destroy = false\n  }\n}\n"

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

	t.Run("abandon", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edge(full))
		id := server.TLSEdges()[0].ID
		cli.Configure(t, server.Config(edge(minimal)))
		output := cli.MustRun(t, "apply", "-auto-approve")
		says(t, output, `Warning: TLS edge "`+id+`" will be replaced and abandoned`, id+`" goes on serving at`, "b.example.com:8443")
		says(t, output, `Warning: TLS edge "`+id+`" was abandoned`, id+`" goes on serving`)
		id = server.TLSEdges()[1].ID
		says(t, cli.MustRun(t, "plan", "-destroy"), `Warning: TLS edge "`+id+`" will be abandoned`, id+`" goes on serving`)
		says(t, cli.MustRun(t, "destroy", "-auto-approve"), `Warning: TLS edge "`+id+`" was abandoned`, id+`" goes on serving`)
		if err := server.ExpectWritesNow(create, create); err != nil {
			t.Error(err)
		}
	})

	t.Run("removed block", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		says(t, fails(t, cli, "plan", "-destroy"), "must not be destroyed", "with "+address)
		cli.Configure(t, server.Config(removed))
		says(t, cli.MustRun(t, "apply", "-auto-approve"), "0 destroyed")
		if output := cli.MustRun(t, "state", "list"); strings.Contains(output, address) {
			t.Errorf("expected the edge to be out of state, got %s", output)
		}
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
	})

	// Of these two the provider learns only when it is asked to delete.
	t.Run("replacement on request", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		says(t, fails(t, cli, "apply", "-auto-approve", "-replace="+address), "must not be destroyed", "-replace")
		cli.MustRun(t, "plan", "-detailed-exitcode")
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
	})

	t.Run("tainted", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		cli.MustRun(t, "taint", address)
		says(t, fails(t, cli, "apply", "-auto-approve"), "must not be destroyed", "untaint")
		cli.MustRun(t, "untaint", address)
		cli.MustRun(t, "plan", "-detailed-exitcode")
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
	})

	t.Run("drift", func(t *testing.T) {
		t.Parallel()
		server, cli := start(t, edgeWithPolicy(full))
		server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(e *refapi.TLSEdge) { e.TrafficPolicy = nil })
		says(t, fails(t, cli, "plan"), "must not be replaced for traffic_policy", "the edge has nothing", "configure what it has")
		withoutPolicy := regexp.MustCompile(`(?s)traffic_policy = .*`).ReplaceAllString(full, "")
		cli.Configure(t, server.Config(edgeWithPolicy(withoutPolicy)))
		cli.MustRun(t, "plan", "-detailed-exitcode")
	})
}
