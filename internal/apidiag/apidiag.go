// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package apidiag turns errors of the API client into diagnostics: a summary
// that names the operation and the object, a detail that says what came and
// what to do next, and complaints about a member on its attribute.
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

// FromError returns the diagnostics of a failed operation. Complaints about members
// of the request land on their attributes in schema, and name them, because CLIs do
// not print the path of a nested attribute. All others make one diagnostic of the
// whole operation, and so do all if schema is nil.
func FromError(ctx context.Context, schema Schema, err error) diag.Diagnostics {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not finish the operation", sentence(err.Error()))}
	}
	summary := "Could not " + failure.Operation
	if failure.Repeated {
		return diag.Diagnostics{diag.NewErrorDiagnostic(summary, "The service refuses the provider's credentials, as another error of this run says.")}
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
		diags.AddAttributeError(at, summary, joined(complaint, message(&rest), sentence(failure.Result())))
		rest.Message = "" // It is about the whole request, and shown once.
	}
	if len(diags) == 0 || len(rest.Fields) > 0 {
		diags.AddError(summary, detail(&rest))
	}
	return diags
}

func detail(failure *api.Error) string {
	return joined(serviceWords(failure), sentence(failure.Result()), nextStep(failure))
}

func joined(paragraphs ...string) string {
	return strings.Join(slices.DeleteFunc(paragraphs, func(text string) bool { return text == "" }), "\n\n")
}

// serviceWords returns the service's message, its complaints that have no
// attribute, and the cause if there is one.
func serviceWords(failure *api.Error) string {
	lines := []string{message(failure)}
	for _, field := range failure.Fields {
		lines = append(lines, sentence(fmt.Sprintf("The service refused %s: %s", field.Pointer, field.Message)))
	}
	if failure.Err != nil {
		lines = append(lines, cause(failure.Err))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func message(failure *api.Error) string {
	if failure.Message == "" {
		return ""
	}
	return sentence("The service says: " + failure.Message)
}

// cause returns an error as a sentence. Errors of the API client begin with "the".
// Go's own, such as "dial tcp", keep their words, so that users can search for
// them.
func cause(err error) string {
	if rest, ok := strings.CutPrefix(err.Error(), "the "); ok {
		return sentence("The " + rest)
	}
	return sentence("The request failed: " + err.Error())
}

// sentence ends a text with a full stop, unless it is empty or has its end.
func sentence(text string) string {
	if strings.TrimRight(text, ".!?") != text || text == "" {
		return text
	}
	return text + "."
}
