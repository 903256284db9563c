// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// AllDiagnostics returns every diagnostic of diagnostics.go, with ids as services
// have them.
func AllDiagnostics(ctx context.Context) []diag.Diagnostic {
	open := types.ObjectValueMust(map[string]attr.Type{}, map[string]attr.Value{})
	m := model{module: module{
		identity:         identity{types.StringValue("edghts_2Nq9vK3bZx7LrT5wYc1MfHsPdGa"), types.StringValue("edghtsrt_8QmJ4uXe6RkV2nBzWi0TyCoLsFh")},
		Enabled:          types.BoolValue(true),
		IdentityProvider: types.ObjectValueMust(map[string]attr.Type{teamProvider: open.Type(ctx)}, map[string]attr.Value{teamProvider: open}),
	}}
	one := path.Root(identityProviderAttribute).AtName(teamProvider)
	return []diag.Diagnostic{
		unannouncedError(m.ids()), m.openWarning(), m.overwriteWarning("idp_1"), m.abandonedWarning(), m.nothingToDisableError(), policyNotAllowedError(),
		m.cannotDeleteError(), m.leftOpenError(), m.sharedError(), m.nothingSentWarning(), m.everybodyGetsInWarning(),
		noProviderError(one), secretUnknownError(one), m.changeUnknownWarning(mayBeReplaced, enabledForgotten),
		m.stillEnabledError(), m.importedBlindlyWarning(),
	}
}
