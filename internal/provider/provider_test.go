// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"cmp"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http/httptest"
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

// schemas returns all schemas, by kind and type.
func (s served) schemas() map[string]map[string]*tfprotov6.Schema {
	return map[string]map[string]*tfprotov6.Schema{
		"provider": {"": s.Schemas.Provider}, "resource": s.Schemas.ResourceSchemas, "data source": s.Schemas.DataSourceSchemas,
		"list resource": s.Schemas.ListResourceSchemas,
	}
}

func (s served) block(block map[string]any) tftypes.Value {
	return protocoltest.Value(s.Schemas.Provider.ValueType(), block)
}

func (s served) validate(t *testing.T, kind, typeName string, config tftypes.Value) protocoltest.Diagnostics {
	t.Helper()
	switch kind {
	case "provider":
		req := &tfprotov6.ValidateProviderConfigRequest{Config: protocoltest.Dynamic(config)}
		return acctest.Must(s.ValidateProviderConfig(t.Context(), req))(t).Diagnostics
	case "data source":
		req := &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: protocoltest.Dynamic(config)}
		return acctest.Must(s.ValidateDataResourceConfig(t.Context(), req))(t).Diagnostics
	}
	return acctest.Must(s.Validate(t.Context(), typeName, config))(t)
}

func (s served) configure(t *testing.T, block map[string]any, deferrable bool) protocoltest.Diagnostics {
	t.Helper()
	resp := acctest.Must(s.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.14.2", Config: protocoltest.Dynamic(s.block(block)),
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

// wantError checks at which paths the diagnostics are, in a form such as "headers", and
// their text. The text never contains a secret, and fits on a screen.
func wantError(t *testing.T, diagnostics protocoltest.Diagnostics, at, says string) {
	t.Helper()
	places := []string{}
	for _, diagnostic := range diagnostics {
		steps := []string{}
		for _, step := range diagnostic.Attribute.Steps() {
			if _, inSet := step.(tftypes.ElementKeyValue); !inSet {
				steps = append(steps, fmt.Sprint(step))
			}
		}
		places = append(places, cmp.Or(strings.Join(steps, "."), "the whole block"))
	}
	slices.Sort(places)
	got, text := strings.Join(slices.Compact(places), " "), diagnostics.String()
	if got != at || !strings.Contains(text, says) || strings.Contains(text, "canary") || len(diagnostics.Long()) > 0 {
		t.Errorf("at %q, want %q with %q: %s", got, at, says, text)
	}
}

const anywhere = "https://api.example.com"

func baseURL(url string) map[string]any { return map[string]any{"base_url": url} }

func headers(headers map[string]any) map[string]any { return map[string]any{"headers": headers} }

func names(names map[string]any) map[string]any {
	return map[string]any{"identity_provider_names": names}
}

// Validation rejects invalid values and accepts missing values.
func TestBlock(t *testing.T) {
	t.Parallel()
	provider := serve(t)
	tls := httptest.NewTLSServer(nil)
	t.Cleanup(tls.Close)
	marked := "\ufeff" + string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: tls.Certificate().Raw}))
	const header, control, idps = "Invalid header name", "The HTTP connection sets it", "identity_provider_names"
	for name, test := range map[string]struct {
		block    map[string]any
		at, says string
	}{
		"nothing":              {map[string]any{}, "", ""},
		"no absolute URL":      {baseURL("https:/user:canary@api.example.com"), "base_url", "base_url: write an absolute URL"},
		"plain http":           {map[string]any{"base_url": "http://api.example.com"}, "base_url", "plain http sends secrets unencrypted. Use https, or set allow_insecure_http = true."},
		"plain http, allowed":  {map[string]any{"base_url": "http://api.example.com", "allow_insecure_http": true}, "", ""},
		"token of a space":     {map[string]any{"api_token": " "}, "api_token", "must not contain white space"},
		"scheme and token":     {map[string]any{"api_token": "Bearer canary"}, "api_token", "without `Bearer`"},
		"token with a tab":     {map[string]any{"api_token": "canary\tb"}, "api_token", "without `Bearer`"},
		"URL and a newline":    {baseURL("https://canary.example.com/v1\n"), "base_url", "base_url: remove the white space around it. A common cause is a trailing line break. Use trimspace()."},
		"URL and a space":      {baseURL("https://canary.example.com/v1 "), "base_url", "base_url: remove the white space around it"},
		"space and URL":        {baseURL(" https://canary.example.com"), "base_url", "base_url: remove the white space around it"},
		"token and a space":    {map[string]any{"api_token": "canary "}, "api_token", "trimspace"},
		"token with a newline": {map[string]any{"api_token": "canary\n"}, "api_token", "trimspace"},
		"duration":             {map[string]any{"request_timeout": "soon"}, "request_timeout", "Invalid duration"},
		"zero duration":        {map[string]any{"max_retry_wait": "0s"}, "max_retry_wait", "a duration above zero"},
		"long timeouts":        {map[string]any{"request_timeout": "1h0m1s"}, "request_timeout", "at most 1h,"},
		"long waits":           {map[string]any{"max_retry_wait": "24h0m1s"}, "max_retry_wait", "at most 24h,"},
		"endless waits":        {map[string]any{"max_retry_wait": "2562047h47m16s"}, "max_retry_wait", "at most 24h,"},
		"the longest":          {map[string]any{"request_timeout": "1h", "max_retry_wait": "24h"}, "", ""},
		"fraction of a retry":  {map[string]any{"max_retries": 1.5}, "max_retries", "max_retries must be a whole number from 0 to 100."},
		"no requests":          {map[string]any{"requests_per_minute": 0}, "requests_per_minute", "from 1 to 1000000."},
		"no such operation":    {map[string]any{"undocumented_operations": []string{"guess"}}, "undocumented_operations", "Every element of undocumented_operations must be one of update_tls_edge, "},
		"certificate":          {map[string]any{"ca_certificate_pem": "none"}, "ca_certificate_pem", "Invalid CA certificate"},
		"after a mark":         {map[string]any{"ca_certificate_pem": marked}, "", ""},

		"Idempotency-Key":   {headers(map[string]any{"idempotency-key": "k"}), "headers", "may resend a creation"},
		"header name":       {headers(map[string]any{"X Y": "v"}), "headers", header},
		"header value":      {headers(map[string]any{"X-Y": "v\r\nX-Z: w"}), "headers", "Invalid header value"},
		"null header":       {headers(map[string]any{"X-Y": nil}), "headers", "Null Map Value"},
		"header twice":      {headers(map[string]any{"X-Y": "v", "x-y": "w"}), "headers", "set twice"},
		"of the connection": {headers(map[string]any{"Host": "v", "te": "v", "expect": "v"}), "headers", control},
		"authorization":     {headers(map[string]any{"Authorization": "Basic dTpw"}), "", ""},

		"swapped":                     {names(map[string]any{"idp_1": "idp_2", "idp_2": "idp_1"}), "", ""},
		"no identity provider":        {names(map[string]any{"idp_9": "alpha", "alpha": "idp_1"}), idps, "The keys can only be idp_1, "},
		"empty and null":              {names(map[string]any{"idp_1": "", "idp_2": nil}), idps, "empty element"},
		"twice":                       {names(map[string]any{"idp_1": "alpha", "idp_2": "beta", "idp_3": "alpha"}), idps, "idp_1 and idp_3"},
		"another's neutral name":      {names(map[string]any{"idp_1": "idp_2"}), idps, "idp_1 and idp_2"},
		"another's, which is unknown": {names(map[string]any{"idp_1": "idp_2", "idp_2": protocoltest.Unknown{}}), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantError(t, provider.validate(t, "provider", "", provider.block(test.block)), test.at, test.says)
		})
	}
}

