// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command baseline is the smallest possible provider: one resource with one attribute. The benchmark compares
// its start-up with that of the provider.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

func main() {
	newProvider := func() provider.Provider { return baseline{} }
	err := providerserver.Serve(context.Background(), newProvider, providerserver.ServeOpts{
		Address: "registry.terraform.io/trafficedge/baseline",
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "baseline:", err)
		os.Exit(1)
	}
}

type baseline struct{}

// Metadata names the provider.
func (baseline) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "baseline"
}

// Schema leaves the provider block empty.
func (baseline) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

// Configure has nothing to configure.
func (baseline) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

// Resources lists the one resource.
func (baseline) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

// DataSources lists none.
func (baseline) DataSources(context.Context) []func() datasource.DataSource { return nil }

// thing is a resource that exists only in state.
type thing struct{}

// Metadata names the resource.
func (thing) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "baseline_thing"
}

// Schema has the one attribute.
func (thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}}}
}

// Create stores the plan.
func (thing) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
}

// Read leaves the state as it is.
func (thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update stores the plan.
func (thing) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
}

// Delete forgets the resource.
func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
