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
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/net/http/httpguts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func (p *trafficedge) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages failover backends, TLS edges, and OAuth modules of HTTPS edge routes.",
		Attributes:          attributes(),
	}
}

func attributes() map[string]schema.Attribute {
	attributes := connectionAttributes()
	maps.Copy(attributes, pacingAttributes())
	var names []string
	for _, operation := range api.UndocumentedOperations() {
		names = append(names, string(operation))
	}
	attributes["undocumented_operations"] = schema.SetAttribute{
		ElementType: types.StringType,
		Optional:    true,
		MarkdownDescription: "The [undocumented operations]" +
			"(https://github.com/trafficedge/terraform-provider-trafficedge/blob/main/docs/guides/your-service.md#undocumented-operations) " +
			"that your service offers: `" + strings.Join(names, "`, `") + "`. Defaults to none. The value must be known during the plan.",
		Validators: []validator.Set{setvalidator.NoNullValues(), setvalidator.ValueStringsAre(attribute.OneOf(names...))},
	}
	attributes["identity_provider_names"] = schema.MapAttribute{
		ElementType: types.StringType,
		Optional:    true,
		MarkdownDescription: "The service's [names of the identity providers]" +
			"(https://github.com/trafficedge/terraform-provider-trafficedge/blob/main/docs/guides/your-service.md#names-of-the-identity-providers) " +
			"`idp_1` to `idp_8`. Each defaults to its key. The names must be known during the plan.",
		Validators: []validator.Map{
			mapvalidator.ValueStringsAre(attribute.Element()),
			uniqueNames{"must give each identity provider its own name"},
		},
	}
	return attributes
}

func connectionAttributes() map[string]schema.Attribute {
	token := optionalText("The token, sent as `Authorization: Bearer …`. Falls back to `"+api.EnvAPIToken+"`. To ignore this variable, set `\"\"`.", tokenRule())
	token.Sensitive = true
	return map[string]schema.Attribute{
		"base_url": optionalText("The address of the API, for example `https://api.example.com/v1`. " +
			"Falls back to `" + api.EnvBaseURL + "`."),
		"api_token": token,
		"headers": schema.MapAttribute{
			ElementType:         types.StringType,
			Optional:            true,
			Sensitive:           true,
			MarkdownDescription: "Headers of every request, for example `{ X-Api-Key = var.key }`.",
			Validators: []validator.Map{
				headerNames{"must be valid HTTP header names, without those of the HTTP connection"},
				mapvalidator.NoNullValues(),
				mapvalidator.ValueStringsAre(headerValueRule()),
			},
		},
		"ca_certificate_pem": optionalText("CA certificates (PEM) that the provider trusts in addition to the system's.", certificateRule()),
		"allow_insecure_http": optionalBool("Whether `base_url` may be `http` for any host. Plain `http` sends " +
			"secrets unencrypted. Defaults to `false`."),
	}
}

func pacingAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"request_timeout": optionalText("The longest time for one attempt of a request, at most `1h`. Defaults to `"+defaultTimeout+"`.", durationRule(1)),
		"max_retries": optionalNumber(fmt.Sprintf("The maximum number of retries of a request, from 0 to 100. "+
			"Defaults to `%d`. Retries after 423, 425 and 429 do not count.", defaultRetries), 0, 100),
		"max_retry_wait": optionalText("The longest wait before a retry, even if `Retry-After` is longer. At most "+
			"`24h`. Defaults to `"+defaultRetryWait+"`.", durationRule(24)),
		"requests_per_minute": optionalNumber("The maximum number of requests per minute, from 1 to 1000000, spread "+
			"evenly. Defaults to no limit.", 1, 1_000_000),
		"refresh_from_list": optionalBool("Whether a refresh of many objects reads lists. Defaults to `true`. If a " +
			"list is outdated or omits values, plans miss drift: set `false`."),
	}
}

func optionalText(description string, rules ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: rules}
}

func optionalNumber(description string, least, most int64) schema.NumberAttribute {
	return schema.NumberAttribute{
		Optional: true, MarkdownDescription: description, Validators: []validator.Number{attribute.WholeNumber(least, most)},
	}
}

func optionalBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Optional: true, MarkdownDescription: description}
}

func durationRule(hours int) attribute.TextRule {
	const rule = `must be a duration above zero and at most %dh, with a unit (ms, s, m or h), such as "30s" or "1m30s"`
	return attribute.TextRule{Summary: "Invalid duration", Described: attribute.Described(fmt.Sprintf(rule, hours)), Accepts: func(text string) bool {
		parsed, err := time.ParseDuration(text)
		return err == nil && parsed > 0 && parsed <= time.Duration(hours)*time.Hour
	}}
}

func certificateRule() attribute.TextRule {
	const rule = `must contain PEM-encoded certificates. Read them with file("ca.pem")`
	hasCertificate := func(text string) bool { return api.AddCertificates(x509.NewCertPool(), text) }
	return attribute.TextRule{Summary: "Invalid CA certificate", Described: rule, Accepts: hasCertificate}
}

// tokenRule rejects white space. HTTP drops outer spaces, so a token of spaces would be sent empty.
func tokenRule() attribute.TextRule {
	const rule = "must not contain white space or control characters. Write it without `Bearer`. A common cause is a trailing line break: use trimspace()"
	isToken := func(text string) bool {
		return httpguts.ValidHeaderFieldValue(text) && !strings.ContainsFunc(text, unicode.IsSpace)
	}
	return attribute.TextRule{Summary: "Invalid API token", Described: rule, Accepts: isToken}
}

// headerValueRule is the rule for header values (RFC 9110, section 5.5).
func headerValueRule() attribute.TextRule {
	const rule = "must not contain control characters. A common cause is a trailing line break: use trimspace()"
	return attribute.TextRule{Summary: "Invalid header value", Described: rule, Accepts: httpguts.ValidHeaderFieldValue}
}

// headerNames rejects names that are invalid, repeated or reserved. Diagnostics contain only
// the reserved names, because a user may have swapped a name and its secret value.
type headerNames struct{ attribute.Described }

func (headerNames) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	const summary = "Invalid header name"
	ofConnection := []string{
		"Host", "Connection", "Content-Length", "Content-Type", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Accept-Encoding", "Expect",
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(req.ConfigValue.Elements())) {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			resp.Diagnostics.AddAttributeError(req.Path, summary, "A name has an invalid character. Use letters, digits and hyphens.")
		case seen[canonical]:
			resp.Diagnostics.AddAttributeError(req.Path, summary, "A name is set twice: header names are case-insensitive. Remove one.")
		case slices.Contains(ofConnection, canonical):
			resp.Diagnostics.AddAttributeError(req.Path, summary, fmt.Sprintf("Remove %q. The HTTP connection sets it.", canonical))
		case canonical == "Idempotency-Key", canonical == "X-Idempotency-Key":
			resp.Diagnostics.AddAttributeError(req.Path, summary, fmt.Sprintf("Remove %q. With this header, the HTTP "+
				"client may resend a creation, and the service could treat all creations as one.", canonical))
		}
		seen[canonical] = true
	}
}

// uniqueNames rejects invalid keys, and identity providers that would have the same name on the
// service. The name of an identity provider that the map lacks is its key, such as idp_1.
type uniqueNames struct{ attribute.Described }

func (uniqueNames) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	const summary = "Invalid name of an identity provider"
	for key := range req.ConfigValue.Elements() {
		if !slices.Contains(api.IdentityProviders(), key) {
			resp.Diagnostics.AddAttributeError(req.Path, summary, "The keys can only be "+strings.Join(api.IdentityProviders(), ", ")+".")
		}
	}
	users := map[string]string{}
	for _, provider := range api.IdentityProviders() {
		name := provider
		if configured, ok := req.ConfigValue.Elements()[provider].(types.String); ok {
			name = configured.ValueString()
		}
		if other, taken := users[name]; taken && name != "" { // "" is null, unknown or rejected by another validator
			resp.Diagnostics.AddAttributeError(req.Path, summary,
				fmt.Sprintf("%s and %s have the same name. Set the service's name for each.", other, provider))
		}
		users[name] = provider
	}
}
