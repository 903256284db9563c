// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// TestRules_teamsElsewhere sets teams and organizations on every identity
// provider. The schema must refuse them: a CLI drops attributes that it lacks,
// and everybody would get in.
func TestRules_teamsElsewhere(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for i := range 7 {
		name := fmt.Sprintf("idp_%d", i+2)
		for rule, isRefused := range map[string]bool{
			`"teams":[]`: false, `"organizations":null`: false, `"teams":["canary/a"]`: true, `"organizations":["canary"]`: true,
		} {
			told := protocoltest.Diagnostics(validate(t, protocol, attributesOf(t, protocol, idpWith(name, rule))))
			if (told.Err() != nil) != isRefused || isRefused && (len(told) != 1 || !mentions(told, "only idp_1 has")) {
				t.Errorf("%s with %s: got %s", name, rule, told)
			}
		}
	}
}

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
		"1e400":                "Expected a whole number of seconds from 0 to 4294967295, got 1e+400.",
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

// TestRules_withoutWriteOnly validates as a CLI does that has no write-only
// arguments.
func TestRules_withoutWriteOnly(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	config := attributesOf(t, protocol, `{"provider":{"idp_2":{"client_id":"c","client_secret_wo":"s","client_secret_wo_version":"1","email_domains":["a"]}}}`)
	resp, err := protocol.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: dynamic(t, config),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := refused(resp.Diagnostics); !slices.Equal(got, []string{idp2 + "client_secret_wo"}) {
		t.Errorf("refused at %q", got)
	}
	if told := protocoltest.Diagnostics(resp.Diagnostics).String(); !strings.Contains(told, "set client_secret instead") {
		t.Errorf("does not say what works here: %s", told)
	}
}

// TestSchema_writeOnlySecretIsNotSensitive keeps `plan -refresh-only
// -detailed-exitcode` working. CLIs compare the marks of null values, and find a
// change, at random, if a write-only attribute is sensitive as well.
func TestSchema_writeOnlySecretIsNotSensitive(t *testing.T) {
	t.Parallel()
	secrets := 0
	identityProvider := configured(t, "http://127.0.0.1:1").Schemas.ResourceSchemas[typeName].Block.Attributes
	identityProvider = slices.DeleteFunc(slices.Clone(identityProvider), func(a *tfprotov6.SchemaAttribute) bool { return a.Name != provider })
	for _, one := range identityProvider[0].NestedType.Attributes {
		for _, member := range one.NestedType.Attributes {
			if member.Name == "client_secret_wo" {
				secrets++
				if !member.WriteOnly || member.Sensitive {
					t.Errorf("%s.%s: write-only %t, sensitive %t", one.Name, member.Name, member.WriteOnly, member.Sensitive)
				}
			}
		}
	}
	if secrets != 8 {
		t.Errorf("found %d write-only secrets", secrets)
	}
}
