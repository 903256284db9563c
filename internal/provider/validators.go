// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/net/http/httpguts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// durationValidator accepts the durations of [time.ParseDuration] above zero.
type durationValidator struct{}

func (durationValidator) Description(context.Context) string {
	return `must be a duration above zero, such as "30s" or "1m30s"`
}

func (v durationValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v durationValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if parsed, err := time.ParseDuration(req.ConfigValue.ValueString()); err != nil || parsed <= 0 {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid duration",
			"Expected a duration above zero, such as \"30s\" or \"1m30s\", got something else. Write a number and a unit: ms, s, m or h.")
	}
}

var errControlCharacter = errors.New("it holds a character that no header value may hold")

// checkToken refuses what cannot be sent in a header (RFC 9110, section 5.5).
func checkToken(token string) error {
	if !httpguts.ValidHeaderFieldValue(token) {
		return errControlCharacter
	}
	return nil
}

// tokenDetail does not show the token.
func tokenDetail(err error) string {
	return fmt.Sprintf("Expected a token of printable characters, got one that cannot be sent: %v. A line break at its "+
		"end is the usual cause; trimspace() removes it. The token may also come from the environment variable %s.", err, EnvAPIToken)
}

type tokenValidator struct{}

func (tokenValidator) Description(context.Context) string {
	return "must not hold control characters such as line breaks"
}

func (v tokenValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (tokenValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if err := checkToken(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid API token", tokenDetail(err))
	}
}

// certificateDetail says which certificate is at fault.
func certificateDetail(err error) string {
	if errors.Is(err, api.ErrBrokenCertificate) {
		return fmt.Sprintf("Expected PEM-encoded certificates alone, got a text in which %v. Replace that one, or take it out.", err)
	}
	return "Expected at least one PEM-encoded certificate (BEGIN CERTIFICATE), got a text that holds none. file() reads one from a file."
}

type certificateValidator struct{}

func (certificateValidator) Description(context.Context) string {
	return "must hold PEM-encoded certificates, at least one"
}

func (v certificateValidator) MarkdownDescription(ctx context.Context) string {
	return v.Description(ctx)
}

func (certificateValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if _, err := api.CertificatePool(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid CA certificate", certificateDetail(err))
	}
}

// headersValidator refuses what would not be sent as written. No value is ever
// shown: any of them may be a credential.
type headersValidator struct{}

func (headersValidator) Description(context.Context) string {
	return "must be valid HTTP header names and values that do not belong to the connection itself"
}

func (v headersValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (headersValidator) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	seen := map[string]bool{}
	for name, element := range req.ConfigValue.Elements() {
		at := req.Path.AtMapKey(name)
		canonical := http.CanonicalHeaderKey(name)
		if !httpguts.ValidHeaderFieldName(name) {
			// Whoever swaps name and value has a secret here.
			at = req.Path
		}
		if fault := headerNameFault(name, seen[canonical]); fault != "" {
			resp.Diagnostics.AddAttributeError(at, "Invalid header name", fault)
		}
		seen[canonical] = true
		if fault := headerValueFault(element); fault != "" {
			resp.Diagnostics.AddAttributeError(at, "Invalid header value", fault)
		}
	}
}

func headerNameFault(name string, repeated bool) string {
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return "Expected a header name such as X-Api-Version, got one with characters that no header name may hold. Use letters, digits and hyphens."
	case repeated:
		return fmt.Sprintf("Expected every header once, got %q again in another spelling. Header names do not distinguish upper and lower case.", name)
	case slices.Contains(connectionHeaders(), http.CanonicalHeaderKey(name)):
		return fmt.Sprintf("Expected a header of the request, got %q, which the HTTP connection sets itself. Remove it.", name)
	case slices.Contains(repeatingHeaders(), http.CanonicalHeaderKey(name)):
		return fmt.Sprintf("Expected a header that leaves repeating requests to the provider, got %q. With it, Go's HTTP transport takes "+
			"every request for one that may be sent twice, and a creation could make two objects. A fixed key would also make all "+
			"creations one. Remove it.", name)
	}
	return ""
}

func headerValueFault(value interface{ IsUnknown() bool }) string {
	text, ok := value.(types.String)
	switch {
	case !ok, text.IsUnknown():
		return ""
	case text.IsNull():
		return "Expected a value, got null. Remove the header, or see why its expression has no value."
	case checkToken(text.ValueString()) != nil:
		return "Expected printable characters, got a value that cannot be sent. A line break at its end is the usual cause; trimspace() removes it."
	}
	return ""
}

// connectionHeaders are set by the HTTP library from the connection and the
// body, whatever a caller asks.
func connectionHeaders() []string {
	return []string{"Host", "Connection", "Content-Length", "Content-Type", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Accept-Encoding"}
}

// repeatingHeaders make [http.Transport] send even a POST again by itself.
func repeatingHeaders() []string {
	return []string{"Idempotency-Key", "X-Idempotency-Key"}
}
