// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Not parallel: the environment belongs to the whole process.
func TestModel_environmentStandsInForEachAttribute(t *testing.T) {
	const fromEnvironment, inBlock = "https://env.example.com", "https://block.example.com"
	null, text := types.StringNull(), types.StringValue
	for name, test := range map[string]struct {
		url, token                string // in the environment
		block                     model
		wantBaseURL, wantAPIToken types.String
	}{
		"nothing configured":  {fromEnvironment, "env-token", model{}, text(fromEnvironment), text("env-token")},
		"one configured":      {fromEnvironment, "env-token", model{BaseURL: text(inBlock)}, text(inBlock), text("env-token")},
		"configured as empty": {fromEnvironment, "env-token", model{BaseURL: text(inBlock), APIToken: text("")}, text(inBlock), text("")},
		"empty environment":   {"", "", model{}, null, null},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(EnvBaseURL, test.url)
			t.Setenv(EnvAPIToken, test.token)
			if got := test.block.withEnvironment(); !got.BaseURL.Equal(test.wantBaseURL) || !got.APIToken.Equal(test.wantAPIToken) {
				t.Errorf("got %v", got)
			}
		})
	}
}

// Not parallel: the environment belongs to the whole process.
func TestModel_refusedURLIsQuotedWithItsSource(t *testing.T) {
	t.Setenv(EnvBaseURL, "")
	const inBlock, inEnvironment = " in base_url", " in the environment variable " + EnvBaseURL
	for raw, want := range map[string]string{
		"https://user:canary@api.example.com:8443/v1":             `"https://api.example.com:8443/v1"%s: expected no user name`,
		"https://api.example.com/v1?token=canary":                 `"https://api.example.com/v1"%s: expected a scheme`,
		"http://api.example.com":                                  `"http://api.example.com"%s: expected https`,
		"api.example.com":                                         `"api.example.com"%s: expected an absolute URL`,
		"https:/user:canary@api.example.com":                      "not shown,%s: expected an absolute URL",
		"https://user:can?ary@api.example.com":                    "not shown,%s: expected an absolute URL",
		"https://red\x1b[31m":                                     `"https://red\x1b[31m"%s: expected an absolute URL`,
		"https://api.example.com?" + strings.Repeat("canary", 99): `"https://api.example.com"%s: expected a scheme`,
		"x" + strings.Repeat("y", 999):                            `yyy"%s: expected an absolute URL`,
	} {
		for source, given := range map[string]func() model{
			inBlock: func() model { return model{BaseURL: types.StringValue(raw)} },
			inEnvironment: func() model {
				t.Setenv(EnvBaseURL, raw)
				return model{}.withEnvironment()
			},
		} {
			var diags diag.Diagnostics
			given().parseBaseURL(&diags)
			if len(diags) != 1 {
				t.Errorf("%q: got %v", raw, diags)
				continue
			}
			if detail := diags[0].Detail(); !strings.Contains(detail, fmt.Sprintf(want, source)) || strings.Contains(detail, "canary") || strings.Contains(detail, "ary@") {
				t.Errorf("%q: %s", raw, detail)
			}
		}
	}
}
