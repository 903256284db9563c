// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
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
				ConfigStateChecks: []statecheck.StateCheck{holds(server, 2)},
			},
		},
	})
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
