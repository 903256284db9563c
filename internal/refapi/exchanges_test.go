// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// responses has the test cases of TestExchanges whose service deviates from the defaults.
func responses() map[string]func(*refapi.Responses) {
	return map[string]func(*refapi.Responses){
		"PATCH responds with nothing":      func(a *refapi.Responses) { a.Patch = refapi.PatchNoContent },
		"PATCH with an empty response":     func(a *refapi.Responses) { a.Patch = refapi.PatchEmpty },
		"PATCH with another shape":         func(a *refapi.Responses) { a.Patch = refapi.PatchOtherShape },
		"PATCH ignores members":            func(a *refapi.Responses) { a.PatchIgnores = []string{"description", "backend"} },
		"PATCH ignores null":               func(a *refapi.Responses) { a.PatchIgnoresNull = true },
		"PATCH clears what is left out":    func(a *refapi.Responses) { a.PatchClearsOmitted, a.DefaultHostports = true, []string{"x:1"} },
		"creations that show the id alone": func(a *refapi.Responses) { a.Create = refapi.CreateIDAlone },
		"creations that are accepted":      func(a *refapi.Responses) { a.Create = refapi.CreateAccepted },
		"unset as empty":                   func(a *refapi.Responses) { a.Unset = refapi.UnsetEmpty },
		"unset as absent":                  func(a *refapi.Responses) { a.Unset = refapi.UnsetAbsent },
		"unset texts as absent":            func(a *refapi.Responses) { a.Unset = refapi.UnsetTextsAbsent },
		"sets in another order":            func(a *refapi.Responses) { a.ReverseSets = true },
		"references alone":                 func(a *refapi.Responses) { a.RefLists = refapi.RefListSingle },
		"no references":                    func(a *refapi.Responses) { a.RefLists = refapi.RefListNull },
		"defaults": func(a *refapi.Responses) {
			a.UnsetTimers, a.DefaultHostports, a.EdgeGetMembers = new(uint32(1800)), []string{"given:443"}, []string{"uri", "id"}
		},
		"hidden defaults":               func(a *refapi.Responses) { a.HidesDefaults, a.DefaultHostports = true, []string{"given:443"} },
		"a secret, masked":              func(a *refapi.Responses) { a.Secrets = refapi.SecretMasked },
		"a secret as null":              func(a *refapi.Responses) { a.Secrets = refapi.SecretNull },
		"no secret":                     func(a *refapi.Responses) { a.Secrets = refapi.SecretAbsent },
		"reformatted metadata":          func(a *refapi.Responses) { a.ReformatMetadata = true },
		"reads that lag":                func(a *refapi.Responses) { a.ReadLag = 2 },
		"no module of a route, as null": func(a *refapi.Responses) { a.NoOAuth = refapi.NoOAuthNull },
		"no module of a route, as one without a provider": func(a *refapi.Responses) { a.NoOAuth = refapi.NoOAuthUnused },
		"a module that stays enabled":                     func(a *refapi.Responses) { a.IgnoresDisable = true },
		"pages at a path":                                 func(a *refapi.Responses) { a.RelativeNextPage = true },
		"lists that leave members out":                    func(a *refapi.Responses) { a.ListOmits = []string{"metadata", "backends"} },
		"DELETE that is not done":                         func(a *refapi.Responses) { a.Delete = refapi.DeleteNotDone },
		"DELETE that is accepted":                         func(a *refapi.Responses) { a.Delete = refapi.DeleteAccepted },
	}
}

// TestExchanges sends the requests of each script and checks the responses. Before each
// script, the store contains only the failover backend "a" and the TLS edge "e". All
// members of both objects are set.
func TestExchanges(t *testing.T) {
	t.Parallel()
	scripts, responses := readScripts(t, "exchanges.txt"), responses()
	for name := range responses {
		if scripts[name] == "" {
			t.Errorf("no script %q", name)
		}
	}
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{Undocumented: true, PageSize: 1})
			s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "d", Metadata: "m", Backends: []string{"a"}, CreatedAt: "2026-01-02T03:04:05Z"})
			s.AddTLSEdge(patchable())
			if change := responses[name]; change != nil {
				s.SetResponses(change)
			}
			s.run(t, script)
		})
	}
}

func TestExchanges_documented(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.AddTLSEdge(patchable())
	s.run(t, `
		GET /edges/tls -> 405 Allow=POST
		PATCH /edges/tls/e {} -> 405 Allow=GET
		DELETE /edges/tls/e -> 405 Allow=GET
		DELETE /edges/tls/e/traffic_policy -> 405 Allow=
		GET /edges/https/e/routes/r/oauth -> 405 Allow=PUT
		DELETE /edges/https/e/routes/r/oauth -> 405 Allow=PUT
		GET /edges/tls/e -> 200 backend.enabled=true traffic_policy.enabled=true`)
}

// patchable returns an edge with all members set.
func patchable() refapi.TLSEdge {
	return refapi.TLSEdge{
		ID: "e", CreatedAt: "2026-01-02T03:04:05Z", Description: "d", Metadata: "m", Hostports: []string{"a:1"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "b"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"p"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"c"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"},
	}
}
