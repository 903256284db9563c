// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// A service may complain about anything: every pointer makes one diagnostic, on
// an attribute that the schema has or on none.
func FuzzPointer(f *testing.F) {
	ctx := context.Background()
	var schemas []resource.SchemaResponse
	for _, construct := range provider.New("test").Resources(ctx) {
		var response resource.SchemaResponse
		construct().Schema(ctx, resource.SchemaRequest{}, &response)
		schemas = append(schemas, response)
	}
	for _, pointer := range []string{
		"/backends/-1", "/backends/0/x", "/hostports/0", "/backend/backend_id", "/ip_restriction/ip_policy_ids/-1",
		"/identity_provider/idp_1/scopes/9999999999", "/identity_provider/idp_9", "//", "/~0~1/~", "\xff", "/backends/\xff/0",
	} {
		f.Add(pointer)
	}
	f.Fuzz(func(t *testing.T, pointer string) {
		for _, response := range schemas {
			failure := &api.Error{Operation: "test", Fields: []api.FieldError{{Pointer: pointer, Message: "is wrong"}}}
			diags := apidiag.FromError(t.Context(), response.Schema, failure)
			if len(diags) != 1 {
				t.Fatalf("got %v", diags)
			}
			at, ok := diags[0].(diag.DiagnosticWithPath)
			if !ok {
				continue
			}
			if _, diags := response.Schema.TypeAtPath(t.Context(), at.Path()); diags.HasError() {
				t.Errorf("%q leads to %s, which the schema lacks", pointer, at.Path())
			}
		}
	})
}
