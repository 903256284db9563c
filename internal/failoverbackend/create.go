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
	candidates, searchErr := r.session.SearchFailoverBackends(ctx, settings, started, err)
	paragraphs := []string{
		fmt.Sprintf("%v.", err),
		"The service may have created it all the same, at about " + started.UTC().Format(time.RFC3339) + ". Nothing was sent again, and " +
			"nothing is in state.",
	}
	if searchErr != nil {
		paragraphs = append(paragraphs, fmt.Sprintf("The list of failover backends could not be searched to its end: %v.", searchErr))
	}
	paragraphs = append(paragraphs, describe(candidates, api.CreatedID(err))...)
	return diag.Diagnostics{diag.NewErrorDiagnostic(CreationUnknown, strings.Join(paragraphs, "\n\n"))}
}

// describe names each candidate, with the block that imports it. The answer to the
// creation names the one with the id named, "" for none.
func describe(candidates []api.FailoverBackend, named string) []string {
	if len(candidates) == 0 {
		return []string{"The search found none, but it may show later. Look with the data source trafficedge_failover_backends. If it is there, " +
			"import it before you apply again:\n\n" + apidiag.ImportBlock(typeName, "ID")}
	}
	paragraphs := []string{"It is one of these, or none: not one that existed before or that another resource manages. Import the one that " +
		"was made before you apply again."}
	for _, candidate := range candidates[:min(len(candidates), shownCandidates)] {
		known := fmt.Sprintf("created at %q", candidate.CreatedAt)
		if candidate.ID == named {
			known = "which the answer names"
		}
		paragraphs = append(paragraphs, fmt.Sprintf("Failover backend %q, %s:\n\n%s", candidate.ID, known, apidiag.ImportBlock(typeName, candidate.ID)))
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
