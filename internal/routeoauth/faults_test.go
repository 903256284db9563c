// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestResource_faults has a request fail, and goes back to the configuration before.
// The module cannot be read, so it is sent again unless the failed request has
// certainly changed nothing.
func TestResource_faults(t *testing.T) {
	t.Parallel()
	before, changed := idpWith("idp_2", plain("canary", "example.com")), idpWith("idp_2", plain("second", "example.org"))
	unusable := refapi.Fault{Body: "gone wrong"}
	const replacing, replaced = "Could not replace the OAuth module", "may have been replaced all the same"
	const quotes, staysProtected = `{"detail":"not with canary"}`, "The route stays protected"
	for name, test := range map[string]struct {
		to    string // what fails: a creation where nothing has been created
		fault refapi.Fault
		words []string // none where nothing fails
		back  protocoltest.Action
	}{
		"create refused": {
			before, refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not yours"}`},
			[]string{replacing, "not yours", "403 Forbidden"}, protocoltest.Create,
		},
		"create lost": {
			before, refapi.Fault{Status: http.StatusBadRequest, AfterActing: true, Body: "gone wrong"},
			[]string{replacing, "gone wrong"}, protocoltest.Create,
		},
		"create unusable": {before, unusable, []string{"gone wrong", replaced, "Nothing is in state"}, protocoltest.Create},
		"update refused":  {changed, refapi.Fault{Status: http.StatusForbidden, Body: quotes}, []string{replacing, "not with", "403 Forbidden"}, protocoltest.NoOp},
		"update unusable": {changed, unusable, []string{"gone wrong", replaced, "State no longer says"}, protocoltest.Update},
		"destroy refused": {
			destroyed, refapi.Fault{Status: http.StatusConflict, Body: quotes},
			[]string{replacing, "not with", "409 Conflict"}, protocoltest.NoOp,
		},
		"destroy invalid": {
			destroyed, refapi.Fault{Status: http.StatusBadRequest, Body: quotes},
			[]string{replacing, "not with", staysProtected, "ABANDON"}, protocoltest.NoOp,
		},
		"destroy unusable": {destroyed, unusable, []string{"gone wrong", replaced}, protocoltest.Update},
		"destroy accepted": {
			destroyed, refapi.Fault{Body: `{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com"]}}}`},
			[]string{"The service did not disable the OAuth module of route", "still enabled"}, protocoltest.Update,
		},
		"destroy without a word":  {destroyed, refapi.Fault{Body: `{"provider":{"idp_2":{}}}`}, nil, protocoltest.Create},
		"destroy without a route": {destroyed, refapi.Fault{Status: http.StatusNotFound, Body: `{"detail":"no such route"}`}, nil, protocoltest.Create},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			if test.to != before {
				module.applies(protocoltest.Create, before)
			}
			module.withFault(test.fault, func() {
				if test.words == nil {
					module.destroys(put)
				} else {
					told := module.fails(test.to, test.words...)
					if strings.Contains(told.String(), "canary") || mentions(told, staysProtected) != slices.Contains(test.words, staysProtected) {
						t.Errorf("got %s", told)
					}
				}
			})
			module.applies(test.back, before, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "canary" && m.Provider.EmailDomains[0] == "example.com"
			}))
			module.disables()
		})
	}
}

func TestResource_refusedFields(t *testing.T) {
	t.Parallel()
	module := liveOn(t, acctest.Start(t, refapi.Options{IdentityProviderNames: map[string]string{"idp_1": "alpha"}}))
	writeOnly := with(idpWith("idp_1", hidden("canary", "1", "example.com")), `"cookie_prefix":"x."`)
	for _, test := range []struct{ module, pointer, attribute string }{
		{writeOnly, "/cookie_prefix", "cookie_prefix"},
		{writeOnly, "/provider/alpha/email_domains/0", idp1 + "email_domains"},
		{writeOnly, "/provider/alpha/client_secret", idp1 + "client_secret_wo"},
		{idpWith("idp_1", plain("canary", "example.com")), "/provider/alpha/client_secret", idp1 + "client_secret"},
		// Without a secret, the complaint is about the one that could be set.
		{idpWith("idp_1", oneDomain), "/provider/alpha/client_secret", idp1 + "client_secret"},
	} {
		body := fmt.Sprintf(`{"errors":[{"pointer":%q,"detail":"not like canary"}]}`, test.pointer)
		module.withFault(refapi.Fault{Status: http.StatusUnprocessableEntity, Body: body}, func() {
			told := module.fails(test.module, "refused "+test.attribute+": not like")
			if got := refused(told); !slices.Equal(got, []string{test.attribute}) || strings.Contains(told.String(), "canary") == strings.Contains(test.module, `"client_id"`) {
				t.Errorf("%s: got %s", test.pointer, told)
			}
		})
	}
}

