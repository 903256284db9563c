// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http/httptest"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// BenchmarkPlan makes all the calls of a CLI for one edge in a plan without
// changes, but has no connection to a CLI. It includes the reference API's work
// on one request.
func BenchmarkPlan(b *testing.B) {
	for name, wanted := range map[string]arguments{
		"backend only": {"backend": arguments{"backend_id": "bkd_1"}}, "every module": fullArguments(),
	} {
		b.Run(name, func(b *testing.B) {
			server := httptest.NewServer(refapi.New(refapi.Options{}))
			b.Cleanup(server.Close)
			provider, err := protocoltest.New(b.Context(), map[string]tftypes.Value{"base_url": protocoltest.String(server.URL)})
			if err != nil {
				b.Fatal(err)
			}
			edge, config := provider.NewInstance(typeName), provider.Config(typeName, wanted)
			check := func(said protocoltest.Diagnostics, err error) {
				if err != nil || len(said) > 0 {
					b.Fatal(err, said)
				}
			}
			planned, said, err := provider.Plan(b.Context(), edge, config)
			check(said, err)
			check(provider.Apply(b.Context(), edge, planned))
			b.ReportAllocs()
			for b.Loop() {
				check(provider.Refresh(b.Context(), edge))
				_, said, err := provider.Plan(b.Context(), edge, config)
				check(said, err)
			}
		})
	}
}
