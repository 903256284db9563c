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

func TestResource_failedCreateAndRetry(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	one := idpWith("idp_2", plain("first", "example.com"))
	module.meeting(refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not yours"}`}, func() {
		module.fails(one, "Could not replace the OAuth module", "not yours", "403 Forbidden")
	})
	// The service acted, but its answer is lost. Nothing is in state, and the
	// next apply creates the module.
	module.meeting(refapi.Fault{Status: http.StatusBadRequest, AfterActing: true, Body: "gone wrong"}, func() {
		module.fails(one, "Could not replace the OAuth module", "gone wrong")
	})
	module.applies(protocoltest.Create, one)
	module.disables()
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
	module.applies(protocoltest.Create, one)
	module.disables()
}

// TestAccResource_refusedFields checks which argument a CLI points to.
func TestAccResource_refusedFields(t *testing.T) {
	t.Parallel()
	server, cli := start(t), acctest.BuildProvider(t).NewCLI(t)
	server.Intercept(func(refapi.Request) *refapi.Fault { return new(refusing("/cookie_prefix")) })
	cli.Configure(t, server.Config(module("cookie_prefix = \"x.\"\n"+idp("idp_1", `email_domains = ["example.com"]`))))
	printed, err := cli.Run(t, "apply", "-auto-approve")
	if err == nil {
		t.Error("a refused apply went well")
	}
	says(t, printed, `cookie_prefix = "x."`, "refused cookie_prefix: not like this")
}

func TestResource_failedDestroyAndRetry(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	one := idpWith("idp_2", plain("first", "example.com"))
	module.applies(protocoltest.Create, one)
	module.meeting(refapi.Fault{Status: http.StatusConflict, Body: `{"detail":"still in use"}`}, func() {
		module.failsToDestroy("Could not replace the OAuth module", "still in use", "409 Conflict")
	})
	module.applies(protocoltest.NoOp, one)
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
}

func TestResource_destroyAfterTheRouteIsGone(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.applies(protocoltest.Create, idpWith("idp_2", plain("first", "example.com")))
	module.meeting(refapi.Fault{Status: http.StatusNotFound, Body: `{"detail":"no such route"}`}, func() { module.destroys(put) })
}

// instead answers an update with another module than the one sent.
func instead(body string) refapi.Fault {
	return refapi.Fault{Body: body}
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

// TestResource_destroyedButEnabled meets a service that accepts to disable the
// module and does not.
func TestResource_destroyedButEnabled(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	one := idpWith("idp_2", oneDomain)
	module.applies(protocoltest.Create, one)
	module.meeting(instead(`{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com"]}}}`), func() {
		module.failsToDestroy("The service did not disable the OAuth module of route", "still enabled")
	})
	// It is in state, and sent again if it is kept.
	module.applies(protocoltest.Update, one)
	module.disables()
}

// TestResource_leniency accepts answers without the members that were sent as
// false or 0, which many services cannot tell from unset.
func TestResource_leniency(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	one := with(idpWith("idp_2"), `"enabled":false,"options_passthrough":false,"maximum_duration":0`)
	module.meeting(instead(`{"provider":{"idp_2":{}}}`), func() {
		module.applies(protocoltest.Create, one, has("enabled", false), has("maximum_duration", int64(0)))
		module.applies(protocoltest.NoOp, one)
	})
	module.applies(protocoltest.NoOp, one)
	module.disables()
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
		"team":          {module(idp("idp_1", `teams = ["a/b/c"]`)), []string{"Invalid team", "identity_provider.idp_1.teams"}},
		"fraction": {
			module(one + "maximum_duration = 10000 / 3"),
			[]string{"maximum_duration = 10000 / 3", "Expected a whole number of seconds, got 3333.33; floor() rounds down."},
		},
		"negative":       {module(one + "maximum_duration = -1"), []string{"maximum_duration = -1", "from 0 to 4294967295, got -1."}},
		"too_large":      {module(one + "auth_check_interval = 4294967296"), []string{"auth_check_interval = 4294967296", "got 4294967296."}},
		"far_too_large":  {module(one + "auth_check_interval = 1e400"), []string{"auth_check_interval = 1e400", "got 1e+400."}},
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
