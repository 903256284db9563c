// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestExchanges sends the requests of each script and checks the responses. Before each
// script, the store contains only the failover backend "a" and the TLS edge "e". All
// members of both objects are set.
func TestExchanges(t *testing.T) {
	t.Parallel()
	type responses = func(*refapi.Responses)
	long := strings.Repeat("ü", 100_000)
	for name, test := range map[string]struct {
		responses responses
		script    string
	}{
		"PATCH of a failover backend": {nil, `
			PATCH /backends/failover/a {} -> 200 description="d" metadata="m" backends=["a"] created_at="2026-01-02T03:04:05Z"
			PATCH /backends/failover/a {"id":null} -> 200 same
			GET /backends/failover/a -> 200 same
			PATCH /backends/failover/a {"description":""} -> 200 description=null metadata="m" backends=["a"]
			PATCH /backends/failover/a {"metadata":null} -> 200 description=null metadata=null backends=["a"]
			PATCH /backends/failover/a {"description":"D","metadata":"M","backends":["c","b"]} -> 200 description="D" metadata="M" backends=["c","b"]
			PATCH /backends/failover/a {"backends":[]} -> 200 backends=[]`},
		"PATCH responds with nothing": {func(a *refapi.Responses) { a.Patch = refapi.PatchNoContent }, `
			PATCH /backends/failover/a {"description":"D"} -> 204 =
			GET /backends/failover/a -> 200 description="D" metadata="m"`},
		"PATCH with an empty response": {func(a *refapi.Responses) { a.Patch = refapi.PatchEmpty }, `
			PATCH /backends/failover/a {"description":"D"} -> 200 =`},
		"PATCH with another shape": {func(a *refapi.Responses) { a.Patch = refapi.PatchOtherShape }, `
			PATCH /backends/failover/a {"description":"D"} -> 200 ={"status":"ok"}`},
		"PATCH ignores members": {func(a *refapi.Responses) { a.PatchIgnores = []string{"description", "backend"} }, `
			PATCH /backends/failover/a {"description":"D","backends":["b"]} -> 200 description="d" metadata="m" backends=["b"]`},
		"PATCH ignores null": {func(a *refapi.Responses) { a.PatchIgnoresNull = true }, `
			PATCH /edges/tls/e {"description":"D","traffic_policy":null} -> 200 description="D" traffic_policy={"enabled":true,"value":"v"}`},
		"PATCH clears what is left out": {func(a *refapi.Responses) { a.PatchClearsOmitted, a.DefaultHostports = true, []string{"x:1"} }, `
			PATCH /backends/failover/a {"description":"D","backends":["b"]} -> 200 description="D" metadata=null backends=["b"]
			PATCH /edges/tls/e {"description":"D"} -> 200 description="D" metadata=null hostports=["x:1"] backend=null ip_restriction=null mutual_tls=null tls_termination=null traffic_policy=null`},

		"PATCH of an edge": {nil, `
			GET /edges/tls/e -> 200 description="d"
			PATCH /edges/tls/e {} -> 200 same
			PATCH /edges/tls/e {"description":"D","metadata":"M"} -> 200 description="D" metadata="M" hostports=["a:1"] traffic_policy={"enabled":true,"value":"v"}
			PATCH /edges/tls/e {"description":"","metadata":null} -> 200 description=null metadata=null
			PATCH /edges/tls/e {"hostports":["b:2","a:1"]} -> 200 hostports=["b:2","a:1"]
			PATCH /edges/tls/e {"hostports":[]} -> 200 hostports=null
			PATCH /edges/tls/e {"tls_termination":{"enabled":false,"terminate_at":"edge"}} -> 200 tls_termination={"enabled":false,"terminate_at":"edge","min_version":"1.2"}
			PATCH /edges/tls/e {"mutual_tls":{"certificate_authority_ids":[]},"traffic_policy":{"value":"w"}} -> 200 mutual_tls={"enabled":true,"certificate_authorities":[]} traffic_policy={"enabled":true,"value":"w"}
			PATCH /edges/tls/e {"ip_restriction":{"enabled":false,"ip_policy_ids":["q"]},"backend":{"backend_id":"x"}} -> 200 ip_restriction={"enabled":false,"ip_policies":[{"id":"q","uri":"URL/ip_policies/q"}]} backend={"enabled":true,"backend":{"id":"x","uri":"URL/backends/x"}}
			PATCH /edges/tls/e {"tls_termination":{"terminate_at":"upstream"},"mutual_tls":null,"traffic_policy":{"enabled":false,"value":"v"}} -> 200 tls_termination={"enabled":true,"terminate_at":"upstream","min_version":null} mutual_tls=null traffic_policy={"enabled":false,"value":"v"}
			PATCH /edges/tls/e {"backend":null,"ip_restriction":null,"tls_termination":null,"traffic_policy":null} -> 200 backend=null ip_restriction=null mutual_tls=null tls_termination=null traffic_policy=null
			PATCH /edges/tls/none {} -> 404 code="not_found"`},
		"creations of failover backends": {nil, `
			POST /backends/failover {"description":"d","metadata":"m","backends":["b","a","b"]} -> 201 description="d" metadata="m" backends=["b","a","b"] uri="URL/backends/failover/ID"
			GET /backends/failover/ID -> 200 same
			POST /backends/failover {"backends":[],"description":"` + long + `","metadata":"` + long + `"} -> 201 description="` + long + `" metadata="` + long + `"
			PATCH /backends/failover/ID {"description":"` + long + `","metadata":"` + long + `"} -> 200 same`},
		"creations of edges": {nil, `
			POST /edges/tls {} -> 201 uri="URL/edges/tls/ID"
			POST /edges/tls {"description":"d","metadata":"m","hostports":["b.example.com:443","[::1]:8443"],"backend":{"backend_id":"x/y"},"ip_restriction":{"enabled":false,"ip_policy_ids":["p2","p1"]},"mutual_tls":{"enabled":null,"certificate_authority_ids":[]},"tls_termination":{"terminate_at":"edge","min_version":"1.3"},"traffic_policy":{"enabled":true,"value":"v"}} -> 201 description="d" metadata="m" hostports=["b.example.com:443","[::1]:8443"] backend={"enabled":true,"backend":{"id":"x/y","uri":"URL/backends/x%2Fy"}} ip_restriction={"enabled":false,"ip_policies":[{"id":"p2","uri":"URL/ip_policies/p2"},{"id":"p1","uri":"URL/ip_policies/p1"}]} mutual_tls={"enabled":true,"certificate_authorities":[]} tls_termination={"enabled":true,"terminate_at":"edge","min_version":"1.3"} traffic_policy={"enabled":true,"value":"v"}
			GET /edges/tls/ID -> 200 same
			POST /edges/tls {"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]},"mutual_tls":{"certificate_authority_ids":["c"]},"tls_termination":{"terminate_at":"edge"},"traffic_policy":{"value":"v"}} -> 201 backend.enabled=true ip_restriction.enabled=true mutual_tls.enabled=true tls_termination.enabled=true traffic_policy.enabled=true
			POST /edges/tls {"backend":{"enabled":false,"backend_id":"b"},"ip_restriction":{"enabled":false,"ip_policy_ids":["p"]},"mutual_tls":{"enabled":false,"certificate_authority_ids":["c"]},"tls_termination":{"enabled":false,"terminate_at":"edge"},"traffic_policy":{"enabled":false,"value":"v"}} -> 201 backend.enabled=false ip_restriction.enabled=false mutual_tls.enabled=false tls_termination.enabled=false traffic_policy.enabled=false
			POST /edges/tls {"tls_termination":{"terminate_at":"edge"}} -> 201 tls_termination={"enabled":true,"terminate_at":"edge","min_version":"1.2"}
			POST /edges/tls {"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":false,"certificate_authority_ids":[]},"traffic_policy":{"enabled":false,"value":"v"}} -> 201 mutual_tls.enabled=false traffic_policy.enabled=false
			POST /edges/tls {"description":"` + long[:254] + `x","metadata":"` + long[:4096] + `"} -> 201 description="` + long[:254] + `x" metadata="` + long[:4096] + `"
			POST /edges/tls {"hostports":["host","host:",":443","host:0","host:65536","host:https","::1:443","[::1]:8443","a b:443","https://host:443","*"," "]} -> 201 hostports=["host","host:",":443","host:0","host:65536","host:https","::1:443","[::1]:8443","a\u0020b:443","https://host:443","*","\u0020"]`},
		"OAuth modules, replaced whole": {nil, `
			PUT /edges/https/edge%2F1/routes/route%201/oauth {"enabled":false,"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":0,"maximum_duration":4294967295,"auth_check_interval":1,"provider":{"idp_1":{"client_id":"id","client_secret":"secret","scopes":["s"],"email_addresses":["a@example.com"],"email_domains":["example.com"],"teams":["org/team"],"organizations":["org"]}}} -> 200 ={"enabled":false,"provider":{"idp_1":{"client_id":"id","client_secret":"secret","scopes":["s"],"email_addresses":["a@example.com"],"email_domains":["example.com"],"teams":["org/team"],"organizations":["org"]},"idp_2":null,"idp_3":null,"idp_4":null,"idp_5":null,"idp_6":null,"idp_7":null,"idp_8":null},"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":0,"maximum_duration":4294967295,"auth_check_interval":1}
			PUT /edges/https/edge%2F1/routes/route%201/oauth {"provider":{"idp_1":null,"idp_2":{}}} -> 200 ={"enabled":true,"provider":{"idp_1":null,"idp_2":{"client_id":null,"client_secret":null,"scopes":null,"email_addresses":null,"email_domains":null},"idp_3":null,"idp_4":null,"idp_5":null,"idp_6":null,"idp_7":null,"idp_8":null},"options_passthrough":false,"cookie_prefix":"trafficedge.","inactivity_timeout":null,"maximum_duration":null,"auth_check_interval":null}
			GET /edges/https/edge%2F1/routes/route%201/oauth -> 200 same`},
		"creations that show the id alone": {func(a *refapi.Responses) { a.Create = refapi.CreateIDAlone }, `
			POST /backends/failover {"backends":[]} -> 201 ={"id":"ID"}`},
		"creations that are accepted": {func(a *refapi.Responses) { a.Create = refapi.CreateAccepted }, `
			POST /backends/failover {"backends":[]} -> 202 =`},
		"modules of an edge": {nil, `
			DELETE /edges/tls/e/backend -> 204 =
			GET /edges/tls/e -> 200 backend=null description="d" traffic_policy={"enabled":true,"value":"v"}
			DELETE /edges/tls/e/backend -> 404 code="not_found"
			DELETE /edges/tls/none/backend -> 404 code="not_found"
			GET /edges/tls/e/traffic_policy -> 405 Allow=DELETE
			DELETE /edges/tls/e/hostports -> 404 code="unknown_path"`},

		"unset as null": {nil, `
			GET /backends/failover -> 200 next_page_uri=null
			POST /backends/failover {"backends":[]} -> 201 description=null metadata=null backends=[]
			POST /edges/tls {} -> 201 description=null metadata=null hostports=null backend=null ip_restriction=null mutual_tls=null tls_termination=null traffic_policy=null
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{}}} -> 200 maximum_duration=null cookie_prefix="trafficedge." provider.idp_2=null provider.idp_1.client_secret=null provider.idp_1.teams=null`},
		"unset as empty": {func(a *refapi.Responses) { a.Unset = refapi.UnsetEmpty }, `
			POST /edges/tls {} -> 201 description="" metadata="" hostports=[] traffic_policy={"enabled":false,"value":""} backend={"enabled":false,"backend":null}
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{}}} -> 200 maximum_duration=null cookie_prefix="trafficedge." provider.idp_2=null provider.idp_1.client_secret="" provider.idp_1.teams=[]`},
		"unset as absent": {func(a *refapi.Responses) { a.Unset = refapi.UnsetAbsent }, `
			POST /edges/tls {} -> 201 description= metadata= hostports= traffic_policy= backend=
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{}}} -> 200 maximum_duration= cookie_prefix="trafficedge." provider.idp_2= provider.idp_1.client_secret= provider.idp_1.teams=`},
		"unset texts as absent": {func(a *refapi.Responses) { a.Unset = refapi.UnsetTextsAbsent }, `
			POST /edges/tls {} -> 201 description= metadata= hostports= traffic_policy=null backend=null
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{}}} -> 200 maximum_duration=null cookie_prefix="trafficedge." provider.idp_2=null provider.idp_1.client_secret= provider.idp_1.teams=`},

		"sets in another order": {func(a *refapi.Responses) { a.ReverseSets = true }, `
			POST /edges/tls {"hostports":["a:1","b:2"],"ip_restriction":{"ip_policy_ids":["p","q"]}} -> 201 hostports=["b:2","a:1"] ip_restriction={"enabled":true,"ip_policies":[{"id":"q","uri":"URL/ip_policies/q"},{"id":"p","uri":"URL/ip_policies/p"}]}
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{"teams":["a/b","c/d"]}}} -> 200 provider.idp_1.teams=["c/d","a/b"]
			POST /backends/failover {"backends":["a","b"]} -> 201 backends=["a","b"]`},
		"references in lists": {nil, `
			POST /edges/tls {"mutual_tls":{"certificate_authority_ids":[]}} -> 201 mutual_tls.certificate_authorities=[]
			POST /edges/tls {"mutual_tls":{"certificate_authority_ids":["a"]}} -> 201 mutual_tls.certificate_authorities=[{"id":"a","uri":"URL/certificate_authorities/a"}]`},
		"references alone": {func(a *refapi.Responses) { a.RefLists = refapi.RefListSingle }, `
			POST /edges/tls {"mutual_tls":{"certificate_authority_ids":["a"]}} -> 201 mutual_tls.certificate_authorities={"id":"a","uri":"URL/certificate_authorities/a"}`},
		"no references": {func(a *refapi.Responses) { a.RefLists = refapi.RefListNull }, `
			POST /edges/tls {"mutual_tls":{"certificate_authority_ids":[]}} -> 201 mutual_tls.certificate_authorities=null`},
		"defaults": {func(a *refapi.Responses) {
			a.UnsetTimers, a.DefaultHostports, a.EdgeGetMembers = new(uint32(1800)), []string{"given:443"}, []string{"uri", "id"}
		}, `
			PUT /edges/https/e/routes/r/oauth {"maximum_duration":0,"provider":{"idp_1":{}}} -> 200 inactivity_timeout=1800 maximum_duration=0
			POST /edges/tls {"hostports":["own:1"]} -> 201 hostports=["own:1"]
			POST /edges/tls {} -> 201 hostports=["given:443"]
			GET /edges/tls/ID -> 200 uri="URL/edges/tls/ID" created_at= hostports= backend=`},
		"hidden defaults": {func(a *refapi.Responses) { a.HidesDefaults, a.DefaultHostports = true, []string{"given:443"} }, `
			POST /edges/tls {} -> 201 hostports=
			GET /edges/tls/ID -> 200 hostports=
			PATCH /edges/tls/ID {"description":"D"} -> 200 hostports=
			PATCH /edges/tls/ID {"hostports":[]} -> 200 hostports=null
			PATCH /edges/tls/ID {"hostports":["own:1"]} -> 200 hostports=["own:1"]`},
		"a secret as it was sent": {nil, `
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_5":{"client_id":"c","client_secret":"canary"}}} -> 200 provider.idp_5.client_secret="canary"`},
		"a secret, masked": {func(a *refapi.Responses) { a.Secrets = refapi.SecretMasked }, `
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_5":{"client_id":"c","client_secret":"canary"}}} -> 200 provider.idp_5.client_secret="********"`},
		"a secret as null": {func(a *refapi.Responses) { a.Secrets = refapi.SecretNull }, `
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_5":{"client_id":"c","client_secret":"canary"}}} -> 200 provider.idp_5.client_secret=null`},
		"no secret": {func(a *refapi.Responses) { a.Secrets = refapi.SecretAbsent }, `
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_5":{"client_id":"c","client_secret":"canary"}}} -> 200 provider.idp_5.client_secret=`},
		"reformatted metadata": {func(a *refapi.Responses) { a.ReformatMetadata = true }, `
			PATCH /backends/failover/a {"metadata":"{ \"a\": [1, \"x\"] }"} -> 200 metadata="{\"a\":[1,\"x\"]}"
			PATCH /edges/tls/e {"metadata":"{\"a\":1}"} -> 200 metadata="{\n\u0020\u0020\"a\":\u00201\n}"
			PATCH /edges/tls/e {"metadata":"not{JSON"} -> 200 metadata="not{JSON"`},
		"reads that lag": {func(a *refapi.Responses) { a.ReadLag = 2 }, `
			POST /backends/failover {"backends":[]} -> 201
			GET /backends/failover/ID -> 404
			GET /backends/failover/ID -> 404
			GET /backends/failover/ID -> 200`},

		"modules of a route": {nil, `
			GET /edges/https/e/routes/r/oauth -> 404 code="not_found"
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_3":{}}} -> 200
			PUT /edges/https/e/routes/r/oauth {"provider":{"idp_3":{"client_secret":"alone"}}} -> 200
			PUT /edges/https/e/routes/r/oauth {"maximum_duration":5,"provider":{"idp_3":{"email_addresses":[],"email_domains":["d"]}}} -> 200
			GET /edges/https/e/routes/r/oauth -> 200 same
			DELETE /edges/https/e/routes/r/oauth -> 405 Allow=GET,PUT`},
		"no module of a route, as null": {func(a *refapi.Responses) { a.NoOAuth = refapi.NoOAuthNull }, `
			GET /edges/https/e/routes/r/oauth -> 200 =null`},
		"no module of a route, as one without a provider": {func(a *refapi.Responses) { a.NoOAuth = refapi.NoOAuthUnused }, `
			GET /edges/https/e/routes/r/oauth -> 200 enabled=false provider={"idp_1":null,"idp_2":null,"idp_3":null,"idp_4":null,"idp_5":null,"idp_6":null,"idp_7":null,"idp_8":null}`},
		"a module that stays enabled": {func(a *refapi.Responses) { a.IgnoresDisable = true }, `
			PUT /edges/https/e/routes/r/oauth {"enabled":false,"provider":{"idp_1":{}}} -> 200 enabled=true`},

		"lists that lag": {nil, `
			FREEZE
			PATCH /backends/failover/a {"description":"D"} -> 200
			POST /backends/failover {"backends":[]} -> 201
			GET /backends/failover -> 200 ={"backends":[{"id":"a","uri":"URL/backends/failover/a","created_at":"2026-01-02T03:04:05Z","description":"d","metadata":"m","backends":["a"]}],"uri":"URL/backends/failover","next_page_uri":null}
			GET /backends/failover/ID -> 200
			DELETE /backends/failover/ID -> 204
			FREEZE
			DELETE /backends/failover/a -> 204
			GET /backends/failover -> 200 backends=[{"id":"a","uri":"URL/backends/failover/a","created_at":"2026-01-02T03:04:05Z","description":"D","metadata":"m","backends":["a"]}]
			GET /backends/failover/a -> 404
			THAW
			GET /backends/failover -> 200 backends=[]`},
		"pages at a path": {func(a *refapi.Responses) { a.RelativeNextPage = true }, `
			POST /backends/failover {"backends":[]} -> 201
			GET /backends/failover -> 200 next_page_uri="/backends/failover?cursor=1" uri="URL/backends/failover"`},
		"lists that leave members out": {func(a *refapi.Responses) { a.ListOmits = []string{"metadata", "backends"} }, `
			GET /backends/failover -> 200 backends=[{"id":"a","uri":"URL/backends/failover/a","created_at":"2026-01-02T03:04:05Z","description":"d"}]
			GET /backends/failover/a -> 200 metadata="m" backends=["a"]`},
		"operations that nobody offers": {nil, `
			GET /backends -> 404 code="unknown_path"
			GET / -> 404 code="unknown_path"
			GET /backends/failover/ -> 404 code="unknown_path"
			PUT /edges/https/e/routes//oauth -> 404 code="unknown_path"
			GET /backends/failover/none -> 404 code="not_found"
			GET /edges/tls/none -> 404 code="not_found"
			GET /backends/failover?cursor=-1 -> 400 code="invalid_cursor"
			GET /edges/tls?cursor=1 -> 200 tls_edges=[]
			PUT /backends/failover/a -> 405 code="method_not_allowed" Allow=DELETE,GET,PATCH
			QUERY /edges/tls -> 405 Allow=GET,POST
			QUERY /edges/tls/e -> 405 Allow=DELETE,GET,PATCH
			QUERY /edges/https/e/routes/r/oauth -> 405 Allow=GET,PUT`},
		"a service that merges modules": {func(a *refapi.Responses) { a.MergesOAuth = true }, `
			PUT /edges/https/e/routes/r/oauth {"cookie_prefix":"mine.","inactivity_timeout":3,"maximum_duration":5,"auth_check_interval":4,"options_passthrough":true,"provider":{"idp_1":{"client_id":"c","client_secret":"s","scopes":["a"],"email_addresses":["x","y"],"email_domains":["d"],"teams":["a/b"],"organizations":["o"]}}} -> 200
			PUT /edges/https/e/routes/r/oauth {"enabled":false,"provider":{"idp_1":{"email_addresses":["z","y"],"teams":[],"organizations":null}}} -> 200 enabled=false options_passthrough=false cookie_prefix="mine." inactivity_timeout=3 maximum_duration=5 auth_check_interval=4 provider.idp_1={"client_id":"c","client_secret":"s","scopes":["a"],"email_addresses":["x","y","z"],"email_domains":["d"],"teams":["a/b"],"organizations":["o"]} provider.idp_2=null
			PUT /edges/https/e/routes/r/oauth {"maximum_duration":6,"provider":{"idp_2":{"email_domains":["e"]}}} -> 200 maximum_duration=6 provider.idp_1={"client_id":"c","client_secret":"s","scopes":["a"],"email_addresses":["x","y","z"],"email_domains":["d"],"teams":["a/b"],"organizations":["o"]} provider.idp_2={"client_id":null,"client_secret":null,"scopes":null,"email_addresses":null,"email_domains":["e"]}`},

		"DELETE that is not done": {func(a *refapi.Responses) { a.Delete = refapi.DeleteNotDone }, `
			DELETE /backends/failover/a -> 200 ={"success":false}
			GET /backends/failover/a -> 200`},
		"DELETE that is accepted": {func(a *refapi.Responses) { a.Delete = refapi.DeleteAccepted }, `
			DELETE /backends/failover/a -> 202 =
			GET /backends/failover/a -> 200
			DELETE /edges/tls/e/backend -> 202 =
			GET /edges/tls/e -> 200 description="d" backend={"enabled":true,"backend":{"id":"b","uri":"URL/backends/b"}}
			PATCH /edges/tls/e {"description":"meanwhile"} -> 200
			ACT 2
			GET /backends/failover/a -> 404
			GET /edges/tls/e -> 200 description="meanwhile" backend=null traffic_policy={"enabled":true,"value":"v"}`},
		"DELETE": {nil, `
			DELETE /backends/failover/a -> 204 =
			GET /backends/failover/a -> 404 code="not_found"
			PATCH /backends/failover/a {} -> 404 code="not_found"
			DELETE /backends/failover/a -> 404 code="not_found"
			DELETE /edges/tls/e -> 204 =
			GET /edges/tls/e -> 404
			DELETE /edges/tls/e -> 404 code="not_found"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{Undocumented: true, PageSize: 1})
			s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "d", Metadata: "m", Backends: []string{"a"}, CreatedAt: "2026-01-02T03:04:05Z"})
			s.AddTLSEdge(patchable())
			if test.responses != nil {
				s.SetResponses(test.responses)
			}
			s.run(t, test.script)
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
