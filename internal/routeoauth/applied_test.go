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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	allSettings = `"enabled":true,` + fullMembers
	oneProvider = `"provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}`
)

// TestResource_notApplied lets the service answer with another module than was sent.
// After an update, each attribute gets an error, and state has the answer. After a
// creation, each gets a warning, and state is the plan: a tainted module would be
// disabled, which opens the route.
func TestResource_notApplied(t *testing.T) {
	t.Parallel()
	settings := func(old, changed string) string {
		return "{" + strings.Replace(allSettings, old, changed, 1) + "," + oneProvider + "}"
	}
	providers := func(old, changed string) string {
		return "{" + allSettings + "," + strings.Replace(oneProvider, old, changed, 1) + "}"
	}
	asked := providers(`"app"`, `"app","client_secret_wo":"canary","client_secret_wo_version":"1"`)
	for name, test := range map[string]struct {
		answer string
		want   []string
	}{
		"all applied":              {settings("", ""), nil},
		"more than was asked for":  {providers(`]}}`, `],"scopes":["x"],"client_secret":"*"},"idp_1":null,"idp_3":{},"idp_4":{"email_domains":[]},"idp_9":{}}`), nil},
		"another case":             {providers(`"example.com"`, `"Example.COM"`), nil},
		"a domain twice":           {providers(`"example.com"`, `"example.com","example.com"`), nil},
		"no enabled":               {settings(`"enabled":true,`, ``), nil},
		"enabled":                  {settings(`"enabled":true`, `"enabled":false`), []string{"enabled"}},
		"options_passthrough":      {settings(`"options_passthrough":true`, `"options_passthrough":false`), []string{"options_passthrough"}},
		"no options_passthrough":   {settings(`"options_passthrough":true,`, ``), []string{"options_passthrough"}},
		"cookie_prefix":            {settings(`mine.`, `theirs.`), []string{"cookie_prefix"}},
		"null cookie_prefix":       {settings(`"mine."`, `null`), []string{"cookie_prefix"}},
		"timer":                    {settings(`600`, `601`), []string{"inactivity_timeout"}},
		"null timer":               {settings(`4294967295`, `null`), []string{"maximum_duration"}},
		"a timer that was 0":       {settings(`"auth_check_interval":0`, `"auth_check_interval":60`), []string{"auth_check_interval"}},
		"null for 0":               {settings(`"auth_check_interval":0`, `"auth_check_interval":null`), nil},
		"client_id":                {providers(`"app"`, `"stranger"`), []string{idp2 + "client_id"}},
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
		for _, action := range []protocoltest.Action{protocoltest.Create, protocoltest.Update} {
			t.Run(fmt.Sprintf("%s, %s", name, action), func(t *testing.T) {
				t.Parallel()
				module := liveOn(t, start(t))
				severity := tfprotov6.DiagnosticSeverityWarning
				if action == protocoltest.Update {
					module.State = attributesOf(t, module.like, with(idpWith("idp_2"), `"enabled":true`))
					severity = tfprotov6.DiagnosticSeverityError
				}
				module.meeting(refapi.Fault{Body: test.answer}, func() {
					run, plan := module.plans(action, asked)
					told, err := run.Apply(t.Context(), module.Instance, plan)
					if got := attributes(told, severity); err != nil || !slices.Equal(got, test.want) || len(got) != len(told) || module.Tainted {
						t.Errorf("want %q at %q, got %v, %s", severity, test.want, err, told)
					}
					for _, value := range []string{"canary", "example.", "mine.", "601", "theirs", "stranger"} {
						if strings.Contains(told.String(), value) {
							t.Errorf("shows a value: %s", told)
						}
					}
					asPlanned := action == protocoltest.Create || test.want == nil
					if module.State.Equal(plan.After) != asPlanned || strings.Contains(module.State.String(), "canary") {
						t.Errorf("want the plan in state: %t, got %s", asPlanned, module.State)
					}
				})
				// Every further refresh finds the same.
				next := protocoltest.NoOp
				if test.want != nil {
					next = protocoltest.Update
				}
				module.plans(next, asked)
				module.plans(next, asked)
			})
		}
	}
}
