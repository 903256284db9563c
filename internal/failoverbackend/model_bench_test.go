// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func BenchmarkAnswerToState(b *testing.B) {
	ctx := b.Context()
	var described resource.SchemaResponse
	NewResource().Schema(ctx, resource.SchemaRequest{}, &described)
	state := tfsdk.State{Schema: described.Schema, Raw: tftypes.NewValue(described.Schema.Type().TerraformType(ctx), nil)}
	description := "Checkout: Frankfurt first, then Dublin"
	answer := &api.FailoverBackend{
		ID:          "fob_000000000000000000000001",
		URI:         "https://api.example.com/backends/failover/fob_000000000000000000000001",
		CreatedAt:   "2026-01-31T12:34:56.123456Z",
		Description: &description,
		Backends:    []string{"bkd_checkout_fra", "bkd_checkout_dub"},
	}
	prior := model{Description: types.StringValue(description)}
	b.ReportAllocs()
	for b.Loop() {
		if diags := state.Set(ctx, prior.fromAPI(answer)); diags.HasError() {
			b.Fatal(diags)
		}
	}
}
