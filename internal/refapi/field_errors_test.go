// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestFieldErrors shows that the response to an invalid request lists all
// mistakes and that the request does not change the store.
func TestFieldErrors(t *testing.T) {
	t.Parallel()
	const oauth = "PUT /edges/https/e/routes/r/oauth "
	d, m := strings.Repeat("ü", 128), strings.Repeat("m", 4097)
	for name, script := range map[string]string{
		"failover backends": `
			POST /backends/failover {} -> 422 /backends
			POST /backends/failover {"backends":null} -> 422 /backends
			POST /backends/failover {"backends":["a","",null,1]} -> 422 /backends/1 /backends/2 /backends/3
			POST /backends/failover {"backends":[],"description":1,"metadata":{}} -> 422 /description /metadata
			POST /backends/failover {"backends":[],"a/b~c":1} -> 422 /a~1b~0c
			POST /backends/failover {"backends":[],"id":"x","uri":"y"} -> 422 /id /uri
			POST /backends/failover {"backends":[],"description":"a","description":"a"} -> 422 /description
			PATCH /backends/failover/a {"id":"other"} -> 422 /id
			PATCH /backends/failover/a {"backends":null} -> 422 /backends`,
		"edges": `
			POST /edges/tls {"description":"` + d + `"} -> 422 /description
			POST /edges/tls {"metadata":"` + m + `"} -> 422 /metadata
			POST /edges/tls {"backend":{},"ip_restriction":{},"mutual_tls":{},"tls_termination":{},"traffic_policy":{}} -> 422 /backend/backend_id /ip_restriction/ip_policy_ids /mutual_tls/certificate_authority_ids /tls_termination/terminate_at /traffic_policy/value
			POST /edges/tls {"backend":{"backend_id":""},"tls_termination":{"terminate_at":""},"traffic_policy":{"value":""}} -> 422 /backend/backend_id /tls_termination/terminate_at /traffic_policy/value
			POST /edges/tls {"ip_restriction":{"ip_policy_ids":["a",""]},"mutual_tls":{"certificate_authority_ids":[null]}} -> 422 /ip_restriction/ip_policy_ids/1 /mutual_tls/certificate_authority_ids/0
			POST /edges/tls {"tls_termination":{"terminate_at":"Edge"}} -> 422 /tls_termination/terminate_at
			POST /edges/tls {"tls_termination":{"terminate_at":"upstream","min_version":"1.2"}} -> 422 /tls_termination/min_version
			POST /edges/tls {"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]},"traffic_policy":{"enabled":true,"value":"v"}} -> 422 /mutual_tls /traffic_policy
			POST /edges/tls {"backend":{"backend_id":"b","backend":{"id":"b"}},"id":"x"} -> 422 /id /backend/backend
			POST /edges/tls {"backend":"b","ip_restriction":[],"mutual_tls":{"enabled":"yes","certificate_authority_ids":{}},"hostports":"a:1","description":false} -> 422 /description /hostports /backend /ip_restriction /mutual_tls/enabled /mutual_tls/certificate_authority_ids
			POST /edges/tls {"hostports":["fine:443",null,443]} -> 422 /hostports/1 /hostports/2
			PATCH /edges/tls/e {"id":"f"} -> 422 /id
			PATCH /edges/tls/e {"tls_termination":{"terminate_at":"upstream"}} -> 422 /mutual_tls /traffic_policy
			PATCH /edges/tls/e {"deletion_policy":"PREVENT"} -> 422 /deletion_policy`,
		"modules of routes": `
			` + oauth + `{} -> 422 /provider
			` + oauth + `{"provider":{"idp_1":null}} -> 422 /provider
			` + oauth + `{"provider":{"idp_1":{},"idp_8":{}}} -> 422 /provider
			` + oauth + `{"provider":{"idp_9":{}}} -> 422 /provider /provider/idp_9
			` + oauth + `{"provider":{"idp_2":{"client_id":"c"}}} -> 422 /provider/idp_2/client_id
			` + oauth + `{"provider":{"idp_2":{"scopes":["s"]}}} -> 422 /provider/idp_2/scopes
			` + oauth + `{"provider":{"idp_2":{"client_id":"c","scopes":["s"]}}} -> 422 /provider/idp_2/client_id /provider/idp_2/scopes
			` + oauth + `{"provider":{"idp_1":{"email_addresses":[""],"email_domains":[null],"teams":[""],"organizations":["o",""]}}} -> 422 /provider/idp_1/email_addresses/0 /provider/idp_1/email_domains/0 /provider/idp_1/teams/0 /provider/idp_1/organizations/1
			` + oauth + `{"provider":{"idp_1":{"teams":["a/b","a","a/","/b","a/b/c","/"]}}} -> 422 /provider/idp_1/teams/1 /provider/idp_1/teams/2 /provider/idp_1/teams/3 /provider/idp_1/teams/4 /provider/idp_1/teams/5
			` + oauth + `{"inactivity_timeout":-1,"maximum_duration":4294967296,"auth_check_interval":1.5,"provider":{"idp_2":{}}} -> 422 /inactivity_timeout /maximum_duration /auth_check_interval
			` + oauth + `{"enabled":1,"options_passthrough":"true","cookie_prefix":[],"provider":{"idp_2":{"client_secret":1,"scopes":"s"}}} -> 422 /enabled /options_passthrough /cookie_prefix /provider/idp_2/client_secret /provider/idp_2/scopes
			` + oauth + `{"provider":{"idp_1":true}} -> 422 /provider/idp_1
			` + oauth + `{"timeout":1,"provider":{"idp_2":{"secret":"x"}}} -> 422 /timeout /provider/idp_2/secret`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{Undocumented: true})
			s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "d", Metadata: "m", Backends: []string{"a"}})
			s.AddTLSEdge(patchable())
			backends, edges := s.FailoverBackends(), s.TLSEdges()
			s.run(t, script)
			if _, there := s.RouteOAuth("e", "r"); there || !reflect.DeepEqual(backends, s.FailoverBackends()) || !reflect.DeepEqual(edges, s.TLSEdges()) {
				t.Error("the store acted on a refused request")
			}
		})
	}
}
