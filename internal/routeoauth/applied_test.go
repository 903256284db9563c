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
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

const (
	allSettings = `"enabled":true,"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":600,` +
		`"maximum_duration":4294967295,"auth_check_interval":0`
	oneProvider = `"provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}`
)

// TestUpdate_notApplied lets the service answer another module than was sent.
func TestUpdate_notApplied(t *testing.T) {
	t.Parallel()
	settings := func(old, changed string) string {
		return "{" + strings.Replace(allSettings, old, changed, 1) + "," + oneProvider + "}"
	}
	providers := func(old, changed string) string {
		return "{" + allSettings + "," + strings.Replace(oneProvider, old, changed, 1) + "}"
	}
	for name, test := range map[string]struct {
		answer string
		want   []string
	}{
		"all applied":              {settings("", ""), nil},
		"more than was asked for":  {providers(`]}}`, `],"scopes":["x"],"client_secret":"*"},"idp_1":null,"idp_3":{},"idp_4":{"email_domains":[]},"idp_9":{}}`), nil},
		"another case":             {providers(`"example.com"`, `"Example.COM"`), nil},
		"a domain twice":           {providers(`"example.com"`, `"example.com","example.com"`), nil},
		"enabled":                  {settings(`"enabled":true`, `"enabled":false`), []string{"enabled"}},
		"options_passthrough":      {settings(`"options_passthrough":true`, `"options_passthrough":false`), []string{"options_passthrough"}},
		"no options_passthrough":   {settings(`"options_passthrough":true,`, ``), []string{"options_passthrough"}},
		"cookie_prefix":            {settings(`mine.`, `other.`), []string{"cookie_prefix"}},
		"null cookie_prefix":       {settings(`"mine."`, `null`), []string{"cookie_prefix"}},
		"timer":                    {settings(`600`, `601`), []string{"inactivity_timeout"}},
		"null timer":               {settings(`4294967295`, `null`), []string{"maximum_duration"}},
		"a timer that was 0":       {settings(`"auth_check_interval":0`, `"auth_check_interval":60`), []string{"auth_check_interval"}},
		"null for 0":               {settings(`"auth_check_interval":0`, `"auth_check_interval":null`), nil},
		"client_id":                {providers(`"app"`, `"other"`), []string{idp2 + "client_id"}},
		"no client_id":             {providers(`"client_id":"app",`, ``), []string{idp2 + "client_id"}},
		"another domain":           {providers(`["example.com"]`, `["example.com","example.org"]`), []string{idp2 + "email_domains"}},
		"a rule beyond":            {providers(`]}}`, `],"email_addresses":["a@example.com"]}}`), []string{idp2 + "email_addresses"}},
		"the provider before":      {providers(`]}}`, `]},"idp_1":{"teams":["a/b"]}}`), []string{"identity_provider.idp_1"}},
		"an app beyond":            {providers(`]}}`, `]},"idp_3":{"client_id":"x"}}`), []string{"identity_provider.idp_3"}},
		"no domain":                {providers(`["example.com"]`, `null`), []string{idp2 + "email_domains"}},
		"other identity provider":  {providers("idp_2", "idp_3"), []string{"identity_provider.idp_2", "identity_provider.idp_3"}},
		"no identity provider":     {"{" + allSettings + `,"provider":{}}`, []string{"identity_provider.idp_2"}},
		"provider that is null":    {"{" + allSettings + `,"provider":null}`, []string{"identity_provider.idp_2"}},
		"several at the same time": {settings(`"mine.","inactivity_timeout":600`, `"","inactivity_timeout":1`), []string{"cookie_prefix", "inactivity_timeout"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, test.answer)
			}))
			t.Cleanup(service.Close)
			protocol := configured(t, service.URL)
			prior := attributesOf(t, protocol, `{"enabled":true,"provider":{"idp_2":{}}}`)
			planned := attributesOf(t, protocol, "{"+allSettings+","+strings.Replace(oneProvider, `"app"`, `"app","client_secret":"canary"`, 1)+"}")
			resp, err := protocol.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
				TypeName:     typeName,
				PriorState:   dynamic(t, prior),
				PlannedState: dynamic(t, planned),
				Config:       dynamic(t, planned),
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := refused(resp.Diagnostics); !slices.Equal(got, test.want) {
				t.Errorf("errors at %q, want %q", got, test.want)
			}
			for _, diagnostic := range resp.Diagnostics {
				for _, value := range []string{"canary", "example.", "mine.", "601", "other"} {
					if strings.Contains(strings.ReplaceAll(diagnostic.Detail, "another", ""), value) {
						t.Errorf("shows a value: %s", diagnostic.Detail)
					}
				}
			}
			state, err := resp.NewState.Unmarshal(planned.Type())
			if err != nil {
				t.Fatal(err)
			}
			if same := state.Equal(planned); same != (test.want == nil) {
				t.Errorf("the state is as planned: %t, want the next plan to find what was not applied: %s", same, state)
			}
		})
	}
}

// TestUpdate_secretsNeverReachState answers with an error after the service
// applied another value: the framework does not clean the state of write-only
// values then.
func TestUpdate_secretsNeverReachState(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"enabled":false,"provider":{"idp_2":{"client_id":"app","client_secret":"canary"}}}`)
	}))
	t.Cleanup(service.Close)
	protocol := configured(t, service.URL)
	planned := attributesOf(t, protocol, `{"enabled":true,"provider":{"idp_2":{"client_id":"app"}}}`)
	config := attributesOf(t, protocol, `{"enabled":true,"provider":{"idp_2":{"client_id":"app","client_secret_wo":"canary"}}}`)
	resp, err := protocol.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName:     typeName,
		PriorState:   dynamic(t, attributesOf(t, protocol, `{"enabled":true,"provider":{"idp_2":{}}}`)),
		PlannedState: dynamic(t, planned),
		Config:       dynamic(t, config),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := refused(resp.Diagnostics); !slices.Equal(got, []string{"enabled"}) {
		t.Errorf("errors at %q", got)
	}
	state, err := resp.NewState.Unmarshal(planned.Type())
	if err != nil {
		t.Fatal(err)
	}
	err = tftypes.Walk(state, func(at *tftypes.AttributePath, value tftypes.Value) (bool, error) {
		if value.Type().Is(tftypes.String) && value.Equal(tftypes.NewValue(tftypes.String, "canary")) {
			t.Errorf("the secret is in state, at %s", at)
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
