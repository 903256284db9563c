// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// served is a provider that tests call through the protocol. serve does not configure it.
type served struct{ *protocoltest.Provider }

func serve(t *testing.T) served {
	t.Helper()
	return served{acctest.Must(protocoltest.Start(t.Context()))(t)}
}

func (s served) block(t *testing.T, block map[string]any) *tfprotov6.DynamicValue {
	t.Helper()
	return protocoltest.Dynamic(protocoltest.Value(s.Schemas.Provider.ValueType(), block))
}

func (s served) validate(t *testing.T, block map[string]any) protocoltest.Diagnostics {
	t.Helper()
	return acctest.Must(s.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: s.block(t, block)}))(t).Diagnostics
}

func (s served) configure(t *testing.T, block map[string]any, deferrable bool) protocoltest.Diagnostics {
	t.Helper()
	resp := acctest.Must(s.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.14.2", Config: s.block(t, block),
		ClientCapabilities: &tfprotov6.ConfigureProviderClientCapabilities{DeferralAllowed: deferrable},
	}))(t)
	return resp.Diagnostics
}

// list reads the data source trafficedge_failover_backends.
func (s served) list(t *testing.T, deferrable bool) (protocoltest.Diagnostics, *tfprotov6.Deferred) {
	t.Helper()
	const typeName = "trafficedge_failover_backends"
	config := protocoltest.Dynamic(protocoltest.Value(s.Schemas.DataSourceSchemas[typeName].ValueType(), map[string]any{}))
	resp := acctest.Must(s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
		TypeName: typeName, Config: config, ClientCapabilities: &tfprotov6.ReadDataSourceClientCapabilities{DeferralAllowed: deferrable},
	}))(t)
	return resp.Diagnostics, resp.Deferred
}

// places returns the paths of diagnostics in the form "headers.X-Y".
func places(diagnostics protocoltest.Diagnostics) []string {
	at := []string{}
	for _, diagnostic := range diagnostics {
		var steps []string
		for _, step := range diagnostic.Attribute.Steps() {
			if _, inSet := step.(tftypes.ElementKeyValue); !inSet {
				steps = append(steps, fmt.Sprint(step))
			}
		}
		at = append(at, strings.Join(steps, "."))
	}
	slices.Sort(at)
	return slices.Compact(at)
}

const anywhere = "https://api.example.com"

func headers(headers map[string]any) map[string]any { return map[string]any{"headers": headers} }

func names(names map[string]any) map[string]any {
	return map[string]any{"identity_provider_names": names}
}

// Validation rejects invalid values and accepts unknown and missing values.
func TestBlock(t *testing.T) {
	t.Parallel()
	provider := serve(t)
	const header, control = "Invalid header name", "The HTTP connection sets it"
	for name, test := range map[string]struct {
		block map[string]any
		at    []string
		says  string
	}{
		"nothing":              {map[string]any{}, nil, ""},
		"everything unknown":   {map[string]any{"base_url": protocoltest.Unknown{}, "api_token": protocoltest.Unknown{}, "headers": protocoltest.Unknown{}, "ca_certificate_pem": protocoltest.Unknown{}, "request_timeout": protocoltest.Unknown{}}, nil, ""},
		"empty base_url":       {map[string]any{"base_url": ""}, []string{"base_url"}, "Invalid base URL"},
		"plain http":           {map[string]any{"base_url": "http://api.example.com"}, []string{"base_url"}, "allow_insecure_http"},
		"plain http, allowed":  {map[string]any{"base_url": "http://api.example.com", "allow_insecure_http": true}, nil, ""},
		"credentials in URL":   {map[string]any{"base_url": "https://u:p@api.example.com"}, []string{"base_url"}, "api_token or headers"},
		"token of a space":     {map[string]any{"api_token": " "}, []string{"api_token"}, "must not begin or end with a space"},
		"token and a space":    {map[string]any{"api_token": "canary "}, []string{"api_token"}, "trimspace"},
		"token with a newline": {map[string]any{"api_token": "canary\n"}, []string{"api_token"}, "trimspace"},
		"duration":             {map[string]any{"request_timeout": "soon"}, []string{"request_timeout"}, "Invalid duration"},
		"zero duration":        {map[string]any{"max_retry_wait": "0s"}, []string{"max_retry_wait"}, "a duration above zero"},
		"fraction of a retry":  {map[string]any{"max_retries": 1.5}, []string{"max_retries"}, "a whole number from 0 to 100, got 1.5"},
		"no requests":          {map[string]any{"requests_per_minute": 0}, []string{"requests_per_minute"}, "from 1 to 1000000, got 0"},
		"no such operation":    {map[string]any{"undocumented_operations": []string{"guess"}}, []string{"undocumented_operations"}, "guess"},
		"certificate":          {map[string]any{"ca_certificate_pem": "none"}, []string{"ca_certificate_pem"}, "Invalid CA certificate"},

		"Idempotency-Key":      {headers(map[string]any{"idempotency-key": "k"}), []string{"headers.idempotency-key"}, "may resend a creation"},
		"header name":          {headers(map[string]any{"X Y": "v"}), []string{"headers"}, header},
		"header value":         {headers(map[string]any{"X-Y": "v\r\nX-Z: w"}), []string{"headers.X-Y"}, "Invalid header value"},
		"null header":          {headers(map[string]any{"X-Y": nil}), []string{"headers"}, "Null Map Value"},
		"unknown header":       {headers(map[string]any{"X-Y": protocoltest.Unknown{}}), nil, ""},
		"header twice":         {headers(map[string]any{"X-Y": "v", "x-y": "w"}), []string{"headers.x-y"}, "set twice"},
		"of the connection":    {headers(map[string]any{"Host": "v", "te": "v", "expect": "v"}), []string{"headers.Host", "headers.expect", "headers.te"}, control},
		"authorization header": {headers(map[string]any{"Authorization": "Basic dTpw"}), nil, ""},

		"swapped":                     {names(map[string]any{"idp_1": "idp_2", "idp_2": "idp_1"}), nil, ""},
		"no identity provider":        {names(map[string]any{"idp_9": "alpha", "alpha": "idp_1"}), []string{"identity_provider_names.alpha", "identity_provider_names.idp_9"}, "idp_8"},
		"empty and null":              {names(map[string]any{"idp_1": "", "idp_2": nil}), []string{"identity_provider_names", "identity_provider_names.idp_1"}, "at least 1"},
		"twice":                       {names(map[string]any{"idp_1": "alpha", "idp_2": "beta", "idp_3": "alpha"}), []string{"identity_provider_names"}, "idp_1 and idp_3"},
		"another's neutral name":      {names(map[string]any{"idp_1": "idp_2"}), []string{"identity_provider_names"}, "idp_1 and idp_2"},
		"another's, which is unknown": {names(map[string]any{"idp_1": "idp_2", "idp_2": protocoltest.Unknown{}}), nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := provider.validate(t, test.block)
			if !slices.Equal(places(shown), test.at) || !strings.Contains(shown.String(), test.says) || strings.Contains(shown.String(), "canary") {
				t.Errorf("at %q, want %q with %q: %s", places(shown), test.at, test.says, shown)
			}
			if long := shown.Long(); len(long) > 0 {
				t.Errorf("too long: %q", long)
			}
		})
	}
}