// An unknown value in the provider block is valid. If the CLI allows deferral, the provider
// defers data sources. Without deferral, an unknown value does not fail a plan without
// requests, unless the attribute decides what plans say. The first request fails, and the
// error names the attribute with the unknown value.
func TestBlock_unknown(t *testing.T) {
	t.Parallel()
	const failoverBackend = "trafficedge_failover_backend"
	blocks := map[string]map[string]any{
		"headers' element":                 headers(map[string]any{"X-Y": protocoltest.Unknown{}}),
		"identity_provider_names' element": names(map[string]any{"idp_1": protocoltest.Unknown{}}),
		"undocumented_operations' element": {"undocumented_operations": []any{"update_tls_edge", protocoltest.Unknown{}}},
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
				attribute := strings.TrimSuffix(name, "' element")
				wantError(t, provider.validate(t, "provider", "", provider.block(block)), "", "")
				shown := provider.configure(t, block, deferrable)
				if !deferrable && (attribute == "identity_provider_names" || attribute == "undocumented_operations") {
					wantError(t, shown, attribute, "Set a value that is known during the plan")
					return
				}
				wantError(t, shown, "", "")
				shown, deferred := provider.list(t, deferrable)
				if deferrable {
					if deferred == nil || deferred.Reason != tfprotov6.DeferredReasonProviderConfigUnknown || len(shown) > 0 {
						t.Errorf("deferred %v: %s", deferred, shown)
					}
					return
				}
				want := "The provider's " + attribute + " depends on a value that is known only after apply"
				if deferred != nil || !strings.Contains(shown.String(), want) || !strings.Contains(shown.String(), "-target") {
					t.Errorf("deferred %v: %s", deferred, shown)
				}
				config := provider.Config(failoverBackend, map[string]any{"backends": []string{"bkd_a"}})
				change := protocoltest.Change{Config: config}
				plan, shown, err := provider.PlanChange(t.Context(), provider.NewInstance(failoverBackend), change)
				if plan == nil || plan.Action != protocoltest.Create {
					t.Errorf("planned %+v, %s, %v", plan, shown, err)
				}
			})
		}
	}
}

// The framework checks all schemas when it serves them. One invalid schema
// would break every resource. Every attribute of the provider block that may contain a
// credential is sensitive, so plans do not show the credential.
func TestSchemas(t *testing.T) {
	t.Parallel()
	provider := serve(t)
	identities, err := provider.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil || len(provider.Schemas.Diagnostics)+len(identities.Diagnostics) > 0 {
		t.Fatal(provider.Schemas.Diagnostics, identities, err)
	}
	for kind, schemas := range provider.schemas() {
		for name, schema := range schemas {
			if kind == "resource" && identities.IdentitySchemas[name] == nil {
				t.Errorf("%s has no identity", name)
			}
			if schema.Block.Description == "" {
				t.Errorf("%s %s has no description", kind, name)
			}
		}
	}
	for _, attribute := range provider.Schemas.Provider.Block.Attributes {
		if attribute.Sensitive != slices.Contains([]string{"api_token", "headers"}, attribute.Name) {
			t.Errorf("%s: sensitive %t", attribute.Name, attribute.Sensitive)
		}
	}
}
