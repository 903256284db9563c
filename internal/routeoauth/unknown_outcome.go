// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// clearEnabled removes enabled from state after a request that may have changed
// the module. The next plan then shows a change, and the apply sends the whole
// module. A refresh does not always show the settings that the request has
// changed. Without clearEnabled, the next plan could therefore be empty, for
// example if the user restores the previous configuration. The settings of the
// failed request would stay on the service, and the route could be open.
func clearEnabled(ctx context.Context, state *tfsdk.State) diag.Diagnostics {
	return state.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())
}
