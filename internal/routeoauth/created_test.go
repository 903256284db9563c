// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// TestCreate_notApplied lets the service answer a creation with another module
// than was sent: state is the plan, each attribute gets a warning, and the plan
// after the next refresh is an update.
func TestCreate_notApplied(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer string
		want   []string
	}{
		"all applied": {`{"enabled":true,"cookie_prefix":"mine.","provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}}`, nil},
		"disabled, another prefix": {
			`{"enabled":false,"cookie_prefix":"other.","provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}}`,
			[]string{"cookie_prefix", "enabled"},
		},
		"merged with the module before": {
			`{"enabled":true,"cookie_prefix":"mine.","provider":{"idp_1":{"teams":["a/b"]},"idp_2":{"client_id":"app","email_domains":["example.com","example.org"]}}}`,
			[]string{"identity_provider.idp_1", idp2 + "email_domains"},
		},
		"no provider": {`{"enabled":true,"cookie_prefix":"mine."}`, []string{"identity_provider.idp_2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, test.answer)
			}))
			t.Cleanup(service.Close)
			protocol := configured(t, service.URL)
			config := attributesOf(t, protocol,
				`{"cookie_prefix":"mine.","provider":{"idp_2":{"client_id":"app","client_secret":"canary","email_domains":["example.com"]}}}`)
			instance := protocol.NewInstance(typeName)
			plan, _, err := protocol.Plan(t.Context(), instance, config)
			if err != nil {
				t.Fatal(err)
			}
			applying, err := protocol.Again(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			told, err := applying.Apply(t.Context(), instance, plan)
			if err != nil || told.Err() != nil || instance.Tainted {
				t.Fatalf("got %v, %s", err, told)
			}
			if got := attributes(told, tfprotov6.DiagnosticSeverityWarning); !slices.Equal(got, test.want) {
				t.Errorf("warned at %q, want %q", got, test.want)
			}
			for _, value := range []string{"canary", "example.", "mine.", "other."} {
				if strings.Contains(told.String(), value) {
					t.Errorf("shows a value: %s", told)
				}
			}
			// Every further refresh finds the same.
			for range 2 {
				if told, err := protocol.Refresh(t.Context(), instance); err != nil || len(told) > 0 {
					t.Fatalf("got %v, %s", err, told)
				}
				next, told, err := protocol.Plan(t.Context(), instance, config)
				if err != nil || told.Err() != nil {
					t.Fatalf("got %v, %s", err, told)
				}
				if updates := next.Action == protocoltest.Update; updates != (test.want != nil) {
					t.Errorf("the next plan is to %s", next.Action)
				}
			}
		})
	}
}
