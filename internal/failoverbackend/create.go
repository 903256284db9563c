package failoverbackend

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// maxCreates bounds how often creation is asked for when its outcome stays
// unknown and nothing it made can be found.
const maxCreates = 2

// create creates a failover backend. When the outcome of the request is
// unknown, it looks for what the request may have made before it is repeated,
// so that no object is created twice and none is forgotten. A request that the
// service may still be working on is not repeated at all.
func (r *failoverBackendResource) create(ctx context.Context, schema apidiag.Schema, settings api.FailoverBackendSettings) (*api.FailoverBackend, diag.Diagnostics) {
	started := time.Now()
	for attempt := 1; ; attempt++ {
		created, err := r.session.CreateFailoverBackend(ctx, settings)
		if err == nil {
			return created, nil
		}
		if !api.IsOutcomeUnknown(err) {
			return nil, apidiag.FromError(ctx, schema, err)
		}
		adopted, adoptErr := r.session.API.AdoptFailoverBackend(ctx, settings, started)
		if adoptErr == nil {
			return adopted, adoptedWarning(adopted.ID, err)
		}
		if !errors.Is(adoptErr, api.ErrNothingToAdopt) || attempt == maxCreates || api.MayActYet(err) {
			return nil, orphanError(err, adoptErr)
		}
	}
}

func adoptedWarning(id string, err error) diag.Diagnostics {
	detail := fmt.Sprintf("The request that creates it brought no usable answer (%v). The list of failover backends then held "+
		"exactly one with these settings that was made since, and that nothing else in this run has created: Terraform "+
		"manages that one now.", err)
	if api.MayActYet(err) {
		detail += " The service may still be at work on the request. Should another one with these settings appear, find out " +
			"which of the two is yours before you import or delete either."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(fmt.Sprintf("Adopted failover backend %q", id), detail)}
}

// orphanError names what a creation without a known outcome may have left
// behind, and how to bring it under management.
func orphanError(err, adoptErr error) diag.Diagnostics {
	found := "The list of failover backends could not be searched for it: " + adoptErr.Error() + "."
	id := "ID"
	several, isSeveral := errors.AsType[*api.SeveralToAdoptError](adoptErr)
	switch {
	case isSeveral:
		found = fmt.Sprintf("The list of failover backends holds more than one that it may have made, or one whose age cannot "+
			"be told: %s.", strings.Join(several.IDs, ", "))
		id = several.IDs[0]
	case errors.Is(adoptErr, api.ErrNothingToAdopt):
		found = "The list of failover backends did not hold it a moment ago; it may yet appear."
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic(
		"Could not tell whether a failover backend was created",
		fmt.Sprintf("%v.\n\nThe service may have created it all the same. %s\n\nLook for it with the data source "+
			"trafficedge_failover_backends. If it is there, bring it under management instead of creating it again:\n\n"+
			"  terraform import trafficedge_failover_backend.NAME %q", err, found, id),
	)}
}
