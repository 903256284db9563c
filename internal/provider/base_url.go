// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
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
		came := fmt.Sprintf("%s in %s", quoteURL(m.BaseURL.ValueString()), cmp.Or(m.baseURLSource, "base_url"))
		diags.AddAttributeError(path.Root("base_url"), "Invalid base URL", baseURLDetail(err, came))
	}
	return base
}

// baseURLDetail says what was expected, what came, and what to write instead.
func baseURLDetail(err error, came string) string {
	switch {
	case errors.Is(err, api.ErrBaseURLCredentials):
		return "Expected a URL without a user name or password, got " + came + " with credentials, which would end up in logs " +
			"and errors. Use api_token or headers instead."
	case errors.Is(err, api.ErrBaseURLQuery):
		return "Expected a scheme, a host and maybe a path, got " + came + " with a query or a fragment. Remove it."
	case errors.Is(err, api.ErrBaseURLInsecure):
		return "Expected https, got " + came + ", which is plain http to a host that is not a loopback address and would send " +
			"secrets unencrypted. Use https, or set allow_insecure_http = true if the network between is trusted."
	default:
		return "Expected an absolute URL such as https://api.example.com, got " + came + ". Write the scheme, http or https, and the host."
	}
}

// maxURLBytes keeps a value that is no URL from filling the screen.
const maxURLBytes = 200

// quoteURL returns a refused URL in quotes, without a user name, a password, a
// query and a fragment, which may be secret. A text is not shown if they cannot be
// told from the rest.
func quoteURL(raw string) string {
	shown := raw
	if u, err := url.Parse(raw); err == nil {
		u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
		shown = u.String()
	}
	switch {
	case strings.ContainsAny(shown, "@?#"):
		return "a text that may hold credentials and is not shown,"
	case len(shown) > maxURLBytes:
		return fmt.Sprintf("a text of %d bytes", len(raw))
	}
	return strconv.Quote(shown)
}
