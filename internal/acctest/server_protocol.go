// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// Protocol returns a provider that talks to this server.
func (s *Server) Protocol(ctx context.Context) (*protocoltest.Provider, error) {
	return protocoltest.New(ctx, map[string]tftypes.Value{"base_url": protocoltest.String(s.URL)})
}
