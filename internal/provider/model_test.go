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

// This test is not parallel, because it changes the environment of the whole process.
func TestModel_environment(t *testing.T) {
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

// A diagnostic never contains a rejected URL, because the URL may contain credentials.
//
// This test is not parallel, because it changes the environment of the whole process.
func TestModel_refusedURLIsNotShown(t *testing.T) {
	t.Setenv(EnvBaseURL, "")
	for raw, want := range map[string]string{
		"https://user:canary@api.example.com:8443/v1": "%s: remove the user name",
		"https://api.example.com/v1?token=canary":     "%s: remove the query",
		"http://canary.example.com":                   "%s: use https",
		"https:/user:canary@api.example.com":          "%s: write an absolute URL",
	} {
		t.Setenv(EnvBaseURL, raw)
		for source, given := range map[string]model{
			"base_url":                               {BaseURL: types.StringValue(raw)},
			"the environment variable " + EnvBaseURL: model{}.withEnvironment(),
		} {
			var diags diag.Diagnostics
			given.parseBaseURL(&diags)
			if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail(), fmt.Sprintf(want, source)) || strings.Contains(diags[0].Detail(), "canary") {
				t.Errorf("%q: got %v", raw, diags)
			}
		}
	}
}