// ConfigureProvider rejects values that the validation could not check, because they were
// unknown or came from the environment.
func TestBlock_refusedLate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		block    map[string]any
		at, says string
	}{
		"no base_url":         {map[string]any{}, "base_url", "TRAFFICEDGE_BASE_URL"},
		"base_url":            {map[string]any{"base_url": "ftp://api.example.com"}, "base_url", "Invalid base URL"},
		"token of a space":    {map[string]any{"base_url": anywhere, "api_token": " "}, "api_token", "Invalid API token"},
		"token":               {map[string]any{"base_url": anywhere, "api_token": "canary\n"}, "api_token", "Invalid API token"},
		"certificate":         {map[string]any{"base_url": anywhere, "ca_certificate_pem": "none"}, "ca_certificate_pem", "Invalid CA certificate"},
		"authorization twice": {map[string]any{"base_url": anywhere, "api_token": "t", "headers": map[string]any{"authorization": "v"}}, "headers.authorization", "Conflicting authorization"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := serve(t).configure(t, test.block, true)
			if !slices.Equal(places(shown), []string{test.at}) || !strings.Contains(shown.String(), test.says) || strings.Contains(shown.String(), "canary") {
				t.Errorf("got %s", shown)
			}
		})
	}
}

// An unknown value in the provider block does not fail a plan without requests. If the
// CLI allows deferral, the provider defers data sources. Without deferral, the first
// request fails, and the error names the attribute with the unknown value.
func TestBlock_unknown(t *testing.T) {
	t.Parallel()
	const failoverBackend = "trafficedge_failover_backend"
	blocks := map[string]map[string]any{
		"headers' element":                 headers(map[string]any{"X-Y": protocoltest.Unknown{}}),
		"identity_provider_names' element": names(map[string]any{"idp_1": protocoltest.Unknown{}}),
	}
	for _, attribute := range serve(t).Schemas.Provider.Block.Attributes {
		blocks[attribute.Name] = map[string]any{attribute.Name: protocoltest.Unknown{}}
	}
	for name, unknown := range blocks {
		for _, deferrable := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%t", name, deferrable), func(t *testing.T) {
				t.Parallel()
				provider, block := serve(t), map[string]any{"base_url": anywhere}
				maps.Copy(block, unknown)
				if shown := provider.configure(t, block, deferrable); len(shown) > 0 {
					t.Fatal(shown)
				}
				shown, deferred := provider.list(t, deferrable)
				if deferrable {
					if deferred == nil || deferred.Reason != tfprotov6.DeferredReasonProviderConfigUnknown || len(shown) > 0 {
						t.Errorf("deferred %v: %s", deferred, shown)
					}
					return
				}
				want := "The provider's " + strings.TrimSuffix(name, "' element") + " depends on a value that is known only after apply"
				if deferred != nil || !strings.Contains(shown.String(), want) || !strings.Contains(shown.String(), "-target") {
					t.Errorf("deferred %v: %s", deferred, shown)
				}
				config := provider.Config(failoverBackend, map[string]any{"backends": []string{"bkd_a"}})
				if plan, shown, err := provider.Plan(t.Context(), provider.NewInstance(failoverBackend), config); plan == nil || plan.Action != protocoltest.Create {
					t.Errorf("planned %+v, %s, %v", plan, shown, err)
				}
			})
		}
	}
}
