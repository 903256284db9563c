// Package apidiag turns errors of the API client into diagnostics: a summary
// that names the operation and the object, a detail that says what came and
// what to do next, and complaints about a member on its attribute.
package apidiag

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// FromError returns the diagnostics of a failed operation. Complaints about
// members of the request land on their attributes in schema, and name them, as a
// CLI shows no more than the resource of a nested one; all others, and everything
// where schema is nil, make one diagnostic of the whole operation.
func FromError(ctx context.Context, schema Schema, err error) diag.Diagnostics {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		return diag.Diagnostics{diag.NewErrorDiagnostic(summary(err), sentence(err.Error()))}
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
		detail := sentence(fmt.Sprintf("The service refused %s: %s", at, field.Message)) + "\n\n" + origin(failure)
		diags.AddAttributeError(at, summary(err), detail)
	}
	if len(diags) == 0 || len(rest.Fields) > 0 {
		diags.AddError(summary(err), detail(&rest))
	}
	return diags
}

func summary(err error) string {
	if failure, ok := errors.AsType[*api.Error](err); ok {
		return "Could not " + failure.Operation
	}
	operation, _, _ := strings.Cut(err.Error(), ":")
	return "Could not " + operation
}

func detail(failure *api.Error) string {
	var paragraphs []string
	if words := serviceWords(failure); words != "" {
		paragraphs = append(paragraphs, words)
	}
	paragraphs = append(paragraphs, origin(failure))
	if next := nextStep(failure); next != "" {
		paragraphs = append(paragraphs, next)
	}
	if failure.OutcomeUnknown {
		paragraphs = append(paragraphs, "The service may have acted on the request all the same: look for its effect before it is repeated.")
	}
	return strings.Join(paragraphs, "\n\n")
}

// serviceWords is what went wrong: the service's message, its complaints that
// have no attribute, and the cause where no answer or no usable one came.
func serviceWords(failure *api.Error) string {
	var lines []string
	if failure.Message != "" {
		lines = append(lines, sentence("The service says: "+failure.Message))
	}
	for _, field := range failure.Fields {
		lines = append(lines, sentence(fmt.Sprintf("The service refused %s: %s", field.Pointer, field.Message)))
	}
	if failure.Err != nil {
		lines = append(lines, sentence(capitalize(failure.Err.Error())))
	}
	return strings.Join(lines, "\n")
}

// origin is the request and the answer, for whoever asks the service's owners.
func origin(failure *api.Error) string {
	text := fmt.Sprintf("%s %s got no complete answer", failure.Method, failure.URL)
	if failure.Status != 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s %s answered %d %s",
			failure.Method, failure.URL, failure.Status, http.StatusText(failure.Status)))
	}
	if failure.Attempts > 1 {
		text += fmt.Sprintf(" at attempt %d", failure.Attempts)
	}
	if failure.Code != "" {
		text += ", code " + failure.Code
	}
	if failure.RequestID != "" {
		text += ", request id " + failure.RequestID
	}
	return sentence(text)
}

func nextStep(failure *api.Error) string {
	switch {
	case errors.Is(failure.Err, api.ErrNotJSON):
		return "The API answers in JSON. Check that the provider's base_url points to the API and not to something in front of it."
	case failure.Status == 0:
		return "Check the provider's base_url, ca_certificate_pem and request_timeout, and that the service can be reached from here."
	case failure.Status == http.StatusUnauthorized, failure.Status == http.StatusForbidden:
		return "Check the provider's api_token (environment TRAFFICEDGE_API_TOKEN) and headers, and what that token may do."
	case failure.Status == http.StatusNotFound:
		return "Check the ids in the configuration, and the path in the provider's base_url."
	case failure.Status == http.StatusConflict:
		return "Another change may be under way. Run terraform plan again to see how things stand now."
	case failure.Status == http.StatusTooManyRequests:
		return "The service limits the rate of requests. Set the provider's requests_per_minute below that limit, lower -parallelism, or raise max_retries and max_retry_wait."
	case failure.Status >= http.StatusInternalServerError:
		return "The fault is the service's. Try again later; the request id, where there is one, helps its owners find the cause."
	}
	return ""
}

func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

func capitalize(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
