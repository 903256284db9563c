// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// mayHaveReplaced reports whether a replacement that failed with err may have
// happened all the same. Only a request that was refused at the first attempt
// has certainly changed nothing.
func mayHaveReplaced(err error) bool {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok || failure.Attempts == 0 {
		return false
	}
	refused := failure.Status >= http.StatusBadRequest && failure.Status < http.StatusInternalServerError
	return failure.Attempts > 1 || !refused
}

// unsettleState takes out of state whether the module is enabled. Where the module
// cannot be read, nothing else would make the next plan differ from state: whoever
// then went back to the former configuration, or kept what was to be destroyed,
// would get an empty plan and a route left as the failed request set it, possibly
// open.
func (m model) unsettleState(ctx context.Context, state *tfsdk.State, happened string) diag.Diagnostics {
	diags := state.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())
	diags.Append(m.unsettled(happened, "State no longer says whether it is enabled, so that the next apply sends the whole module again, "+
		"whatever its configuration is then."))
	return diags
}

// What may have happened to a module although its request failed.
const (
	mayBeReplaced = "may have been replaced all the same"
	mayBeDeleted  = "may have been deleted all the same"
)

// unsettled says that something may have happened, and what follows.
func (m model) unsettled(happened, consequence string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+m.title()+" "+happened,
		"The request brought no usable answer: the module is as it was before, or as it was asked for. "+consequence)
}

// stillEnabledError says that a destroy was accepted and did nothing.
func (m model) stillEnabledError() diag.Diagnostic {
	return diag.NewErrorDiagnostic(
		fmt.Sprintf("The service did not disable the %s", m.title()),
		"The service accepted the request, but its answer says that the module is still enabled. The resource stays in state, without "+
			"the value of enabled, so that an apply sends the whole module again if you keep it.\n\n"+
			"Destroy it again. If the service goes on answering so, set deletion_policy to ABANDON and apply, or forget the module with "+
			"state rm, and disable it by the service's own means.")
}
