// Package configure hands the provider's API client to resources and data
// sources.
package configure

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Client returns the API client in the data that the provider passed on. It is
// nil, without an error, while the provider is not configured yet, as it is when
// a configuration is only validated.
func Client(providerData any, diags *diag.Diagnostics) *api.Client {
	if providerData == nil {
		return nil
	}
	client, ok := providerData.(*api.Client)
	if !ok {
		diags.AddError("Could not configure the provider's client",
			fmt.Sprintf("Expected an API client, got %T. This is a bug in the provider; please report it.", providerData))
	}
	return client
}
