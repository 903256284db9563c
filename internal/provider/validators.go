// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"crypto/x509"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/net/http/httpguts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// textRule checks the text of one attribute. Null and unknown values pass. The
// diagnostic never contains the text, because the text may be a secret.
type textRule struct {
	attribute.Described // also part of the diagnostic's detail

	summary string
	accepts func(text string) bool
}

func (r textRule) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if attribute.HasValue(req.ConfigValue) && !r.accepts(req.ConfigValue.ValueString()) {
		resp.Diagnostics.AddAttributeError(req.Path, r.summary, fmt.Sprintf("The value %s.", r.Described))
	}
}

func durationRule() textRule {
	return textRule{`must be a duration above zero with a unit (ms, s, m or h), such as "30s" or "1m30s"`, "Invalid duration",
		func(text string) bool {
			parsed, err := time.ParseDuration(text)
			return err == nil && parsed > 0
		}}
}

func certificateRule() textRule {
	return textRule{`must contain PEM-encoded certificates. Read them with file("ca.pem")`, "Invalid CA certificate",
		func(text string) bool { return x509.NewCertPool().AppendCertsFromPEM([]byte(text)) }}
}

// tokenRule is the rule for the token. HTTP drops spaces around a header value, so a token
// of spaces would be sent as none.
func tokenRule() textRule {
	const rule = "must not begin or end with a space, and must not contain control characters. A common cause is a trailing line break: use trimspace()"
	return textRule{rule, "Invalid API token",
		func(text string) bool { return httpguts.ValidHeaderFieldValue(text) && strings.TrimSpace(text) == text }}
}

// headerValueRule is the rule for header values (RFC 9110, section 5.5).
func headerValueRule(summary string) textRule {
	const rule = "must not contain control characters. A common cause is a trailing line break: use trimspace()"
	return textRule{rule, summary, httpguts.ValidHeaderFieldValue}
}

// headerNames rejects names that are invalid, repeated or reserved.
type headerNames struct{ attribute.Described }

// ValidateMap applies the rule. No diagnostic contains an invalid name, because a
// user may have swapped a name and its secret value.
func (headerNames) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	const summary = "Invalid header name"
	ofConnection := []string{
		"Host", "Connection", "Content-Length", "Content-Type", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Accept-Encoding", "Expect",
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(req.ConfigValue.Elements())) {
		at, canonical := req.Path.AtMapKey(name), http.CanonicalHeaderKey(name)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			resp.Diagnostics.AddAttributeError(req.Path, summary, "A name has an invalid character. Use letters, digits and hyphens.")
		case seen[canonical]:
			resp.Diagnostics.AddAttributeError(at, summary, fmt.Sprintf("%q is set twice: header names are case-insensitive. Remove one.", name))
		case slices.Contains(ofConnection, canonical):
			resp.Diagnostics.AddAttributeError(at, summary, fmt.Sprintf("Remove %q. The HTTP connection sets it.", name))
		case canonical == "Idempotency-Key", canonical == "X-Idempotency-Key":
			resp.Diagnostics.AddAttributeError(at, summary, fmt.Sprintf("Remove %q. With this header, the HTTP client may resend a creation, "+
				"and the service could treat all creations as one.", name))
		}
		seen[canonical] = true
	}
}

// uniqueNames rejects identity providers that would have the same name on the service.
type uniqueNames struct{ attribute.Described }

// ValidateMap applies the rule. If the map lacks an identity provider such as idp_1, its
// name on the service is also idp_1.
func (uniqueNames) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	users := map[string]string{}
	for _, provider := range api.IdentityProviders() {
		name := provider
		if configured, ok := req.ConfigValue.Elements()[provider].(types.String); ok {
			name = configured.ValueString()
		}
		if other, taken := users[name]; taken && name != "" { // "" is null, unknown or rejected by another validator
			resp.Diagnostics.AddAttributeError(req.Path, "Invalid name of an identity provider",
				fmt.Sprintf("%s and %s have the same name, %q. Set the service's name for each.", other, provider, name))
		}
		users[name] = provider
	}
}
