// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
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

	// baseURLSource names the source of BaseURL, "" for the provider block.
	baseURLSource string
}

// unknownAttributes returns an error that names the attributes whose values are not known yet, nil if there are none.
func unknownAttributes(config tfsdk.Config) error {
	var attributes map[string]tftypes.Value
	if err := config.Raw.As(&attributes); err != nil {
		return fmt.Errorf("reading the provider block: %w", err)
	}
	maps.DeleteFunc(attributes, func(_ string, value tftypes.Value) bool { return value.IsFullyKnown() })
	if len(attributes) == 0 {
		return nil
	}
	return fmt.Errorf("the provider's %s depends on a value that is known only after apply. "+
		"Apply what it depends on first, with -target, or give the provider a value that is known while planning",
		strings.Join(slices.Sorted(maps.Keys(attributes)), ", "))
}

// undocumented returns the operations that undocumented_operations names, and all
// of them while that is not known: they are refused only if it surely lacks them.
func (m model) undocumented(ctx context.Context) []api.Undocumented {
	if !attribute.IsWhollyKnown(ctx, m.UndocumentedOperations) {
		return api.AllUndocumented()
	}
	named := []api.Undocumented{}
	for _, name := range attribute.Strings(m.UndocumentedOperations) {
		named = append(named, api.Undocumented(name))
	}
	return named
}
