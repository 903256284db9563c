// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
