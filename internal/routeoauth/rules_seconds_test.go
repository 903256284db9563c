// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

func TestRules_seconds(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for number, want := range map[string]string{
		"0":                    "",
		"4294967295":           "",
		"3600.0":               "",
		"1e3":                  "",
		"1.5":                  "Expected a whole number of seconds, got 1.5; floor() rounds down.",
		"3333.3333333333":      "Expected a whole number of seconds, got 3333.33; floor() rounds down.",
		"-0.5":                 "Expected a whole number of seconds, got -0.5; floor() rounds down.",
		"0.001":                "Expected a whole number of seconds, got 0.001; floor() rounds down.",
		"9.999":                "Expected a whole number of seconds, got 9.999; floor() rounds down.",
		"4294967295.5":         "Expected a whole number of seconds, got 4294967295.5; floor() rounds down.",
		"-1":                   "Expected a whole number of seconds from 0 to 4294967295, got -1.",
		"4294967296":           "Expected a whole number of seconds from 0 to 4294967295, got 4294967296.",
		"18446744073709551616": "Expected a whole number of seconds from 0 to 4294967295, got 1.84467440737e+19.",
	} {
		t.Run(number, func(t *testing.T) {
			t.Parallel()
			config := attributesOf(t, protocol, `{"provider":{"idp_2":{"email_domains":["a"]}},"maximum_duration":`+number+`}`)
			diagnostics := validate(t, protocol, config)
			if want == "" {
				if len(diagnostics) > 0 {
					t.Errorf("expected silence, got %s", diagnostics[0].Detail)
				}
				return
			}
			if len(diagnostics) != 1 || !strings.HasPrefix(diagnostics[0].Detail, want) || refused(diagnostics)[0] != "maximum_duration" {
				t.Errorf("expected %q on maximum_duration, got %v", want, diagnostics)
			}
		})
	}
}

// TestAccResource_secondsFromAnExpression sets numbers that are results of
// expressions.
func TestAccResource_secondsFromAnExpression(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", `email_domains = ["example.com"]`) + "maximum_duration = floor(10000 / 3)\ninactivity_timeout = \"600\"\n"
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate,
			expectAttribute(knownvalue.Int64Exact(3333), "maximum_duration"), expectAttribute(knownvalue.Int64Exact(600), "inactivity_timeout")),
	))
}
