// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// Block returns the provider block of a provider that talks to this server.
func (s *Server) Block() map[string]tftypes.Value {
	return map[string]tftypes.Value{
		"base_url":                protocoltest.String(s.URL),
		"identity_provider_names": protocoltest.Texts(s.IdentityProviderNames),
	}
}
