// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func dataSource(id string) string {
	return fmt.Sprintf("data \"trafficedge_tls_edge\" \"test\" {\n  id = %q\n}\n", id)
}

func shown(value knownvalue.Check, steps ...string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue("data."+address, at(steps...), value)
}

func TestAccDataSource_everything(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge/1", CreatedAt: "2026-01-02T03:04:05Z", Description: "checkout", Metadata: "m", Hostports: []string{"b:2", "a:1"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_b", "ipp_a"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"},
	})
	server.Answer(func(a *refapi.Answers) { a.RefLists = refapi.RefListSingle })
	ref := func(kind, id string) knownvalue.Check {
		return module(map[string]knownvalue.Check{"id": text(id), "uri": text(server.URL + "/" + kind + "/" + id)})
	}
	enabled, disabled := knownvalue.Bool(true), knownvalue.Bool(false)
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: server.Config(dataSource("edge/1")),
			ConfigStateChecks: []statecheck.StateCheck{
				shown(text(server.URL+"/edges/tls/edge%2F1"), "uri"),
				shown(text("2026-01-02T03:04:05Z"), "created_at"),
				shown(text("checkout"), "description"),
				shown(text("m"), "metadata"),
				shown(set("a:1", "b:2"), "hostports"),
				shown(module(map[string]knownvalue.Check{"enabled": enabled, "backend": ref("backends", "bkd_a")}), "backend"),
				shown(module(map[string]knownvalue.Check{
					"enabled": disabled, "ip_policies": knownvalue.SetExact([]knownvalue.Check{ref("ip_policies", "ipp_a"), ref("ip_policies", "ipp_b")}),
				}), "ip_restriction"),
				shown(module(map[string]knownvalue.Check{
					"enabled": enabled, "certificate_authorities": knownvalue.SetExact([]knownvalue.Check{ref("certificate_authorities", "ca_a")}),
				}), "mutual_tls"),
				shown(module(map[string]knownvalue.Check{"enabled": enabled, "terminate_at": text("edge"), "min_version": text("1.2")}), "tls_termination"),
				shown(module(map[string]knownvalue.Check{"enabled": enabled, "value": text("v")}), "traffic_policy"),
			},
		}},
	})
}

// The data source reads an edge in every form of answer.
func TestAccDataSource_sparse(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*refapi.Answers){
		"null":   func(a *refapi.Answers) { a.Unset = refapi.UnsetNull },
		"empty":  func(a *refapi.Answers) { a.Unset = refapi.UnsetEmpty },
		"absent": func(a *refapi.Answers) { a.Unset = refapi.UnsetAbsent },
		"id":     func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id"} },
		"no id":  func(a *refapi.Answers) { a.EdgeGetMembers = []string{"uri"} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1"})
			server.Answer(change)
			var unset []statecheck.StateCheck
			for _, one := range minimalAttributes() {
				unset = append(unset, statecheck.ExpectKnownValue("data."+address, one.at, one.value))
			}
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps:                    []resource.TestStep{{Config: server.Config(dataSource("edge_1")), ConfigStateChecks: unset}},
			})
		})
	}
}

func TestAccDataSource_failures(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: server.Config(dataSource("")), ExpectError: acctest.Message("id string length must be at least 1")},
			{Config: server.Config(dataSource("gone")), ExpectError: acctest.Message(`Could not read TLS edge "gone"`, "404 Not Found")},
			{
				// An id that is known only during apply defers the read until then.
				Config: server.Config(edge(full) + "data \"trafficedge_tls_edge\" \"test\" {\n  id = " + address + ".id\n}\n"),
				ConfigStateChecks: []statecheck.StateCheck{
					shown(set("a.example.com:443", "b.example.com:8443"), "hostports"),
					shown(text("bkd_a"), "backend", "backend", "id"),
				},
			},
		},
	})
}
