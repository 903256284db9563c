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

// AllDiagnostics returns every diagnostic of diagnostics.go by the name of its
// function, with ids as services have them.
func AllDiagnostics(ctx context.Context) map[string]diag.Diagnostic {
	open := types.ObjectValueMust(map[string]attr.Type{}, map[string]attr.Value{})
	m := model{module: module{
		identity: identity{
			EdgeID: types.StringValue("edghts_2Nq9vK3bZx7LrT5wYc1MfHsPdGa"), RouteID: types.StringValue("edghtsrt_8QmJ4uXe6RkV2nBzWi0TyCoLsFh"),
		},
		Enabled: types.BoolValue(true),
		IdentityProvider: types.ObjectValueMust(map[string]attr.Type{teamProvider: open.Type(ctx)},
			map[string]attr.Value{teamProvider: open}),
	}, DeletionPolicy: types.StringValue(policyDelete)}
	one := path.Root(identityProviderAttribute).AtName(teamProvider)
	return map[string]diag.Diagnostic{
		"preventedError":         m.preventedError("leave its route"),
		"mayHaveToStayWarning":   m.mayHaveToStayWarning(),
		"ignoredMoveError":       ignoredMoveError(m.ids()),
		"unannouncedError":       m.unannouncedError(),
		"openWarning":            model{module: m.module}.openWarning(),
		"abandonedWarning":       m.abandonedWarning(),
		"nothingToDisableError":  m.nothingToDisableError(),
		"policyNotAllowedError":  policyNotAllowedError(),
		"cannotDeleteError":      m.cannotDeleteError(),
		"leftOpenError":          m.leftOpenError(),
		"sharedWarning":          m.sharedWarning(),
		"twoSetError":            m.twoSetError(),
		"nothingSentWarning":     m.nothingSentWarning(),
		"everybodyGetsInWarning": m.everybodyGetsInWarning(),
		"noProviderError":        noProviderError(one),
		"secretUnknownError":     secretUnknownError(one),
		"changeUnknownWarning":   m.changeUnknownWarning(mayBeReplaced, enabledForgotten),
		"stillEnabledError":      m.stillEnabledError(),
		"importedBlindlyWarning": m.importedBlindlyWarning(),
	}
}
