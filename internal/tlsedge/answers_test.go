// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// single has one reference where a list may have several, and unset members in
// every form in which a configuration may write them.
const single = `
	description = ""
	hostports   = []
	backend = {
	  backend_id = "bkd_a"
	}
	ip_restriction = {
	  ip_policy_ids = ["ipp_a"]
	}
	mutual_tls = {
	  enabled                   = false
	  certificate_authority_ids = []
	}
	traffic_policy = null`

// A plan after an apply is empty in whatever form the service answers, and so is
// a plan after a later read. The test framework plans after every step.
func TestAccResource_answers(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*refapi.Answers){
		"unset as null":        func(a *refapi.Answers) { a.Unset = refapi.UnsetNull },
		"unset as empty":       func(a *refapi.Answers) { a.Unset = refapi.UnsetEmpty },
		"unset as absent":      func(a *refapi.Answers) { a.Unset = refapi.UnsetAbsent },
		"another order":        func(a *refapi.Answers) { a.ReverseSets = true },
		"one Ref for a list":   func(a *refapi.Answers) { a.RefLists = refapi.RefListSingle },
		"null for a list":      func(a *refapi.Answers) { a.RefLists = refapi.RefListNull },
		"read says id and uri": func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id", "uri"} },
		"read says id":         func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id"} },
		"read says no id":      func(a *refapi.Answers) { a.EdgeGetMembers = []string{"uri"} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.Answer(change)
			var config string
			var expected []statecheck.StateCheck
			var unchanged []plancheck.PlanCheck
			for name, test := range map[string]struct {
				arguments string
				expected  []expectation
			}{
				"minimal": {minimal, minimalAttributes()}, "full": {full, fullAttributes()},
				"upstream": {upstream, upstreamAttributes()}, "single": {single, singleAttributes()},
			} {
				address := "trafficedge_tls_edge." + name
				config += named(name, test.arguments+"\n"+abandon)
				expected = append(expected, checks(address, test.expected)...)
				unchanged = append(unchanged, plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop))
			}
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{
					{Config: server.Config(config), ConfigStateChecks: expected},
					{
						Config:            server.Config(config),
						ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: unchanged},
						ConfigStateChecks: expected,
					},
				},
			})
		})
	}
}

func singleAttributes() []expectation {
	return []expectation{
		expect(text(""), "description"),
		expect(set(), "hostports"),
		expect(set("ipp_a"), "ip_restriction", "ip_policy_ids"),
		expect(knownvalue.Bool(false), "mutual_tls", "enabled"),
		expect(set(), "mutual_tls", "certificate_authority_ids"),
		expect(knownvalue.Null(), "traffic_policy"),
	}
}

// The service's choices stay, also when they were configured for a while or when
// a later read leaves them out.
func TestAccResource_servicesChoice(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.Answer(func(a *refapi.Answers) { a.DefaultHostports = []string{"chosen.example.com:443"} })
	atEdge := func(rest string) string {
		return rest + "\ntls_termination = {\n  terminate_at = \"edge\"\n}\n"
	}
	chosen := []statecheck.StateCheck{
		expectAttribute(set("chosen.example.com:443"), "hostports"),
		expectAttribute(text("1.2"), "tls_termination", "min_version"),
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: server.Config(edgeWithPolicy(atEdge(""))),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectUnknownValue(address, at("hostports")),
					plancheck.ExpectUnknownValue(address, at("tls_termination", "min_version")),
				}},
				ConfigStateChecks: chosen,
			},
			{
				Config:            server.Config(edgeWithPolicy(atEdge(`hostports = ["chosen.example.com:443"]`))),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: chosen,
			},
			{
				Config:            server.Config(edgeWithPolicy(atEdge(""))),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: chosen,
			},
			{
				PreConfig: func() {
					server.ResetRequests()
					server.Answer(func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id"} })
				},
				Config: server.Config(edge(atEdge(""))),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
					plancheck.ExpectKnownValue(address, at("id"), knownvalue.NotNull()),
					plancheck.ExpectKnownValue(address, at("created_at"), knownvalue.NotNull()),
					plancheck.ExpectKnownValue(address, at("hostports"), set("chosen.example.com:443")),
					plancheck.ExpectKnownValue(address, at("tls_termination", "min_version"), text("1.2")),
				}},
				ConfigStateChecks: append([]statecheck.StateCheck{
					server.ExpectWrites(),
					expectAttribute(knownvalue.NotNull(), "created_at"),
				}, chosen...),
			},
		},
	})
}

func TestAccResource_upstreamVersionIsPlannedNull(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: server.Config(edge(upstream)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownValue(address, at("tls_termination", "min_version"), knownvalue.Null()),
			}},
		}},
	})
}
