// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func (p *trafficedge) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages failover backends, TLS edges and the OAuth module of HTTPS edge routes " +
			"through the traffic-routing API.",
		Attributes: attributes(),
	}
}

func attributes() map[string]schema.Attribute {
	attributes := connectionAttributes()
	maps.Copy(attributes, pacingAttributes())
	var names []string
	for _, operation := range api.AllUndocumented() {
		names = append(names, string(operation))
	}
	attributes["undocumented_operations"] = schema.SetAttribute{
		ElementType: types.StringType,
		Optional:    true,
		MarkdownDescription: "The operations that your service offers although the API's description does not show them: " +
			"`" + strings.Join(names, "`, `") + "`. Defaults to none. The provider never sends one that is not named here. " +
			"The guide [When your service offers more](guides/when-your-service-offers-more.md) says what each is used for. " +
			"Changing the set changes no state.",
		Validators: []validator.Set{setvalidator.NoNullValues(), setvalidator.ValueStringsAre(stringvalidator.OneOf(names...))},
	}
	attributes["identity_provider_names"] = schema.MapAttribute{
		ElementType: types.StringType,
		Optional:    true,
		MarkdownDescription: "The service's own names of the identity providers, by `idp_1` to `idp_8`. Requests and answers have them in " +
			"place of these; in configurations, plans and messages an identity provider stays `idp_1` to `idp_8`. Defaults to none: " +
			"a name that is left out is the same on the service. The guide " +
			"[When your service offers more](guides/when-your-service-offers-more.md#names-of-the-identity-providers) says how to find them. " +
			"Changing the names changes no state.",
		Validators: []validator.Map{identityProviderNames{"must give identity providers names that no other one has"}},
	}
	return attributes
}

// connectionAttributes returns the attributes for the address of the API and for
// authentication.
func connectionAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"base_url": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The address of the API, such as `https://api.example.com`. A path in it is kept as the " +
				"prefix of every request. Plain `http` is accepted for loopback addresses only, unless " +
				"`allow_insecure_http` is true. Falls back to the environment variable `TRAFFICEDGE_BASE_URL`; " +
				"one of the two is required. An empty variable is an unset one.",
		},
		"api_token": schema.StringAttribute{
			Optional:  true,
			Sensitive: true,
			MarkdownDescription: "The token sent as `Authorization: Bearer …` with every request. Falls back to the " +
				"environment variable `TRAFFICEDGE_API_TOKEN`. Without either, or with `\"\"` here, no such header is " +
				"sent; use `headers` for another scheme.",
			Validators: []validator.String{tokenRule()},
		},
		"headers": schema.MapAttribute{
			ElementType: types.StringType,
			Optional:    true,
			Sensitive:   true,
			MarkdownDescription: "Headers sent with every request: another authentication scheme, an API version, a " +
				"tenant. `Authorization` cannot be set both here and by `api_token`. Headers that belong to the " +
				"HTTP connection itself, such as `Host`, cannot be set, nor can `Idempotency-Key` and " +
				"`X-Idempotency-Key`, with which Go's HTTP transport would send a creation twice by itself.",
			Validators: []validator.Map{headersValidator{"must be valid HTTP header names and values that do not belong to the connection itself"}},
		},
		"ca_certificate_pem": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "PEM-encoded certificates of authorities to trust in addition to the system's " +
				"roots. Each of them must be readable. Defaults to none.",
			Validators: []validator.String{certificateRule()},
		},
		"allow_insecure_http": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Whether `base_url` may be plain `http` to a host that is not a loopback address. " +
				"Everything, secrets included, is then sent unencrypted. Defaults to `false`.",
		},
	}
}

// pacingAttributes returns the attributes for timeouts, retries and the number of
// requests.
func pacingAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"request_timeout": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The longest time for one attempt of a request, its answer's body included, as a " +
				"duration such as `30s` or `1m30s`. Defaults to `30s`. A request that is repeated may take this " +
				"long each time.",
			Validators: []validator.String{durationRule()},
		},
		"max_retries": schema.NumberAttribute{
			Optional: true,
			MarkdownDescription: "The most times that a failed request is sent again, from 0 to 100. Defaults to " +
				"`5`. Only a request that is safe to repeat is repeated. A request refused by a rate limit (429) does " +
				"not count; see `max_retry_wait`.",
			Validators: []validator.Number{attribute.WholeNumber(0, maxMaxRetries)},
		},
		"max_retry_wait": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The longest single wait before a repeated request, whatever the service asks in " +
				"`Retry-After`, as a duration such as `60s`. Defaults to `60s`. Waits for a rate limit may last `2m` in all, " +
				"or this long if it is longer.",
			Validators: []validator.String{durationRule()},
		},
		"requests_per_minute": schema.NumberAttribute{
			Optional: true,
			MarkdownDescription: "A ceiling for the requests per minute of everything that this provider instance " +
				"sends, at least 1. They are spread evenly. Defaults to no ceiling.",
			Validators: []validator.Number{attribute.WholeNumber(1, maxRequestsPerMinute)},
		},
		"refresh_from_list": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Whether refreshing many failover backends, and with the operation `list_tls_edges` many TLS edges, may read pages of their list " +
				"instead of each of them. Defaults to `true`. An object that differs there from state is read by itself. Set it to `false` for a " +
				"service whose list leaves members out or lags, because a change that the list does not show is not seen.",
		},
	}
}
