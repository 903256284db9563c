// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package apidiag converts errors of the API client to diagnostics. The summary of an error names
// the operation and the object. The summary of a warning does not name the object, so that CLIs
// fold the warnings of many objects. The API documentation shows no format of errors, so an error
// of the service is on no attribute.
package apidiag

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// FromError returns the diagnostic of a failed operation, whose error is an *[api.Error], or nil for nil.
func FromError(err error) diag.Diagnostic {
	if err == nil {
		return nil
	}
	failure, _ := errors.AsType[*api.Error](err)
	summary := "Could not " + failure.Operation
	if failure.ReportedBefore {
		return diag.NewErrorDiagnostic(summary, "The service refuses the credentials: check api_token and headers.")
	}
	return diag.NewErrorDiagnostic(summary, detail(failure))
}

// detail returns a short text, because CLIs print it for every object during an outage.
func detail(failure *api.Error) string {
	var message string
	if failure.Message != "" {
		message = "The service says: " + failure.Message
	}
	var sentences []string
	for _, text := range []string{message, cause(failure.Err), failure.Result(), nextStep(failure)} {
		if text != "" {
			sentences = append(sentences, sentence(text))
		}
	}
	lines := []string{strings.Join(sentences, " ")}
	for _, field := range failure.Fields {
		lines = append(lines, sentence(fmt.Sprintf("The service refused %s: %s", field.Pointer, field.Message)))
	}
	return strings.Join(lines, "\n")
}

// cause describes an error, or returns "" for nil. Errors of the API client begin with "the".
// The rest of the text stays unchanged, so that users can search for it.
func cause(err error) string {
	if err == nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(err.Error(), "the "); ok {
		return "The " + rest
	}
	return "The request failed: " + err.Error()
}

// sentence adds a period, unless the text ends with ".", "!" or "?".
func sentence(text string) string {
	if strings.TrimRight(text, ".!?") != text {
		return text
	}
	return text + "."
}

// CreationUnknown formats the summary of the error after a creation that may have left an
// object, such as a "TLS edge", that is not in state.
const CreationUnknown = "Could not tell whether the %s was created"

// NotCreated returns the error of a failed creation of an object, such as a "TLS edge". If the
// service may have created the object, the error says how to find it.
func NotCreated(noun string, err error) diag.Diagnostic {
	if !api.MayHaveActed(err) {
		return FromError(err)
	}
	failure, _ := errors.AsType[*api.Error](err)
	return diag.NewErrorDiagnostic(fmt.Sprintf(CreationUnknown, noun), fmt.Sprintf("%v.\nThe service may have created "+
		"it: the request was sent at %s, and was not retried. State lacks the %s. Look for it, and import it before "+
		"you apply again. See \"Could not tell whether the %[3]s was created\" in the Troubleshooting "+
		"guide.", err, failure.Sent.UTC().Format(time.RFC3339), noun))
}

// NotAppliedByCreation returns a warning that a creation did not apply a planned value. The
// text object is such as `TLS edge "x"`. After an error, a CLI would taint the object and later
// destroy it. State keeps the planned value, so the next plan shows drift. The warning does not
// contain the values, because they may be sensitive.
func NotAppliedByCreation(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, fmt.Sprintf("The service did not apply %s", at),
		fmt.Sprintf("The response to the creation of %s differs from the configuration. State has the configured value, and the next plan shows the difference. If it remains, configure a value that the service accepts.", object))
}

// NotAppliedByUpdate returns an error that a success status follows an update, but a planned
// value is not applied. It does not contain the values either. State gets the value of the service.
func NotAppliedByUpdate(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, fmt.Sprintf("The service did not apply %s of %s", at, object),
		"The service responded with a success status, but its value differs from the configuration. State has the value of the service. Configure a value that the service accepts, or apply again.")
}

// Gone returns a warning that an object is removed from state, because the service lacks it.
func Gone(object string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The service has no such object any more",
		fmt.Sprintf("The %s is removed from state, because the service says that it does not exist. The next apply creates it again. If it should still exist, do not apply: check base_url and credentials, and plan again.", object))
}

// CreatedUnread returns a warning that an object was created but could not be read. It is a
// warning for the reason given at [NotAppliedByCreation].
func CreatedUnread(err error) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Created an object, but could not read it",
		fmt.Sprintf("%v.\n\nState has the id and the configured values. The next plan reads the object and shows any differences from the configuration.", err))
}

// OtherBaseURL returns a warning that an object was last seen at another base URL.
func OtherBaseURL(object, seen, present string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The base_url of the provider has changed",
		fmt.Sprintf("The %s was last seen at %s. Its changes are sent to %s.", object, seen, present))
}
