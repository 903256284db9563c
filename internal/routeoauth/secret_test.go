// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// writeOnly are the settings of an app with a write-only secret, which lets in
// one domain.
func writeOnly(secret, version, domain string) string {
	return fmt.Sprintf("client_id = \"app\"\nclient_secret_wo = %q\nclient_secret_wo_version = %q\nemail_domains = [%q]\n", secret, version, domain)
}

func stored(secret, domain string) string {
	return fmt.Sprintf("client_id = \"app\"\nclient_secret = %q\nemail_domains = [%q]\n", secret, domain)
}

func holdsSecret(server *acctest.Server, secret string) statecheck.StateCheck {
	return holds(server, func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret })
}

func TestAccResource_writeOnlySecret(t *testing.T) {
	t.Parallel()
	server := start(t)
	noSecretInState := setting(knownvalue.Null(), "idp_3", "client_secret_wo")
	resource.Test(t, testCase(server,
		step(server, idp("idp_3", writeOnly("first", "1", "example.com")), plancheck.ResourceActionCreate,
			noSecretInState, holdsSecret(server, "first")),
		// Another argument changes: the secret goes along.
		step(server, idp("idp_3", writeOnly("first", "1", "example.org")), plancheck.ResourceActionUpdate,
			noSecretInState, holdsSecret(server, "first")),
		// The secret alone changes: Terraform cannot see it.
		step(server, idp("idp_3", writeOnly("second", "1", "example.org")), plancheck.ResourceActionNoop,
			holdsSecret(server, "first")),
		// The version alone changes: one request.
		step(server, idp("idp_3", writeOnly("second", "2", "example.org")), plancheck.ResourceActionUpdate,
			noSecretInState, holdsSecret(server, "second"), setting(knownvalue.StringExact("2"), "idp_3", "client_secret_wo_version")),
		// No version any more: the secret stays.
		step(server, idp("idp_3", `client_id = "app"
			client_secret_wo = "second"
			email_domains = ["example.org"]`), plancheck.ResourceActionUpdate,
			noSecretInState, holdsSecret(server, "second")),
		step(server, idp("idp_3", stored("third", "example.org")), plancheck.ResourceActionUpdate,
			setting(knownvalue.StringExact("third"), "idp_3", "client_secret"), holdsSecret(server, "third")),
		step(server, idp("idp_3", writeOnly("fourth", "1", "example.org")), plancheck.ResourceActionUpdate,
			setting(knownvalue.Null(), "idp_3", "client_secret"), noSecretInState, holdsSecret(server, "fourth")),
	))
}

func TestAccResource_storedSecret(t *testing.T) {
	t.Parallel()
	server := start(t)
	resource.Test(t, testCase(server,
		step(server, idp("idp_3", stored("first", "example.com")), plancheck.ResourceActionCreate,
			setting(knownvalue.StringExact("first"), "idp_3", "client_secret"), holdsSecret(server, "first")),
		step(server, idp("idp_3", stored("first", "example.org")), plancheck.ResourceActionUpdate, holdsSecret(server, "first")),
		step(server, idp("idp_3", stored("second", "example.org")), plancheck.ResourceActionUpdate,
			setting(knownvalue.StringExact("second"), "idp_3", "client_secret"), holdsSecret(server, "second")),
		step(server, idp("idp_3", stored("second", "example.org")), plancheck.ResourceActionNoop),
	))
}

// TestAccResource_answers takes every freedom that a service has in answering,
// and expects empty plans.
func TestAccResource_answers(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string]refapi.Answers{
		"the most it can say": {Secrets: refapi.SecretAsSent},
		"masked secrets, reversed lists, default timers": {
			Secrets: refapi.SecretMasked, ReverseSets: true, UnsetTimers: new(uint32(3600)),
		},
		"null secrets, unset is empty":      {Secrets: refapi.SecretNull, Unset: refapi.UnsetEmpty},
		"absent secrets, unset is absent":   {Secrets: refapi.SecretAbsent, Unset: refapi.UnsetAbsent},
		"absent secrets and default timers": {Secrets: refapi.SecretAbsent, ReverseSets: true, UnsetTimers: new(uint32(1)), Unset: refapi.UnsetEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			server.Answer(func(a *refapi.Answers) { *a = answers })
			lists := `email_addresses = ["z@example.com", "a@example.com"]
				email_domains = ["z.example.com", "a.example.com"]
				teams = ["z/z", "a/a"]
				organizations = []`
			const secret = "client_id = \"app\"\nclient_secret = \"first\"\nscopes = [\"z\", \"a\"]\n"
			resource.Test(t, testCase(server,
				step(server, idp("idp_1", lists), plancheck.ResourceActionCreate),
				step(server, idp("idp_1", secret+lists), plancheck.ResourceActionUpdate,
					setting(knownvalue.StringExact("first"), "idp_1", "client_secret")),
				step(server, idp("idp_1", secret+lists), plancheck.ResourceActionNoop),
				step(server, idp("idp_1", "")+"cookie_prefix = \"\"\nauth_check_interval = 0\noptions_passthrough = false", plancheck.ResourceActionUpdate,
					expectAttribute(knownvalue.StringExact(""), "cookie_prefix"),
					expectAttribute(knownvalue.Int64Exact(0), "auth_check_interval")),
			))
		})
	}
}

func TestAccResource_otherIdentityProvider(t *testing.T) {
	t.Parallel()
	server := start(t)
	resource.Test(t, testCase(server,
		step(server, idp("idp_1", stored("first", "example.com")+`teams = ["acme/web"]`), plancheck.ResourceActionCreate),
		step(server, idp("idp_2", writeOnly("second", "1", "example.com")), plancheck.ResourceActionUpdate,
			setting(knownvalue.Null(), "idp_1"),
			setting(set("example.com"), "idp_2", "email_domains"),
			holdsSecret(server, "second"),
			holds(server, func(m refapi.OAuthModule) bool { return m.Provider.Name == "idp_2" && m.Provider.Teams == nil })),
		step(server, idp("idp_2", writeOnly("second", "1", "example.com")), plancheck.ResourceActionNoop),
	))
}
