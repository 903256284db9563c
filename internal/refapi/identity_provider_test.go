// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestIdentityProvidersUnderTheServicesNames(t *testing.T) {
	t.Parallel()
	names := map[string]string{"idp_1": "alpha", "idp_2": "be/ta"}
	s := start(t, refapi.Options{Undocumented: true, IdentityProviderNames: names})
	names["idp_1"] = "written into"
	s.run(t, `
		PUT /edges/https/e/routes/r/oauth {"provider":{"alpha":{"teams":["a/b"]},"idp_3":null}} -> 200 provider={"alpha":{"client_id":null,"client_secret":null,"scopes":null,"email_addresses":null,"email_domains":null,"teams":["a/b"],"organizations":null},"be/ta":null,"idp_3":null,"idp_4":null,"idp_5":null,"idp_6":null,"idp_7":null,"idp_8":null}
		GET /edges/https/e/routes/r/oauth -> 200 same
		PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{}}} -> 422 /provider /provider/idp_1
		PUT /edges/https/e/routes/r/oauth {"provider":{"alpha":{},"idp_1":null}} -> 422 /provider/idp_1
		PUT /edges/https/e/routes/r/oauth {"provider":{"be/ta":{"client_id":"c","teams":["a/b"]}}} -> 422 /provider/be~1ta/client_id /provider/be~1ta/teams`)
	if stored, _ := s.RouteOAuth("e", "r"); stored.Provider.Name != "idp_1" {
		t.Errorf("stored %+v", stored)
	}
}
