// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package provider contains the provider block, and the list of all resources and data sources.
package provider

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/routeoauth"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/tlsedge"
)

// New returns the provider. The provider sends the version in its User-Agent header.
func New(version string) provider.Provider { return &trafficedge{version: version} }

type trafficedge struct{ version string }

func (p *trafficedge) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "trafficedge"
	resp.Version = p.version
}

// ValidateConfig checks base_url, because its validity depends on allow_insecure_http. A null
// base_url is valid here, because the environment may set the URL.
func (p *trafficedge) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	if config := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics); attribute.HasValue(config.BaseURL) {
		config.parseBaseURL(&resp.Diagnostics)
	}
}

// Configure creates the client that all resources and data sources share. If a value is unknown
// and the CLI does not allow deferral, all requests fail. A plan that needs no request still
// succeeds, unless the value decides what plans say: an apply would contradict a plan that
// guesses the value.
func (p *trafficedge) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	config := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var configured *api.Client
	if unknown := unknownAttributes(req.Config); len(unknown) > 0 {
		if req.ClientCapabilities.DeferralAllowed {
			resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
		} else {
			rejectUnknown(unknown, &resp.Diagnostics)
		}
		err := fmt.Errorf("the provider's %s depends on a value that is known only after apply. With -target, first apply the resource that the "+
			"value depends on, or set a value that is known during the plan", strings.Join(unknown, ", "))
		configured = api.NewUnusable(err, attribute.Strings(config.UndocumentedOperations))
	} else {
		configured = newClient(ctx, config.withEnvironment(), p.userAgent(req.TerraformVersion), &resp.Diagnostics)
	}
	resp.ResourceData, resp.DataSourceData, resp.ListResourceData = configured, configured, configured
}

// userAgent returns the User-Agent in the form of RFC 9110, section 10.1.5. Automation appends its
// name by TF_APPEND_USER_AGENT. No request could be sent with a line break in it.
func (p *trafficedge) userAgent(terraformVersion string) string {
	text := fmt.Sprintf("Terraform/%s terraform-provider-trafficedge/%s %s", terraformVersion, p.version, os.Getenv("TF_APPEND_USER_AGENT"))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }), " ")
}

func (p *trafficedge) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{failoverbackend.NewResource, routeoauth.NewResource, tlsedge.NewResource}
}

func (p *trafficedge) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		failoverbackend.Kind().DataSource, failoverbackend.Kind().ListDataSource, routeoauth.NewDataSource,
		tlsedge.Kind().DataSource, tlsedge.Kind().ListDataSource,
	}
}

func (p *trafficedge) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{failoverbackend.Kind().ListResource, tlsedge.Kind().ListResource}
}
