// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// CreationUnknown is the summary of the error after a creation whose outcome is unknown.
// The service may have created a failover backend that is not in state.
const CreationUnknown = "Could not tell whether a failover backend was created"

// shownCandidates is the maximum number of backends in the error
// [CreationUnknown]. A failed creation may have many candidates, and
// an error that lists them all would be too long.
const shownCandidates = 20

// notCreated returns the diagnostic of a failed creation, which started at the given
// time. If the failed request may have created a failover backend, the error lists the
// candidates: the backends that the request may have created.
func (r *failoverBackendResource) notCreated(
	ctx context.Context, settings api.FailoverBackendSettings, started time.Time, err error,
) diag.Diagnostic {
	if !api.MayHaveActed(err) {
		return apidiag.FromError(err)
	}
	candidates, searchErr := search(ctx, r.Session, settings, started)
	text := fmt.Sprintf("%v.\n\nThe service may have created the failover backend, at about %s. The request was not retried, and state lacks the backend.",
		err, started.UTC().Format(time.RFC3339))
	if searchErr != nil {
		text += fmt.Sprintf(" Not all failover backends could be read: %v.", searchErr)
	}
	return diag.NewErrorDiagnostic(CreationUnknown, text+describe(candidates, searchErr == nil))
}

// describe lists the candidates with their import blocks. If there are none, it says so
// only if the whole list was read.
func describe(candidates []api.FailoverBackend, isWhole bool) string {
	const heading = "\nSee \"Could not tell whether a failover backend was created\" in the Troubleshooting guide."
	if len(candidates) == 0 && !isWhole {
		return " Look for the backend with the data source trafficedge_failover_backends before you apply again." + heading
	}
	if len(candidates) == 0 {
		return " The list of failover backends does not show the backend. Check again later with the data source trafficedge_failover_backends." + heading
	}
	var text strings.Builder
	text.WriteString(" The backend may be one of the following. If so, import it before you apply again." + heading)
	for _, candidate := range candidates[:min(len(candidates), shownCandidates)] {
		fmt.Fprintf(&text, "\n\nFailover backend %q, created at %q:\n\n%s", candidate.ID, candidate.CreatedAt.OrZero(), apidiag.ImportBlock(typeName, candidate.ID))
	}
	if more := len(candidates) - shownCandidates; more > 0 {
		fmt.Fprintf(&text, "\n\nThere are %d more possible backends. All of them were created before these.", more)
	}
	return text.String()
}