// TestResource_noManagedApp destroys a module whose service needs a client id: the
// module cannot be disabled without one.
func TestResource_noManagedApp(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.server.Answer(func(a *refapi.Answers) { a.NoManagedApp = []string{"idp_2"} })
	one := idpWith("idp_2", plain("first", "example.com"))
	module.applies(protocoltest.Create, one)
	module.fails(destroyed, "Could not replace the OAuth module", "there is no managed app", "The route stays protected", "ABANDON", "DELETE", "delete_route_oauth")
	module.is(serves(isEnabled))
	module.apply(protocoltest.Update, with(one, `"deletion_policy":"ABANDON"`))
	module.destroys()
	// It may not be, if an earlier attempt had no answer.
	module.applies(protocoltest.Create, one)
	isFirst := true
	module.server.Intercept(func(refapi.Request) *refapi.Fault {
		defer func() { isFirst = false }()
		if isFirst {
			return &refapi.Fault{Drop: true}
		}
		return nil
	})
	if told := module.fails(destroyed, "there is no managed app", "may have been replaced all the same"); mentions(told, "The route stays protected") {
		t.Errorf("got %s", told)
	}
	// Without a client id, another refusal has another reason.
	managed := liveOn(t, start(t))
	managed.applies(protocoltest.Create, idpWith("idp_2", oneDomain))
	managed.withFault(refapi.Fault{Status: http.StatusUnprocessableEntity}, func() {
		if told := managed.fails(destroyed, "422"); mentions(told, "The route stays protected") {
			t.Errorf("without a client id: got %s", told)
		}
	})
}

// TestAccResource_badInput sets wrong arguments, each in a resource of its own,
// and checks the errors of a CLI and the arguments to which they point.
func TestAccResource_badInput(t *testing.T) {
	t.Parallel()
	const one = oneDomainOfIdp2
	tests := map[string]struct {
		resource string
		words    []string
	}{
		"no_provider":   {module(""), []string{`The argument "identity_provider" is required`}},
		"two_providers": {module("identity_provider = {\nidp_1 = {}\nidp_2 = {}\n}"), []string{"More than one identity provider", "identity_provider = {", "got idp_1 and idp_2"}},
		"fraction": {
			module(one + "maximum_duration = 10000 / 3"),
			[]string{"maximum_duration = 10000 / 3", "must be a whole number from 0 to 4294967295, got 3333.33333333."},
		},
		"no_number":      {module(one + `inactivity_timeout = "an hour"`), []string{`inactivity_timeout = "an hour"`, "a number is required"}},
		"unknown_policy": {module(one + `deletion_policy = "delete"`), []string{`deletion_policy = "delete"`}},
		"empty_edge":     {hclOf("test", "", "r", one), []string{`edge_id = ""`}},
	}
	server, cli := start(t), acctest.BuildProvider(t).NewCLI(t)
	var all strings.Builder
	for name, test := range tests {
		all.WriteString(strings.Replace(test.resource, `"test"`, strconv.Quote(name), 1))
	}
	cli.Configure(t, server.Config(all.String()))
	printed, err := cli.Run(t, "plan")
	if err == nil {
		t.Error("a plan of bad input went well")
	}
	for name, test := range tests {
		if !slices.ContainsFunc(strings.Split(printed, "Error: "), func(message string) bool {
			return strings.Contains(message, strconv.Quote(name)) && acctest.Message(test.words...).MatchString(message)
		}) {
			t.Errorf("%s: expected %q in\n%s", name, test.words, printed)
		}
	}
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}

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
		"no identity provider":     {"{" + allSettings + `,"provider":{}}`, []string{provider}},
		"provider that is null":    {"{" + allSettings + `,"provider":null}`, []string{provider}},
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
				module.withFault(refapi.Fault{Body: test.answer}, func() {
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
				// Every further refresh finds the same, until it is applied.
				next := protocoltest.NoOp
				if test.want != nil {
					next = protocoltest.Update
				}
				module.plans(next, asked)
				module.applies(next, asked)
			})
		}
	}
}
