// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

type model struct {
	BaseURL                types.String `tfsdk:"base_url"`
	APIToken               types.String `tfsdk:"api_token"`
	Headers                types.Map    `tfsdk:"headers"`
	CACertificatePEM       types.String `tfsdk:"ca_certificate_pem"`
	RequestTimeout         types.String `tfsdk:"request_timeout"`
	MaxRetries             types.Int64  `tfsdk:"max_retries"`
	MaxRetryWait           types.String `tfsdk:"max_retry_wait"`
	RequestsPerMinute      types.Int64  `tfsdk:"requests_per_minute"`
	RefreshFromList        types.Bool   `tfsdk:"refresh_from_list"`
	AllowInsecureHTTP      types.Bool   `tfsdk:"allow_insecure_http"`
	UndocumentedOperations types.Set    `tfsdk:"undocumented_operations"`
	IdentityProviderNames  types.Map    `tfsdk:"identity_provider_names"`

	// baseURLSource names the source of BaseURL, "" for the provider block.
	baseURLSource string
}

// unknown returns an error that names the attributes whose values are not known
// yet, nil if there are none.
func (m model) unknown(ctx context.Context) error {
	var names []string
	for field, at := range reflect.ValueOf(m).Fields() {
		name, ok := field.Tag.Lookup("tfsdk")
		if !ok {
			continue
		}
		if value, _ := reflect.TypeAssert[attr.Value](at); !isWhollyKnown(ctx, value) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("the provider's %s depends on a value that is known only after apply. "+
		"Apply what it depends on first, with -target, or give the provider a value that is known while planning", strings.Join(names, ", "))
}

// isWhollyKnown reports whether a value and its elements are known.
func isWhollyKnown(ctx context.Context, value attr.Value) bool {
	raw, err := value.ToTerraformValue(ctx)
	return err == nil && raw.IsFullyKnown()
}

// undocumented returns the operations that undocumented_operations names, and all
// of them while that is not known: they are refused only if it surely lacks them.
func (m model) undocumented(ctx context.Context) []api.Undocumented {
	if !isWhollyKnown(ctx, m.UndocumentedOperations) {
		return api.AllUndocumented()
	}
	named := []api.Undocumented{}
	for _, element := range m.UndocumentedOperations.Elements() {
		if name, ok := element.(types.String); ok {
			named = append(named, api.Undocumented(name.ValueString()))
		}
	}
	return named
}
