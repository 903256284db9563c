// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestDataSource reads routes as the service has them, and some that it does not have.
func TestDataSource(t *testing.T) {
	t.Parallel()
	const all = `{"enabled":true,"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":1,"maximum_duration":2,"auth_check_interval":0,` +
		`"provider":{"idp_1":{"client_id":"app","scopes":["s"],"email_addresses":["A@example.com"],"email_domains":["example.com"],` +
		`"teams":["a/b"],"organizations":["o"]}}}`
	for name, test := range map[string]struct {
		route string
		lacks bool   // the service lacks the operation
		unset bool   // undocumented_operations does not name it
		want  string // the module, or none where an error has these words
		words []string
	}{
		"everything": {route: "route_1", want: all},
		"little":     {route: "route_2", want: `{"route_id":"route_2","enabled":false,"options_passthrough":false,"cookie_prefix":"trafficedge.","provider":{"idp_7":{}}}`},
		"no module":  {route: "route_3", words: []string{"Could not read the OAuth module of route", "404 Not Found"}},
		"lacking":    {route: "route_1", lacks: true, words: []string{"Could not read the OAuth module of route", "405", "read_route_oauth"}},
		"not named":  {route: "route_1", unset: true, words: []string{"Could not read the OAuth module of route", "read_route_oauth"}},
		"empty id":   {words: []string{"string length must be at least 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			server.SetRouteOAuth("edge_1", "route_1", refapi.OAuthModule{
				Enabled: true, OptionsPassthrough: true, CookiePrefix: "mine.",
				InactivityTimeout: new(uint32(1)), MaximumDuration: new(uint32(2)), AuthCheckInterval: new(uint32(0)),
				Provider: refapi.IdentityProvider{
					Name: "idp_1", ClientID: "app", ClientSecret: "canary", Scopes: []string{"s"}, EmailAddresses: []string{"A@example.com"},
					EmailDomains: []string{"example.com"}, Teams: []string{"a/b"}, Organizations: []string{"o"},
				},
			})
			server.SetRouteOAuth("edge_1", "route_2", refapi.OAuthModule{Provider: refapi.IdentityProvider{Name: "idp_7"}})
			if test.lacks {
				only(server, http.MethodGet, refapi.Fault{Status: http.StatusMethodNotAllowed})
			}
			protocol := switchedOn(t, server)
			if test.unset {
				protocol = configured(t, server.URL)
			}
			schema := protocol.Schemas.DataSourceSchemas[typeName]
			config := dynamic(t, protocoltest.Object(schema, map[string]tftypes.Value{
				"edge_id": protocoltest.String("edge_1"), "route_id": protocoltest.String(test.route),
			}))
			validated, err := protocol.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: config})
			if err != nil {
				t.Fatal(err)
			}
			told := protocoltest.Diagnostics(validated.Diagnostics)
			if told.Err() == nil {
				read, err := protocol.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config})
				if err != nil {
					t.Fatal(err)
				}
				told = read.Diagnostics
				if test.want != "" {
					state, err := read.State.Unmarshal(schema.ValueType())
					if want := moduleOf(t, schema, test.want); err != nil || !state.Equal(want) {
						t.Errorf("got %s, %v\nwant %s", state, err, want)
					}
				}
			}
			if (told.Err() == nil) != (test.words == nil) || !mentions(told, test.words...) {
				t.Errorf("expected %q, got %s", test.words, told)
			}
			if made := server.Requests(); test.unset && len(made) > 0 {
				t.Errorf("requested %v", made)
			}
		})
	}
}
