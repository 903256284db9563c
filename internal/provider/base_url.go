// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ValidateConfig checks base_url, whose rule depends on allow_insecure_http. A
// missing one is no error yet: the environment may have it.
func (p *trafficedge) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !attribute.IsSet(config.BaseURL) {
		return
	}
	config.parseBaseURL(&resp.Diagnostics)
}

// parseBaseURL returns base_url parsed, or nil and a diagnostic on it.
func (m model) parseBaseURL(diags *diag.Diagnostics) *url.URL {
	if m.BaseURL.IsNull() {
		diags.AddAttributeError(path.Root("base_url"), "Missing base URL",
			"Expected the address of the API, got none. Set base_url in the provider block, or the environment "+
				"variable "+EnvBaseURL+".")
		return nil
	}
	// While allow_insecure_http is unknown, plain http may yet be allowed.
	allowInsecure := m.AllowInsecureHTTP.ValueBool() || m.AllowInsecureHTTP.IsUnknown()
	base, err := api.ParseBaseURL(m.BaseURL.ValueString(), allowInsecure)
	if err != nil {
		diags.AddAttributeError(path.Root("base_url"), "Invalid base URL",
			fmt.Sprintf("Got %s in %s: %v.", quoteURL(m.BaseURL.ValueString()), cmp.Or(m.baseURLSource, "base_url"), err))
	}
	return base
}

// quoteURL returns a refused URL in quotes, without a user name, a password, a
// query and a fragment, which may be secret. A text is not shown if they cannot be
// told from the rest.
func quoteURL(raw string) string {
	shown := raw
	if u, err := url.Parse(raw); err == nil {
		u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
		shown = u.String()
	}
	if strings.ContainsAny(shown, "@?#") {
		return "a text that may hold credentials and is not shown,"
	}
	return fmt.Sprintf("%.200q", shown)
}
