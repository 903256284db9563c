// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/net/http/httpguts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// textRule is a rule for the text of one attribute. It is silent while the text
// is null or unknown.
type textRule struct {
	attribute.Described

	summary string
	fault   func(text string) string // what is wrong with the text and what to write, or ""
}

func (r textRule) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if !attribute.IsSet(req.ConfigValue) {
		return
	}
	if detail := r.fault(req.ConfigValue.ValueString()); detail != "" {
		resp.Diagnostics.AddAttributeError(req.Path, r.summary, detail)
	}
}

func durationRule() textRule {
	return textRule{`must be a duration above zero, such as "30s" or "1m30s"`, "Invalid duration", durationFault}
}

func tokenRule() textRule {
	return textRule{"must not hold control characters such as line breaks", "Invalid API token", tokenFault}
}

func certificateRule() textRule {
	return textRule{"must hold PEM-encoded certificates, at least one", "Invalid CA certificate", certificateFault}
}

func durationFault(text string) string {
	if parsed, err := time.ParseDuration(text); err == nil && parsed > 0 {
		return ""
	}
	return fmt.Sprintf("Expected a duration above zero, such as \"30s\" or \"1m30s\", got %q. Write a number and a unit: ms, s, m or h.", text)
}

// tokenFault refuses a token that cannot be sent in a header (RFC 9110, section
// 5.5). It does not show the token.
func tokenFault(token string) string {
	if httpguts.ValidHeaderFieldValue(token) {
		return ""
	}
	return "Expected a token of printable characters, got one that cannot be sent: it holds a character that no header value may hold. " +
		"A line break at its end is the usual cause; trimspace() removes it. The token may also come from the environment variable " +
		EnvAPIToken + "."
}

func certificateFault(pem string) string {
	if _, err := api.CertificatePool(pem); err != nil {
		return fmt.Sprintf("Expected one or more PEM-encoded certificates, got a text with a fault: %v. file() reads a file.", err)
	}
	return ""
}

// headersValidator refuses headers that would not be sent as written. No value is
// ever shown: any of them may be a credential.
type headersValidator struct{ attribute.Described }

func (headersValidator) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	seen := map[string]bool{}
	elements := req.ConfigValue.Elements()
	for _, name := range slices.Sorted(maps.Keys(elements)) {
		at := req.Path.AtMapKey(name)
		canonical := http.CanonicalHeaderKey(name)
		if !httpguts.ValidHeaderFieldName(name) {
			// With name and value swapped, the name is a secret.
			at = req.Path
		}
		if fault := headerNameFault(name, seen[canonical]); fault != "" {
			resp.Diagnostics.AddAttributeError(at, "Invalid header name", fault)
		}
		seen[canonical] = true
		if fault := headerValueFault(elements[name]); fault != "" {
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
	}
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Connection", "Content-Length", "Content-Type", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Accept-Encoding":
		return fmt.Sprintf("Expected a header of the request, got %q, which the HTTP connection sets itself. Remove it.", name)
	case "Idempotency-Key", "X-Idempotency-Key":
		return fmt.Sprintf("Remove %q. With it, Go's HTTP transport may resend any request, and a creation could make two objects. A fixed key could "+
			"also merge all creations into one.", name)
	}
	return ""
}

func headerValueFault(value attr.Value) string {
	text, ok := value.(types.String)
	switch {
	case !ok, text.IsUnknown():
		return ""
	case text.IsNull():
		return "Expected a value, got null. Remove the header, or see why its expression has no value."
	case !httpguts.ValidHeaderFieldValue(text.ValueString()):
		return "Expected printable characters, got a value that cannot be sent. A line break at its end is the usual cause; trimspace() removes it."
	}
	return ""
}

// identityProviderNames refuses names under which two identity providers could not
// be told apart.
type identityProviderNames struct{ attribute.Described }

func (identityProviderNames) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	elements := req.ConfigValue.Elements()
	users := map[string]string{}
	for _, provider := range api.IdentityProviders() {
		if elements[provider] == nil {
			users[provider] = provider
		}
	}
	for _, provider := range slices.Sorted(maps.Keys(elements)) {
		name, _ := elements[provider].(types.String)
		other, taken := users[name.ValueString()]
		fault := ""
		switch {
		case !slices.Contains(api.IdentityProviders(), provider):
			fault = fmt.Sprintf("Expected idp_1 to idp_8, got %q. The service's own name is the value, not the key.", provider)
		case name.IsUnknown():
		case name.ValueString() == "":
			fault = fmt.Sprintf("Expected the service's own name of %s, got none. Leave %s out if its name is the same.", provider, provider)
		case taken:
			fault = fmt.Sprintf("Expected a unique name for %s, got %q, already used by %s. Give each its name on the service.",
				provider, name.ValueString(), other)
		default:
			users[name.ValueString()] = provider
		}
		if fault != "" {
			resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(provider), "Invalid name of an identity provider", fault)
		}
	}
}
