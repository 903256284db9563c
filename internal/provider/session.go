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

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// newSession returns the session for a configuration without unknown values. If an
// attribute is invalid, the result is nil and diags contains an error. newSession also
// checks values from the environment, because the schema has not validated them.
func newSession(ctx context.Context, config model, userAgent string, diags *diag.Diagnostics) *session.Session {
	base := config.parseBaseURL(diags)
	token := config.APIToken.ValueString()
	var headers, names map[string]string
	diags.Append(config.Headers.ElementsAs(ctx, &headers, false)...)
	diags.Append(config.IdentityProviderNames.ElementsAs(ctx, &names, false)...)
	if rule := tokenRule(); !rule.accepts(token) {
		diags.AddAttributeError(path.Root("api_token"), rule.summary, fmt.Sprintf("The token (environment %s) %s.", EnvAPIToken, rule.Described))
	}
	for name := range headers {
		if token != "" && strings.EqualFold(name, "Authorization") {
			diags.AddAttributeError(path.Root("headers").AtMapKey(name), "Conflicting authorization",
				"Both headers and api_token (environment "+EnvAPIToken+") set Authorization. Remove one of them. To ignore the environment variable, set api_token = \"\".")
		}
	}
	if diags.HasError() {
		return nil
	}
	// The schema has already validated these values.
	timeout, _ := time.ParseDuration(cmp.Or(config.RequestTimeout.ValueString(), "30s"))
	wait, _ := time.ParseDuration(cmp.Or(config.MaxRetryWait.ValueString(), "60s"))
	rate, _ := attribute.Whole(config.RequestsPerMinute)
	retries, isSet := attribute.Whole(config.MaxRetries)
	if !isSet {
		retries = 5
	}
	client, err := api.New(api.Config{
		BaseURL:           base,
		Token:             token,
		Headers:           headers,
		CACertificatePEM:  config.CACertificatePEM.ValueString(),
		RequestTimeout:    timeout,
		MaxRetries:        int(retries),
		MaxRetryWait:      wait,
		RequestsPerMinute: int(rate),
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
