// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const oneDomain = `"email_domains":["example.com"]`

// TestResource_faults has a request fail, and goes back to the configuration before.
// The module cannot be read, so it is sent again unless the failed request has
// certainly changed nothing.
func TestResource_faults(t *testing.T) {
	t.Parallel()
	before, changed := idpWith("idp_2", plain("first", "example.com")), idpWith("idp_2", plain("second", "example.org"))
	unusable := refapi.Fault{Body: "gone wrong"}
	const replacing, replaced = "Could not replace the OAuth module", "may have been replaced all the same"
	for name, test := range map[string]struct {
		fault refapi.Fault
		words []string
		back  protocoltest.Action
	}{
		"create refused": {
			refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not yours"}`},
			[]string{replacing, "not yours", "403 Forbidden"}, protocoltest.Create,
		},
		"create lost": {
			refapi.Fault{Status: http.StatusBadRequest, AfterActing: true, Body: "gone wrong"}, []string{replacing, "gone wrong"}, protocoltest.Create,
		},
		"create unusable": {unusable, []string{"gone wrong", replaced, "Nothing is in state"}, protocoltest.Create},
		"update refused":  {refapi.Fault{Status: http.StatusForbidden}, []string{replacing, "403 Forbidden"}, protocoltest.NoOp},
		"update unusable": {unusable, []string{"gone wrong", replaced, "State no longer says"}, protocoltest.Update},
		"destroy refused": {
			refapi.Fault{Status: http.StatusConflict, Body: `{"detail":"still in use"}`},
			[]string{replacing, "still in use", "409 Conflict"}, protocoltest.NoOp,
		},
		"destroy unusable": {unusable, []string{"gone wrong", replaced}, protocoltest.Update},
		"destroy accepted": {
			refapi.Fault{Body: `{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com"]}}}`},
			[]string{"The service did not disable the OAuth module of route", "still enabled"}, protocoltest.Update,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			verb := strings.Fields(name)[0]
			if verb != "create" {
				module.applies(protocoltest.Create, before)
			}
			module.meeting(test.fault, func() {
				switch verb {
				case "create":
					module.fails(before, test.words...)
				case "update":
					module.fails(changed, test.words...)
				case "destroy":
					module.failsToDestroy(test.words...)
				}
			})
			module.applies(test.back, before, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "first" && m.Provider.EmailDomains[0] == "example.com"
			}))
			module.disables()
		})
	}
}

// refusing returns a service's complaint about one member.
func refusing(pointer string) refapi.Fault {
	return refapi.Fault{Status: http.StatusUnprocessableEntity, Body: `{"errors":[{"pointer":"` + pointer + `","detail":"not like this"}]}`}
}

func TestResource_refusedFields(t *testing.T) {
	t.Parallel()
	module := liveOn(t, acctest.Start(t, refapi.Options{IdentityProviderNames: map[string]string{"idp_1": "alpha"}}))
	one := with(idpWith("idp_1", hidden("first", "1", "example.com")), `"cookie_prefix":"x."`)
	for pointer, attribute := range map[string]string{
		"/cookie_prefix":                  "cookie_prefix",
		"/provider/alpha/email_domains/0": "identity_provider.idp_1.email_domains",
		"/provider/alpha/client_secret":   "identity_provider.idp_1.client_secret_wo",
	} {
		module.meeting(refusing(pointer), func() { module.fails(one, "refused "+attribute+": not like this") })
	}
	// Without a secret, the complaint is about the one that could be set.
	module.meeting(refusing("/provider/alpha/client_secret"), func() {
		module.fails(idpWith("idp_1", oneDomain), "refused identity_provider.idp_1.client_secret: not like this")
	})
	module.applies(protocoltest.Create, one)
	module.disables()
}

// TestResource_noManagedApp destroys a module whose service needs a client id: the
// module cannot be disabled without one.
func TestResource_noManagedApp(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Answer(func(a *refapi.Answers) { a.NoManagedApp = []string{"idp_2"} })
	module := liveOn(t, server)
	one := idpWith("idp_2", plain("first", "example.com"))
	module.applies(protocoltest.Create, one)
	module.failsToDestroy("Could not replace the OAuth module", "there is no managed app", "The route stays protected", "ABANDON", "DELETE", "delete_route_oauth")
	if err := holdsNow(server.API, isEnabled); err != nil {
		t.Error(err)
	}
	module.carriesOut(protocoltest.Update, with(one, `"deletion_policy":"ABANDON"`), nil)
	module.destroys()
	// Another refusal has another reason.
	managed := liveOn(t, start(t))
	managed.applies(protocoltest.Create, idpWith("idp_2", oneDomain))
	managed.meeting(refapi.Fault{Status: http.StatusUnprocessableEntity}, func() {
		if told := managed.failsToDestroy("422"); mentions(told, "The route stays protected") {
			t.Errorf("without a client id: got %s", told)
		}
	})
}

func TestResource_destroyAfterTheRouteIsGone(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.applies(protocoltest.Create, idpWith("idp_2", plain("first", "example.com")))
	module.meeting(refapi.Fault{Status: http.StatusNotFound, Body: `{"detail":"no such route"}`}, func() { module.destroys(put) })
}

// TestResource_merged goes back to the app that the service manages, on a service
// that adds a module to the one before instead of replacing it.
func TestResource_merged(t *testing.T) {
	t.Parallel()
	server := start(t)
	module := liveOn(t, server)
	managed := idpWith("idp_2", oneDomain)
	module.applies(protocoltest.Create, idpWith("idp_2", plain("first", "example.com")))
	server.Answer(func(a *refapi.Answers) { a.MergesOAuth = true })
	module.fails(managed, "The service did not apply identity_provider.idp_2.client_id", "State holds what the service has")
	server.Answer(func(a *refapi.Answers) { a.MergesOAuth = false })
	module.applies(protocoltest.Update, managed)
}

// TestAccResource_badInput sets wrong arguments, each in a resource of its own,
// and checks the errors of a CLI and the arguments to which they point.
func TestAccResource_badInput(t *testing.T) {
	t.Parallel()
	one := idp("idp_2", `email_domains = ["example.com"]`)
	tests := map[string]struct {
		resource string
		words    []string
	}{
		"no_provider":   {module(""), []string{`The argument "identity_provider" is required`}},
		"two_providers": {module("identity_provider = {\nidp_1 = {}\nidp_2 = {}\n}"), []string{"More than one identity provider", "identity_provider = {", "got idp_1 and idp_2"}},
		"fraction": {
			module(one + "maximum_duration = 10000 / 3"),
			[]string{"maximum_duration = 10000 / 3", "Expected a whole number of seconds, got 3333.33; floor() rounds down."},
		},
		"no_number":      {module(one + `inactivity_timeout = "an hour"`), []string{`inactivity_timeout = "an hour"`, "a number is required"}},
		"unknown_policy": {module(one + `deletion_policy = "delete"`), []string{`deletion_policy = "delete"`}},
		"empty_edge":     {routeModule("", "r", one), []string{`edge_id = ""`}},
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
	messages := strings.Split(printed, "Error: ")
	for name, test := range tests {
		says := func(message string) bool {
			return strings.Contains(message, strconv.Quote(name)) && acctest.Message(test.words...).MatchString(message)
		}
		if !slices.ContainsFunc(messages, says) {
			t.Errorf("%s: expected %q in\n%s", name, test.words, printed)
		}
	}
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}
