// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"context"
	"strings"
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

func TestAccResource_drift(t *testing.T) {
	t.Parallel()
	type drift struct {
		change func(*refapi.TLSEdge)
		shown  expectation
	}
	drifts := map[string]drift{
		"description":       {func(e *refapi.TLSEdge) { e.Description = "changed" }, expect(text("changed"), "description")},
		"metadata_cleared":  {func(e *refapi.TLSEdge) { e.Metadata = "" }, expect(knownvalue.Null(), "metadata")},
		"hostport":          {func(e *refapi.TLSEdge) { e.Hostports[0] = "c:1" }, expect(set("c:1", "b.example.com:8443"), "hostports")},
		"backend":           {func(e *refapi.TLSEdge) { e.Backend.BackendID = "bkd_b" }, expect(text("bkd_b"), "backend", "backend_id")},
		"backend_disabled":  {func(e *refapi.TLSEdge) { e.Backend.Enabled = false }, expect(knownvalue.Bool(false), "backend", "enabled")},
		"backend_removed":   {func(e *refapi.TLSEdge) { e.Backend = nil }, expect(knownvalue.Null(), "backend")},
		"policy":            {func(e *refapi.TLSEdge) { e.IPRestriction.IPPolicyIDs = []string{"c"} }, expect(set("c"), "ip_restriction", "ip_policy_ids")},
		"policies_emptied":  {func(e *refapi.TLSEdge) { e.IPRestriction.IPPolicyIDs = nil }, expect(set(), "ip_restriction", "ip_policy_ids")},
		"policies_off":      {func(e *refapi.TLSEdge) { *e.IPRestriction = refapi.EdgeIPRestriction{} }, expect(knownvalue.Null(), "ip_restriction")},
		"authority":         {func(e *refapi.TLSEdge) { e.MutualTLS.CertificateAuthorityIDs = []string{"c"} }, expect(set("c"), "mutual_tls", "certificate_authority_ids")},
		"authorities_off":   {func(e *refapi.TLSEdge) { e.MutualTLS.Enabled = false }, expect(knownvalue.Bool(false), "mutual_tls", "enabled")},
		"version":           {func(e *refapi.TLSEdge) { e.TLSTermination.MinVersion = "1.1" }, expect(text("1.1"), "tls_termination", "min_version")},
		"place":             {func(e *refapi.TLSEdge) { e.TLSTermination.TerminateAt = "upstream" }, expect(text("upstream"), "tls_termination", "terminate_at")},
		"traffic_policy":    {func(e *refapi.TLSEdge) { e.TrafficPolicy.Value = "v2" }, expect(text("v2"), "traffic_policy", "value")},
		"traffic_policy_on": {func(e *refapi.TLSEdge) { e.TrafficPolicy.Enabled = true }, expect(knownvalue.Bool(true), "traffic_policy", "enabled")},
	}
	server := acctest.Start(t, refapi.Options{})
	var config string
	var shown, restored []statecheck.StateCheck
	var replaced []plancheck.PlanCheck
	for name, drift := range drifts {
		address := "trafficedge_tls_edge." + name
		// The metadata tells the service's edges apart.
		config += named(name, strings.Replace(full, `{\"owner\":\"edge\"}`, name, 1)+"\n"+abandon)
		shown = append(shown, checks(address, []expectation{drift.shown})...)
		restored = append(restored, statecheck.ExpectKnownValue(address, at("description"), text("checkout")))
		replaced = append(replaced, plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate))
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: server.Config(config)},
			{
				PreConfig: func() {
					for _, edge := range server.TLSEdges() {
						server.ChangeTLSEdge(edge.ID, drifts[edge.Metadata].change)
					}
				},
				RefreshState:       true,
				ExpectNonEmptyPlan: true,
				RefreshPlanChecks:  resource.RefreshPlanChecks{PostRefresh: append(replaced, stateBefore(shown)...)},
			},
			{
				Config:            server.Config(config),
				ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: replaced},
				ConfigStateChecks: restored,
			},
		},
	})
}

// stateBefore runs state checks on the state that a plan starts from: it holds
// the drift that the plan is to undo.
func stateBefore(checks []statecheck.StateCheck) []plancheck.PlanCheck {
	planChecks := make([]plancheck.PlanCheck, len(checks))
	for i, check := range checks {
		planChecks[i] = priorState{check}
	}
	return planChecks
}

type priorState struct{ check statecheck.StateCheck }

func (p priorState) CheckPlan(ctx context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	checked := statecheck.CheckStateResponse{}
	p.check.CheckState(ctx, statecheck.CheckStateRequest{State: req.Plan.PriorState}, &checked)
	resp.Error = checked.Error
}

func TestAccResource_vanished(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: server.Config(edgeWithPolicy(full))},
			{
				PreConfig:         func() { server.RemoveTLSEdge(server.TLSEdges()[0].ID) },
				Config:            server.Config(edge(full)),
				ConfigPlanChecks:  planned(plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(create, create), holds(server, 1)},
			},
		},
	})
}

// An edge that is gone from the service leaves state with a warning.
func TestAccResource_givenUp(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, server.Config(edge(full)))
	cli.MustRun(t, "apply", "-auto-approve")
	id := server.TLSEdges()[0].ID
	server.RemoveTLSEdge(id)
	output := cli.MustRun(t, "plan")
	if !acctest.Message("Warning: The service has no TLS edge \""+id+"\"", "any more").MatchString(output) {
		t.Errorf("expected a warning, got\n%s", output)
	}
}
