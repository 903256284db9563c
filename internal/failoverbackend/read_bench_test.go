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

// BenchmarkReadResource measures a refresh from the CLI's request to the provider's
// answer, without the connection between the two.
func BenchmarkReadResource(b *testing.B) {
	for name, fromList := range map[string]bool{"from the list": true, "one by one": false} {
		b.Run(name, func(b *testing.B) { benchmarkReadResource(b, fromList) })
	}
}

func benchmarkReadResource(b *testing.B, fromList bool) {
	b.Helper()
	const typeName, count = "trafficedge_failover_backend", 1000
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
	read := func(req *tfprotov6.ReadResourceRequest) *tfprotov6.ReadResourceResponse {
		req.TypeName = typeName
		resp, err := provider.ReadResource(b.Context(), req)
		if err != nil {
			b.Fatal(err)
		}
		if err := protocoltest.Failure(resp.Diagnostics); err != nil {
			b.Fatal(err)
		}
		return resp
	}
	var added [count]refapi.FailoverBackend
	for i := range added {
		added[i] = reference.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"bkd_first", fmt.Sprintf("bkd_%d", i)}})
	}
	var earlier [count]*tfprotov6.ReadResourceResponse
	for i := range earlier {
		imported, err := protocoltest.Dynamic(protocoltest.Object(provider.Schemas.ResourceSchemas[typeName], map[string]tftypes.Value{
			"id": protocoltest.String(added[i].ID),
		}))
		if err != nil {
			b.Fatal(err)
		}
		earlier[i] = read(&tfprotov6.ReadResourceRequest{CurrentState: imported})
	}
	next := 0
	b.ReportAllocs()
	for b.Loop() {
		prior := earlier[next%count]
		read(&tfprotov6.ReadResourceRequest{CurrentState: prior.NewState, CurrentIdentity: prior.NewIdentity})
		next++
	}
}
