// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const oneBackend = `
resource "trafficedge_failover_backend" "test" {
  backends = ["bkd_a"]
}
`

// certificates returns a certificate that can be read, and one that cannot.
func certificates(t *testing.T) string {
	t.Helper()
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	good := &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}
	broken := &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw[:100]}
	return string(pem.EncodeToMemory(good)) + string(pem.EncodeToMemory(broken))
}

func TestAccProvider_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arguments string
		want      *regexp.Regexp
	}{
		"no base_url":           {``, acctest.Message("Missing base URL", "TRAFFICEDGE_BASE_URL")},
		"empty base_url":        {`base_url = ""`, acctest.Message("Invalid base URL", "base_url = \"\"")},
		"relative base_url":     {`base_url = "api.example.com"`, acctest.Message("Invalid base URL", "base_url = ")},
		"plain http":            {`base_url = "http://api.example.com"`, acctest.Message("Invalid base URL", "base_url = ", "allow_insecure_http")},
		"token with a newline":  {`api_token = "canary\n"`, acctest.Message("Invalid API token", "api_token = ", "trimspace")},
		"duration":              {`request_timeout = "soon"`, acctest.Message("Invalid duration", "request_timeout = ", `got "soon"`)},
		"zero duration":         {`max_retry_wait = "0s"`, acctest.Message("Invalid duration", "max_retry_wait = ", `got "0s"`)},
		"negative retries":      {`max_retries = -1`, acctest.Message("max_retries = -1", "must be between 0 and 100")},
		"negative rate":         {`requests_per_minute = 0`, acctest.Message("requests_per_minute = 0", "must be between 1 and")},
		"certificate":           {`ca_certificate_pem = "none"`, acctest.Message("Invalid CA certificate", "ca_certificate_pem = ")},
		"broken certificate":    {fmt.Sprintf("ca_certificate_pem = %q", certificates(t)), acctest.Message("Invalid CA certificate", "certificate 2 of 2 cannot be read")},
		"idempotency key":       {`headers = { "idempotency-key" = "k" }`, acctest.Message("Invalid header name", "could make two objects")},
		"X-Idempotency-Key":     {`headers = { "X-Idempotency-Key" = "k" }`, acctest.Message("Invalid header name", "could make two objects")},
		"header name":           {`headers = { "X Y" = "v" }`, acctest.Message("Invalid header name", "headers = ")},
		"header value":          {`headers = { "X-Y" = "v\r\nX-Z: w" }`, acctest.Message("Invalid header value", "headers = ")},
		"null header":           {`headers = { "X-Y" = null }`, acctest.Message("Invalid header value", "headers = ", "got null")},
		"header of connection":  {`headers = { "Host" = "v" }`, acctest.Message("Invalid header name", "headers = ")},
		"header twice":          {`headers = { "X-Y" = "v", "x-y" = "w" }`, acctest.Message("Invalid header name", "headers = ")},
		"authorization twice":   {"base_url = \"https://127.0.0.1\"\nheaders = { authorization = \"v\" }\napi_token = \"t\"", acctest.Message("Conflicting authorization", "headers = ")},
		"credentials in URL":    {`base_url = "https://u:p@api.example.com"`, acctest.Message("Invalid base URL", "api_token or headers")},
		"query in URL":          {`base_url = "https://api.example.com?x=y"`, acctest.Message("Invalid base URL", "query")},
		"fraction of a request": {`max_retries = 1.5`, acctest.Message("max_retries = 1.5")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config:      fmt.Sprintf("provider \"trafficedge\" {\n  %s\n}\n%s", test.arguments, oneBackend),
					ExpectError: test.want,
				}},
			})
		})
	}
}

// Values that depend on a resource not yet made never fail a plan.
func TestAccProvider_unknownConfiguration(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Token: "t0ken"})
	config := func(base, rest string) string {
		return fmt.Sprintf(`
			resource "terraform_data" "later" {
			  input = { base_url = %q, token = "t0ken", version = "7" }
			}
			provider "trafficedge" {
			  base_url  = %s
			  api_token = terraform_data.later.output.token
			  headers   = { "X-Version" = terraform_data.later.output.version }
			}
			%s`, server.URL, base, rest)
	}
	const later = "terraform_data.later.output.base_url"
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{
			{
				// A data source must send a request while planning.
				Config:      config(later, `data "trafficedge_failover_backends" "all" {}`),
				ExpectError: acctest.Message("Could not list failover backends", "base_url, api_token, headers depends on a value that is known only after apply", "-target"),
			},
			{
				Config: config(later, oneBackend),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction("trafficedge_failover_backend.test", plancheck.ResourceActionCreate),
				}},
			},
		},
	})
}

func TestAccProvider_wrongToken(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Token: "right-t0ken"})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config:      fmt.Sprintf("provider \"trafficedge\" {\n  base_url = %q\n  api_token = \"wrong-t0ken\"\n}\n%s", server.URL, oneBackend),
			ExpectError: acctest.Message("Could not create failover backend", "401 Unauthorized", "api_token"),
		}},
	})
}
