// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package apidiag converts errors of the API client to diagnostics. The summary of a
// diagnostic names the operation and the object. The detail contains the service's
// message, the request with its result, and advice. If the service refuses a member of a
// request body, the diagnostic is on the attribute for that member.
package apidiag

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// FromError returns the diagnostics of a failed operation. Each refused member of the
// request gets a diagnostic on its attribute. The diagnostic's text contains the path of
// the attribute, because CLIs do not print the path of a nested attribute. Refused
// members without an attribute share one diagnostic. If schema is nil, no member has an
// attribute.
func FromError(ctx context.Context, schema Schema, err error) diag.Diagnostics {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not finish the operation", sentence(err.Error()))}
	}
	summary := "Could not " + failure.Operation
	if failure.ReportedBefore {
		return diag.Diagnostics{diag.NewErrorDiagnostic(summary, "The service refuses the provider's credentials: check api_token and headers.")}
	}
	var diags diag.Diagnostics
	rest := *failure
	rest.Fields = nil
	for _, field := range failure.Fields {
		at, found := attributePath(ctx, schema, field.Pointer)
		if !found {
			rest.Fields = append(rest.Fields, field)
			continue
		}
		complaint := sentence(fmt.Sprintf("The service refused %s: %s", at, field.Message))
		diags.AddAttributeError(at, summary, joined("\n\n", complaint, joined(" ", message(&rest), sentence(failure.Result()))))
		rest.Message = "" // The service's message about the whole request is shown only once.
	}
	if len(diags) == 0 || len(rest.Fields) > 0 {
		diags.AddError(summary, detail(&rest))
	}
	return diags
}

// detail returns a short text, because CLIs print it for every object during an outage.
// The text is one paragraph, plus one line for each refused member without an attribute.
func detail(failure *api.Error) string {
	text := joined(" ", message(failure), cause(failure.Err), sentence(failure.Result()), nextStep(failure))
	for _, field := range failure.Fields {
		text = joined("\n", text, sentence(fmt.Sprintf("The service refused %s: %s", field.Pointer, field.Message)))
	}
	return text
}

func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), separator)
}

func message(failure *api.Error) string {
	if failure.Message == "" {
		return ""
	}
	return sentence("The service says: " + failure.Message)
}

// cause returns an error as a sentence. An error of the API client
// begins with "the", which becomes "The". Before any other error, such
// as "dial tcp", the result has the words "The request failed". The rest
// of the text stays unchanged, so that users can search for the text.
func cause(err error) string {
	if err == nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(err.Error(), "the "); ok {
		return sentence("The " + rest)
	}
	return sentence("The request failed: " + err.Error())
}

// sentence adds a period to a text, unless the text is empty or ends with a
// period, an exclamation mark or a question mark.
func sentence(text string) string {
	if strings.TrimRight(text, ".!?") != text || text == "" {
		return text
	}
	return text + "."
}
