// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// writeOnly returns the settings of an app with a write-only secret, which lets
// in one domain.
func writeOnly(secret, version, domain string) string {
	return fmt.Sprintf("client_id = \"app\"\nclient_secret_wo = %q\nclient_secret_wo_version = %q\nemail_domains = [%q]\n", secret, version, domain)
}

func stored(secret, domain string) string {
	return fmt.Sprintf("client_id = \"app\"\nclient_secret = %q\nemail_domains = [%q]\n", secret, domain)
}

func holdsSecret(server *acctest.Server, secret string) statecheck.StateCheck {
	return holds(server, func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret })
}

func hidden(secret, version, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret_wo":%q,"client_secret_wo_version":%q,"email_domains":[%q]`, secret, version, domain)
}

func plain(secret, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret":%q,"email_domains":[%q]`, secret, domain)
}

func TestResource_writeOnlySecret(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	noSecretInState := has("identity_provider.idp_3.client_secret_wo", nil)
	module.applies(protocoltest.Create, idpWith("idp_3", hidden("first", "1", "example.com")), noSecretInState, servesSecret("first"))
	// Another argument changes: the secret goes along.
	module.applies(protocoltest.Update, idpWith("idp_3", hidden("first", "1", "example.org")), noSecretInState, servesSecret("first"))
	// The secret alone changes: Terraform cannot see it.
	module.applies(protocoltest.NoOp, idpWith("idp_3", hidden("second", "1", "example.org")), servesSecret("first"))
	// The version alone changes: one request.
	module.applies(protocoltest.Update, idpWith("idp_3", hidden("second", "2", "example.org")),
		noSecretInState, servesSecret("second"), has("identity_provider.idp_3.client_secret_wo_version", "2"))
	// No version any more: the secret stays.
	module.applies(protocoltest.Update, idpWith("idp_3", `"client_id":"app","client_secret_wo":"second","email_domains":["example.org"]`),
		noSecretInState, servesSecret("second"))
	module.applies(protocoltest.Update, idpWith("idp_3", plain("third", "example.org")),
		has("identity_provider.idp_3.client_secret", "third"), servesSecret("third"))
	module.applies(protocoltest.Update, idpWith("idp_3", hidden("fourth", "1", "example.org")),
		has("identity_provider.idp_3.client_secret", nil), noSecretInState, servesSecret("fourth"))
	module.disables()
}

func TestResource_storedSecret(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.applies(protocoltest.Create, idpWith("idp_3", plain("first", "example.com")),
		has("identity_provider.idp_3.client_secret", "first"), servesSecret("first"))
	module.applies(protocoltest.Update, idpWith("idp_3", plain("first", "example.org")), servesSecret("first"))
	module.applies(protocoltest.Update, idpWith("idp_3", plain("second", "example.org")),
		has("identity_provider.idp_3.client_secret", "second"), servesSecret("second"))
	module.applies(protocoltest.NoOp, idpWith("idp_3", plain("second", "example.org")))
	module.disables()
}

// TestResource_answers takes every freedom of a service's answers, and expects
// empty plans.
func TestResource_answers(t *testing.T) {
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
			module := liveOn(t, server)
			const lists = `"email_addresses":["z@example.com","a@example.com"],"email_domains":["z.example.com","a.example.com"],` +
				`"teams":["z/z","a/a"],"organizations":[]`
			own := idpWith("idp_1", ownApp, `"scopes":["z","a"]`, lists)
			module.applies(protocoltest.Create, idpWith("idp_1", lists))
			module.applies(protocoltest.Update, own, has("identity_provider.idp_1.client_secret", "first"))
			module.applies(protocoltest.NoOp, own)
			module.applies(protocoltest.Update, with(idpWith("idp_1"), `"cookie_prefix":"","auth_check_interval":0,"options_passthrough":false`),
				has("cookie_prefix", ""), has("auth_check_interval", int64(0)))
			module.disables()
		})
	}
}

func TestResource_otherIdentityProvider(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	second := idpWith("idp_2", hidden("second", "1", "example.com"))
	module.applies(protocoltest.Create, idpWith("idp_1", plain("first", "example.com"), `"teams":["acme/web"]`))
	module.applies(protocoltest.Update, second,
		has("identity_provider.idp_1", nil), has("identity_provider.idp_2.email_domains", []string{"example.com"}), servesSecret("second"),
		serves(func(m refapi.OAuthModule) bool { return m.Provider.Name == "idp_2" && m.Provider.Teams == nil }))
	module.applies(protocoltest.NoOp, second)
	module.disables()
}
