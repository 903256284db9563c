// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// The defaults of attributes.
const (
	defaultTimeout   = "30s"
	defaultRetries   = 5
	defaultRetryWait = "60s"
)

type model struct {
	BaseURL                types.String `tfsdk:"base_url"`
	APIToken               types.String `tfsdk:"api_token"`
	Headers                types.Map    `tfsdk:"headers"`
	CACertificatePEM       types.String `tfsdk:"ca_certificate_pem"`
	RequestTimeout         types.String `tfsdk:"request_timeout"`
	MaxRetries             types.Number `tfsdk:"max_retries"`
	MaxRetryWait           types.String `tfsdk:"max_retry_wait"`
	RequestsPerMinute      types.Number `tfsdk:"requests_per_minute"`
	RefreshFromList        types.Bool   `tfsdk:"refresh_from_list"`
	AllowInsecureHTTP      types.Bool   `tfsdk:"allow_insecure_http"`
	UndocumentedOperations types.Set    `tfsdk:"undocumented_operations"`
	IdentityProviderNames  types.Map    `tfsdk:"identity_provider_names"`

	// baseURLSource names the source of BaseURL in diagnostics: "" is the provider block.
	baseURLSource string
}

// withEnvironment replaces null attributes. An empty variable counts as unset, because CI
// systems and shells often define empty variables.
func (m model) withEnvironment() model {
	if value := os.Getenv(api.EnvBaseURL); value != "" && m.BaseURL.IsNull() {
		m.BaseURL = types.StringValue(value)
		m.baseURLSource = "the environment variable " + api.EnvBaseURL
	}
	if value := os.Getenv(api.EnvAPIToken); value != "" && m.APIToken.IsNull() {
		m.APIToken = types.StringValue(value)
	}
	return m
}

// parseBaseURL returns nil and adds an error if base_url is missing or invalid.
func (m model) parseBaseURL(diags *diag.Diagnostics) *url.URL {
	if m.BaseURL.IsNull() {
		diags.AddAttributeError(path.Root("base_url"), "Missing base URL",
			"Set base_url in the provider block, or the environment variable "+api.EnvBaseURL+".")
		return nil
	}
	// An unknown allow_insecure_http may turn out to be true.
	allowInsecure := m.AllowInsecureHTTP.ValueBool() || m.AllowInsecureHTTP.IsUnknown()
	base, err := api.ParseBaseURL(m.BaseURL.ValueString(), allowInsecure)
	if err != nil {
		wayOut := map[error]string{api.ErrWhiteSpace: " Use trimspace().", api.ErrPlainHTTP: " Use https, or set allow_insecure_http = true."}[err]
		diags.AddAttributeError(path.Root("base_url"), "Invalid base URL",
			fmt.Sprintf("%s: %v.%s", cmp.Or(m.baseURLSource, "base_url"), err, wayOut))
	}
	return base
}

func unknownAttributes(config tfsdk.Config) []string {
	var attributes map[string]tftypes.Value
	_ = config.Raw.As(&attributes) // A provider block is always an object.
	maps.DeleteFunc(attributes, func(_ string, value tftypes.Value) bool { return value.IsFullyKnown() })
	return slices.Sorted(maps.Keys(attributes))
}

func rejectUnknown(names []string, diags *diag.Diagnostics) {
	for _, name := range names {
		if name == "undocumented_operations" || name == "identity_provider_names" {
			diags.AddAttributeError(path.Root(name), "Unknown value in the provider block",
				name+" decides what a plan shows, and depends on a value that is known only after apply. Set a value that is known during the plan.")
		}
	}
}

// newClient returns nil and adds an error if an attribute is invalid. It also checks values
// from the environment, because the schema has not validated them.
func newClient(ctx context.Context, config model, userAgent string, diags *diag.Diagnostics) *api.Client {
	base := config.parseBaseURL(diags)
	token := config.APIToken.ValueString()
	var headers, names map[string]string
	diags.Append(config.Headers.ElementsAs(ctx, &headers, false)...)
	diags.Append(config.IdentityProviderNames.ElementsAs(ctx, &names, false)...)
	if rule := tokenRule(); !rule.Accepts(token) {
		diags.AddAttributeError(path.Root("api_token"), rule.Summary, fmt.Sprintf("The token (environment %s) %s.", api.EnvAPIToken, rule.Described))
	}
	for name := range headers {
		if token != "" && strings.EqualFold(name, "Authorization") {
			diags.AddAttributeError(path.Root("headers").AtMapKey(name), "Conflicting authorization",
				"Both headers and api_token (environment "+api.EnvAPIToken+") set Authorization. Remove one of them. To ignore the environment variable, set api_token = \"\".")
		}
	}
	if diags.HasError() {
		return nil
	}
	// The schema has already validated these values.
	timeout, _ := time.ParseDuration(cmp.Or(config.RequestTimeout.ValueString(), defaultTimeout))
	wait, _ := time.ParseDuration(cmp.Or(config.MaxRetryWait.ValueString(), defaultRetryWait))
	rate, _ := attribute.Whole(config.RequestsPerMinute)
	retries, isSet := attribute.Whole(config.MaxRetries)
	if !isSet {
		retries = defaultRetries
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
		RefreshFromList:   config.RefreshFromList.IsNull() || config.RefreshFromList.ValueBool(),
		Undocumented:      attribute.Strings(config.UndocumentedOperations),
		UserAgent:         userAgent,

		IdentityProviderNames: names,
	})
	if err != nil {
		diags.AddAttributeError(path.Root("ca_certificate_pem"), certificateRule().Summary, fmt.Sprintf("ca_certificate_pem: %v.", err))
		return nil
	}
	return client
}
