// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestResource_changeUnknown goes back to the former configuration after
// requests that were carried out, but got no usable answer. The module cannot be
// read, so it must be sent again.
func TestResource_changeUnknown(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	one := idpWith("idp_2", plain("first", "example.com"))
	unusable := refapi.Fault{Body: "gone wrong"}
	back := func() {
		module.applies(protocoltest.Update, one, serves(func(m refapi.OAuthModule) bool {
			return m.Enabled && m.Provider.ClientSecret == "first" && m.Provider.EmailDomains[0] == "example.com"
		}))
	}
	module.applies(protocoltest.Create, one)
	module.meeting(unusable, func() { module.fails(idpWith("idp_2", plain("second", "example.org")), "gone wrong") })
	back()
	module.meeting(unusable, func() { module.failsToDestroy("gone wrong") })
	back()
	module.applies(protocoltest.NoOp, one)
	module.disables()
}

// TestResource_refused goes back after a refusal, which certainly changed
// nothing.
func TestResource_refused(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	one := idpWith("idp_2", plain("first", "example.com"))
	module.applies(protocoltest.Create, one)
	module.meeting(refapi.Fault{Status: http.StatusForbidden}, func() {
		module.fails(idpWith("idp_2", plain("second", "example.org")), "403 Forbidden")
	})
	module.applies(protocoltest.NoOp, one)
	module.disables()
}
