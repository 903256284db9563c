// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestAccResource_unsettled goes back to the former configuration after requests
// that were acted on without a usable answer. The module cannot be read, and
// must be sent again all the same.
func TestAccResource_unsettled(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", stored("first", "example.com"))
	unusable := always(server, refapi.Fault{Body: "gone wrong"})
	recovered := func() { server.Intercept(nil); server.ResetRequests() }
	back := step(server, arguments, plancheck.ResourceActionUpdate, holds(server, func(m refapi.OAuthModule) bool {
		return m.Enabled && m.Provider.ClientSecret == "first" && m.Provider.EmailDomains[0] == "example.com"
	}))
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		after(unusable, failing(step(server, idp("idp_2", stored("second", "example.org")), plancheck.ResourceActionUpdate),
			"gone wrong")),
		after(recovered, back),
		after(unusable, failing(resource.TestStep{Config: server.Config(module(arguments)), Destroy: true}, "gone wrong")),
		after(recovered, back),
		step(server, arguments, plancheck.ResourceActionNoop),
	))
}

// TestAccResource_settled goes back after a refusal, which leaves nothing open.
func TestAccResource_settled(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", stored("first", "example.com"))
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		after(always(server, refapi.Fault{Status: http.StatusForbidden}),
			failing(step(server, idp("idp_2", stored("second", "example.org")), plancheck.ResourceActionUpdate), "403 Forbidden")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, step(server, arguments, plancheck.ResourceActionNoop)),
	))
}
