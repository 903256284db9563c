package tlsedge

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// notCreated says why there is no new edge, or that there may be one after all.
func notCreated(ctx context.Context, schema apidiag.Schema, plan model, err error) diag.Diagnostics {
	if !api.IsOutcomeUnknown(err) {
		return apidiag.FromError(ctx, schema, err)
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic(
		"Could not tell whether a TLS edge was created",
		fmt.Sprintf("%v.\n\nThe service may have created the edge all the same, at about %s, with the description %s and "+
			"the hostports %s. The API has no list of TLS edges, so the provider could not look for it; nothing was sent "+
			"again, and nothing is in state.\n\nLook for the edge by the service's own means, such as its console, its log or its "+
			"support, before applying again: that would create another one. If it is there, bring it under management "+
			"instead:\n\n  terraform import trafficedge_tls_edge.NAME ID",
			err, time.Now().UTC().Format(time.RFC3339), show(plan.Description), show(plan.Hostports)),
	)}
}

// createdUnread says that an edge was created whose answer holds nothing usable
// but its id.
func createdUnread(state model, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic(
		fmt.Sprintf("Created TLS edge %q, but could not read the answer", state.ID.ValueString()),
		fmt.Sprintf("%v.\n\nThe edge is in state with its id and the configured values. %s", err, untaint))
}

// untaint is what to do about an error after the edge was created.
const untaint = "Terraform marks it as tainted because of this error, and would replace it next. To keep it, run terraform " +
	"untaint with its address; the plan after that shows whether it differs from the configuration."

// checkTaken returns an error for each attribute that the service accepted but
// answered with another value than planned.
func (m model) checkTaken(ctx context.Context, plan model) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, change := range m.differences(plan) {
		if !change.isDecided(ctx) {
			continue
		}
		diags.AddAttributeError(change.at,
			fmt.Sprintf("Service did not take over %s of TLS edge %q", change.at, m.ID.ValueString()),
			fmt.Sprintf("Expected %s, but the service created the edge and answered %s, which is in state now. Configure what the "+
				"service accepts. %s", change.show(change.wanted), change.show(change.has), untaint))
	}
	return diags
}
