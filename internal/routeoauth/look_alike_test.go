// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A corrected access rule is sent even if only a letter that looks alike was wrong.
func TestResource_lookAlikeRule(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{})
	allows := func(domain string) func(refapi.OAuthModule) bool {
		return func(m refapi.OAuthModule) bool { return slices.Equal(m.Provider.EmailDomains, []string{domain}) }
	}
	module.apply(protocoltest.Create, idpWith("idp_1", `"email_domains":["\u0130bm.com"]`), allows("\u0130bm.com"))
	module.apply(protocoltest.Update, idpWith("idp_1", `"email_domains":["ibm.com"]`), allows("ibm.com"))
}
