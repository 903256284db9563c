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
		for _, rule := range []string{`"teams":[]`, `"organizations":null`} {
			if got := refused(validate(t, protocol, attributesOf(t, protocol, `{"provider":{"`+name+`":{`+rule+`}}}`))); got != nil {
				t.Errorf("%s with %s: refused at %q", name, rule, got)
			}
		}
		for _, rule := range []string{`"teams":["canary/a"]`, `"organizations":["canary"]`} {
			diagnostics := validate(t, protocol, attributesOf(t, protocol, `{"provider":{"`+name+`":{`+rule+`}}}`))
			if len(diagnostics) != 1 {
				t.Errorf("%s with %s: got %v", name, rule, diagnostics)
				continue
			}
			if detail := diagnostics[0].Detail; !strings.Contains(detail, "only idp_1 has") || strings.Contains(detail, "canary") {
				t.Errorf("%s with %s: got %q", name, rule, detail)
			}
		}
	}
}

// TestRules_showNoValue refuses values that a configuration may call sensitive:
// a diagnostic hides nothing.
func TestRules_showNoValue(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for _, module := range []string{
		`{"provider":{"idp_1":{"teams":["canary"]}}}`,
		`{"provider":{"idp_1":{"teams":["canary/a/b"]}}}`,
		`{"provider":{"idp_4":{"organizations":["canary"]}}}`,
		`{"provider":{"idp_2":{"client_id":"canary"}}}`,
		`{"provider":{"idp_2":{"scopes":["canary"]}}}`,
		`{"provider":{"idp_2":{"email_domains":["canary",""]}}}`,
		`{"provider":{"idp_2":{"client_id":"canary","client_secret":"canary","client_secret_wo":"canary"}}}`,
		`{"provider":{"idp_2":{"email_domains":["a"]}},"deletion_policy":"canary"}`,
	} {
		diagnostics := protocoltest.Diagnostics(validate(t, protocol, attributesOf(t, protocol, module)))
		if diagnostics.Err() == nil || strings.Contains(diagnostics.String(), "canary") {
			t.Errorf("%s: expected an error without the value, got %s", module, diagnostics)
		}
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
	schema := configured(t, "http://127.0.0.1:1").Schemas.ResourceSchemas[typeName]
	secrets := 0
	for _, attribute := range schema.Block.Attributes {
		if attribute.Name != provider {
			continue
		}
		for _, one := range attribute.NestedType.Attributes {
			for _, member := range one.NestedType.Attributes {
				if member.Name == "client_secret_wo" {
					secrets++
					if !member.WriteOnly || member.Sensitive {
						t.Errorf("%s.%s: write-only %t, sensitive %t", one.Name, member.Name, member.WriteOnly, member.Sensitive)
					}
				}
			}
		}
	}
	if secrets != 8 {
		t.Errorf("found %d write-only secrets", secrets)
	}
}
