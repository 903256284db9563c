// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command offline is the provider without its requests: the same schemas, served by the framework alone. A plan
// without changes costs at least this much with any provider of these schemas.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	trafficedge "github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "offline:", err)
		os.Exit(1)
	}
}

func serve() error {
	// The same as in the provider, so that no difference comes from logs or the garbage collector.
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
		if err := os.Setenv(name, "OFF"); err != nil {
			return fmt.Errorf("turning off logs: %w", err)
		}
	}
	debug.SetGCPercent(300)
	newProvider := func() provider.Provider { return offline{trafficedge.New("offline")} }
	if err := providerserver.Serve(context.Background(), newProvider, providerserver.ServeOpts{
		Address: "registry.terraform.io/trafficedge/trafficedge",
	}); err != nil {
		return fmt.Errorf("serving the provider: %w", err)
	}
	return nil
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

// IdentitySchema forwards to the resource.
func (o object) IdentitySchema(ctx context.Context, req resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	if identified, ok := o.Resource.(resource.ResourceWithIdentity); ok {
		identified.IdentitySchema(ctx, req, resp)
	}
}

// Create stores the plan.
func (object) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.Append(keep(req.Plan, &resp.State)...)
	identify(ctx, resp.Identity)
}

// Read leaves the state as it is.
func (object) Read(ctx context.Context, _ resource.ReadRequest, resp *resource.ReadResponse) {
	identify(ctx, resp.Identity)
}

// Update stores the plan.
func (object) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.Diagnostics.Append(keep(req.Plan, &resp.State)...)
}

// Delete forgets the resource.
func (object) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// keep stores a plan as the state, and chooses the values that the plan leaves to the service.
func keep(plan tfsdk.Plan, state *tfsdk.State) diag.Diagnostics {
	known, err := tftypes.Transform(plan.Raw, func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if value.IsKnown() {
			return value, nil
		}
		return chosen(value.Type()), nil
	})
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not keep the plan", err.Error())}
	}
	state.Raw = known
	return nil
}

// identify chooses an identity if the CLI has none.
func identify(ctx context.Context, identity *tfsdk.ResourceIdentity) {
	of, isObject := identity.Schema.Type().TerraformType(ctx).(tftypes.Object)
	if !isObject || !identity.Raw.IsFullyNull() {
		return
	}
	values := map[string]tftypes.Value{}
	for name, attribute := range of.AttributeTypes {
		values[name] = chosen(attribute)
	}
	identity.Raw = tftypes.NewValue(of, values)
}

// chosen returns a text for a text, and null for any other type.
func chosen(of tftypes.Type) tftypes.Value {
	if of.Is(tftypes.String) {
		return tftypes.NewValue(of, "chosen")
	}
	return tftypes.NewValue(of, nil)
}
