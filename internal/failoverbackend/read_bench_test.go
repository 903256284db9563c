// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// BenchmarkReadResource measures the time between the CLI's request and the
// provider's response in a refresh. The result does not include the
// connection between CLI and provider.
func BenchmarkReadResource(b *testing.B) {
	for name, fromList := range map[string]bool{"from the list": true, "one by one": false} {
		b.Run(name, func(b *testing.B) {
			reference := refapi.New(refapi.Options{})
			server := httptest.NewServer(reference)
			b.Cleanup(server.Close)
			provider, err := protocoltest.New(b.Context(), map[string]tftypes.Value{
				"base_url":          protocoltest.String(server.URL),
				"refresh_from_list": tftypes.NewValue(tftypes.Bool, fromList),
			})
			if err != nil {
				b.Fatal(err)
			}
			read := func(state *tfprotov6.DynamicValue, private []byte, identity *tfprotov6.ResourceIdentityData) *tfprotov6.ReadResourceResponse {
				resp, err := provider.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{
					TypeName: typeName, CurrentState: state, Private: private, CurrentIdentity: identity,
				})
				if err != nil || protocoltest.Failure(resp.Diagnostics) != nil {
					b.Fatal(err, resp)
				}
				return resp
			}
			for i := range 1000 {
				reference.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"bkd_first", fmt.Sprintf("bkd_%d", i)}})
			}
			var earlier []*tfprotov6.ReadResourceResponse
			for _, added := range reference.FailoverBackends() {
				imported, err := protocoltest.Dynamic(provider.Config(typeName, map[string]any{"id": added.ID}))
				if err != nil {
					b.Fatal(err)
				}
				earlier = append(earlier, read(imported, nil, nil))
			}
			next := 0
			b.ReportAllocs()
			for b.Loop() {
				prior := earlier[next%len(earlier)]
				read(prior.NewState, prior.Private, prior.NewIdentity)
				next++
			}
		})
	}
}
