// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command offline serves the provider's schemas by the framework alone, without requests: what any provider of them costs.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	trafficedge "github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

func main() {
	// The same as in the provider, so that no difference comes from logs or the garbage collector.
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
		_ = os.Setenv(name, "OFF") // fails for malformed names only
	}
	debug.SetGCPercent(server.GCPercent)
	newProvider := func() provider.Provider { return offline{trafficedge.New("offline")} }
	err := providerserver.Serve(context.Background(), newProvider, providerserver.ServeOpts{
		Address: "registry.terraform.io/trafficedge/trafficedge",
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "offline:", err)
		os.Exit(1)
	}
}

type offline struct{ provider.Provider }

// Configure has nothing to configure.
func (offline) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

// Resources lists the provider's resources, reduced to their schemas.
func (p offline) Resources(ctx context.Context) []func() resource.Resource {
	var resources []func() resource.Resource
	for _, newResource := range p.Provider.Resources(ctx) {
		resources = append(resources, func() resource.Resource { return object{newResource()} })
	}
	return resources
}

// object is a resource that exists only in state.
type object struct{ resource.Resource }

// Create stores the plan, with a value of its own for each text that the plan leaves to the service.
func (object) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	known, err := tftypes.Transform(req.Plan.Raw, func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		switch {
		case value.IsKnown():
			return value, nil
		case value.Type().Is(tftypes.String):
			return tftypes.NewValue(tftypes.String, "chosen"), nil
		}
		return tftypes.NewValue(value.Type(), nil), nil
	})
	if err != nil {
		resp.Diagnostics.AddError("Could not keep the plan", err.Error())
		return
	}
	resp.State.Raw = known
}

// Read leaves the state as it is.
func (object) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Delete forgets the resource.
func (object) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
