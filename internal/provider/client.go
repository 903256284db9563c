// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

const (
	defaultRequestTimeout = 30 * time.Second
	defaultMaxRetries     = 5
	defaultMaxRetryWait   = 60 * time.Second
	maxMaxRetries         = 100
	maxRequestsPerMinute  = 1_000_000
)

// newSession returns the session for a configuration without unknown values, or nil
// and a diagnostic for each attribute that has no usable value. Values that the
// schema validates are checked again: they may come from the environment.
func newSession(ctx context.Context, config model, userAgent string, diags *diag.Diagnostics) *session.Session {
	base := config.parseBaseURL(diags)
	token := config.APIToken.ValueString()
	var headers, names map[string]string
	diags.Append(config.Headers.ElementsAs(ctx, &headers, false)...)
	diags.Append(config.IdentityProviderNames.ElementsAs(ctx, &names, false)...)
	if rule := tokenRule(); !rule.accepts(token) { // The environment is not validated before.
		diags.AddAttributeError(path.Root("api_token"), rule.summary, fmt.Sprintf("The token (environment %s) %s.", EnvAPIToken, rule.Described))
	}
	for name := range headers {
		if token != "" && strings.EqualFold(name, "Authorization") {
			diags.AddAttributeError(path.Root("headers").AtMapKey(name), "Conflicting authorization",
				"Both headers and api_token (environment "+EnvAPIToken+") set it. Remove one of them. api_token = \"\" ignores the variable.")
		}
	}
	if diags.HasError() {
		return nil
	}
	client, err := api.New(api.Config{
		BaseURL:           base,
		Token:             token,
		Headers:           headers,
		CACertificatePEM:  config.CACertificatePEM.ValueString(),
		RequestTimeout:    duration(config.RequestTimeout, defaultRequestTimeout),
		MaxRetries:        number(config.MaxRetries, defaultMaxRetries),
		MaxRetryWait:      duration(config.MaxRetryWait, defaultMaxRetryWait),
		RequestsPerMinute: number(config.RequestsPerMinute, 0),
		Undocumented:      config.undocumented(ctx),
		UserAgent:         userAgent,

		IdentityProviderNames: names,
	})
	if err != nil {
		diags.AddAttributeError(path.Root("ca_certificate_pem"), certificateRule().summary, fmt.Sprintf("ca_certificate_pem: %v.", err))
		return nil
	}
	return session.New(client, config.RefreshFromList.IsNull() || config.RefreshFromList.ValueBool())
}

// userAgent names the CLI and the provider, in the form of RFC 9110, section
// 10.1.5.
func userAgent(terraformVersion, version string) string {
	return fmt.Sprintf("Terraform/%s terraform-provider-trafficedge/%s", cmp.Or(terraformVersion, "unknown"), version)
}

// duration returns an attribute's value, which [durationRule] has accepted, or
// byDefault if it has none.
func duration(value types.String, byDefault time.Duration) time.Duration {
	parsed, err := time.ParseDuration(value.ValueString())
	if err != nil {
		return byDefault
	}
	return parsed
}

func number(value types.Number, byDefault int) int {
	if number, ok := attribute.Whole(value); ok {
		return int(number)
	}
	return byDefault
}
