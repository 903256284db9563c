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

// CreationUnknown is the summary of the error about a creation that may have made an
// object without putting it in state.
const CreationUnknown = "Could not tell whether a failover backend was created"

// shownCandidates bounds an error in an account with very many candidates.
const shownCandidates = 20

// notCreated returns the error of a creation that began at started. If the outcome
// is unknown, the error names every failover backend that it may have made.
func (r *failoverBackendResource) notCreated(
	ctx context.Context, schema apidiag.Schema, settings api.FailoverBackendSettings, started time.Time, err error,
) diag.Diagnostics {
	if !api.IsCreationUnknown(err) {
		return apidiag.FromError(ctx, schema, err)
	}
	candidates, searchErr := r.session.SearchFailoverBackends(ctx, settings, started)
	paragraphs := []string{
		fmt.Sprintf("%v.", err),
		"The service may have created it all the same, at about " + started.UTC().Format(time.RFC3339) + ". Nothing was sent again, and " +
			"nothing is in state.",
	}
	if searchErr != nil {
		paragraphs = append(paragraphs, fmt.Sprintf("The list of failover backends could not be searched to its end: %v.", searchErr))
	}
	paragraphs = append(paragraphs, describe(candidates)...)
	return diag.Diagnostics{diag.NewErrorDiagnostic(CreationUnknown, strings.Join(paragraphs, "\n\n"))}
}

// describe names each candidate, with the ways to import it.
func describe(candidates []api.FailoverBackend) []string {
	if len(candidates) == 0 {
		return []string{"The list of failover backends does not show it. It may show later: look there before applying again, with the " +
			"data source trafficedge_failover_backends. If it is there, import it:\n\n" + apidiag.ImportBlock(typeName, "ID")}
	}
	paragraphs := []string{"The creation may have made one of these failover backends. It did not make one that existed before, or that another " +
		"resource manages. Import the one that it made, with its import block or its command, and apply again. If it made none, apply again."}
	for _, candidate := range candidates[:min(len(candidates), shownCandidates)] {
		paragraphs = append(paragraphs, fmt.Sprintf("Failover backend %q, created at %q:\n\n%s\n\n  %s", candidate.ID, candidate.CreatedAt,
			apidiag.ImportBlock(typeName, candidate.ID), apidiag.ImportCommand(typeName, candidate.ID)))
	}
	if more := len(candidates) - shownCandidates; more > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf("There are %d more, all created earlier.", more))
	}
	return paragraphs
}

// createdUnread warns that a failover backend was created, but could not be read.
// It is no error, because a CLI taints an object whose creation failed and destroys
// it next.
func createdUnread(object string, err error) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("Created %s, but could not read it", object),
		fmt.Sprintf("%v.\n\nState holds its id and the configured values. The next plan reads it and shows what differs.", err))
}
