// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// always lets every request meet the same fault.
func always(server *acctest.Server, fault refapi.Fault) func() {
	return func() { server.Intercept(func(refapi.Request) *refapi.Fault { return &fault }) }
}

// after returns a step that is prepared by change.
func after(change func(), step resource.TestStep) resource.TestStep {
	step.PreConfig = change
	return step
}

func failing(step resource.TestStep, parts ...string) resource.TestStep {
	step.ConfigPlanChecks, step.ConfigStateChecks = resource.ConfigPlanChecks{}, nil
	step.ExpectError = acctest.Message(parts...)
	return step
}

func TestAccResource_failedCreateAndRetry(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", stored("first", "example.com"))
	creating := step(server, arguments, plancheck.ResourceActionCreate)
	resource.Test(t, testCase(server,
		after(always(server, refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not yours"}`}),
			failing(creating, "Could not replace the OAuth module", "not yours", "403 Forbidden")),
		// The service acted, and its answer is lost: nothing is in state, and nothing is lost.
		after(always(server, refapi.Fault{Status: http.StatusBadRequest, AfterActing: true, Body: "gone wrong"}),
			failing(creating, "Could not replace the OAuth module", "gone wrong")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, creating),
	))
}

func TestAccResource_refusedFields(t *testing.T) {
	t.Parallel()
	refuse := func(pointer string) refapi.Fault {
		return refapi.Fault{Status: http.StatusUnprocessableEntity, Body: `{"errors":[{"pointer":"` + pointer + `","detail":"not like this"}]}`}
	}
	server := start(t)
	creating := step(server, "cookie_prefix = \"x.\"\n"+idp("idp_1", writeOnly("first", "1", "example.com")), plancheck.ResourceActionCreate)
	resource.Test(t, testCase(server,
		after(always(server, refuse("/cookie_prefix")), failing(creating, `cookie_prefix = "x."`, "refused cookie_prefix: not like this")),
		after(always(server, refuse("/provider/idp_1/email_domains/0")), failing(creating, "refused identity_provider.idp_1.email_domains: not like this")),
		after(always(server, refuse("/provider/idp_1/client_secret")), failing(creating, "refused identity_provider.idp_1.client_secret_wo: not like this")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, creating),
	))
}

func TestAccResource_failedUpdateAndRetry(t *testing.T) {
	t.Parallel()
	server := start(t)
	changed := step(server, idp("idp_2", writeOnly("second", "2", "example.com")), plancheck.ResourceActionUpdate, holdsSecret(server, "second"))
	resource.Test(t, testCase(server,
		step(server, idp("idp_2", writeOnly("first", "1", "example.com")), plancheck.ResourceActionCreate),
		after(always(server, refapi.Fault{Status: http.StatusConflict}), failing(changed, "Could not replace the OAuth module", "409 Conflict")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, changed),
	))
}

func TestAccResource_failedDestroyAndRetry(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", stored("first", "example.com"))
	destroying := resource.TestStep{Config: server.Config(module(arguments)), Destroy: true}
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		after(always(server, refapi.Fault{Status: http.StatusConflict, Body: `{"detail":"still in use"}`}),
			failing(destroying, "Could not replace the OAuth module", "still in use", "409 Conflict")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, step(server, arguments, plancheck.ResourceActionNoop)),
		destroying,
	))
	if err := server.ExpectWritesNow(put); err != nil {
		t.Error(err)
	}
}

func TestAccResource_destroyAfterTheRouteIsGone(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", stored("first", "example.com"))
	withoutCheck := testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		after(always(server, refapi.Fault{Status: http.StatusNotFound, Body: `{"detail":"no such route"}`}),
			resource.TestStep{Config: server.Config(module(arguments)), Destroy: true}),
	)
	withoutCheck.CheckDestroy = nil
	resource.Test(t, withoutCheck)
}

// instead answers an update with another module than was sent.
func instead(body string) refapi.Fault {
	return refapi.Fault{Body: body}
}

// TestAccResource_notAppliedAtCreation expects the difference in the next plan, as
// an update: a tainted module would be disabled, which opens the route.
func TestAccResource_notAppliedAtCreation(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", `email_domains = ["example.com"]`)
	creating := step(server, arguments, plancheck.ResourceActionCreate, setting(set("example.com"), "idp_2", "email_domains"))
	creating.ExpectNonEmptyPlan = true
	resource.Test(t, testCase(server,
		after(always(server, instead(`{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com","example.org"]}}}`)), creating),
		after(func() { server.Intercept(nil) }, step(server, arguments, plancheck.ResourceActionUpdate)),
		step(server, arguments, plancheck.ResourceActionNoop),
	))
}

func TestAccResource_notAppliedAtUpdate(t *testing.T) {
	t.Parallel()
	server := start(t)
	updating := step(server, idp("idp_2", `email_domains = ["example.com"]`), plancheck.ResourceActionUpdate)
	resource.Test(t, testCase(server,
		step(server, idp("idp_2", ""), plancheck.ResourceActionCreate),
		after(always(server, instead(`{"enabled":true,"provider":{"idp_2":{"email_domains":["example.org"]}}}`)),
			failing(updating, "The service did not apply identity_provider.idp_2.email_domains", "State holds what the service has")),
		// State has what was answered, so that the next plan is not empty.
		after(func() { server.Intercept(nil); server.ResetRequests() }, updating),
	))
}

// TestAccResource_merged meets a service that merges a module with the one before
// instead of replacing it.
func TestAccResource_merged(t *testing.T) {
	t.Parallel()
	server := start(t)
	other := step(server, idp("idp_3", `email_domains = ["example.com"]`), plancheck.ResourceActionUpdate)
	withoutRule := step(server, idp("idp_3", ""), plancheck.ResourceActionUpdate)
	resource.Test(t, testCase(server,
		step(server, idp("idp_2", `email_domains = ["example.com"]`), plancheck.ResourceActionCreate),
		after(always(server, instead(`{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com"]},"idp_3":{"email_domains":["example.com"]}}}`)),
			failing(other, "The service did not apply identity_provider.idp_2")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, other),
		after(always(server, instead(`{"enabled":true,"provider":{"idp_3":{"email_domains":["example.com"]}}}`)),
			failing(withoutRule, "The service did not apply identity_provider.idp_3.email_domains")),
		after(func() { server.Intercept(nil); server.ResetRequests() }, withoutRule),
	))
}

// TestAccResource_destroyedButEnabled meets a service that accepts to disable the
// module and does not.
func TestAccResource_destroyedButEnabled(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", `email_domains = ["example.com"]`)
	destroying := resource.TestStep{Config: server.Config(module(arguments)), Destroy: true}
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		after(always(server, instead(`{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com"]}}}`)),
			failing(destroying, "The service did not disable the OAuth module of route", "still enabled")),
		// It is in state, and sent again if it is kept.
		after(func() { server.Intercept(nil); server.ResetRequests() }, step(server, arguments, plancheck.ResourceActionUpdate)),
		destroying,
	))
}

// TestAccResource_twoOnOneRoute sets the same module from two resources in one
// run.
func TestAccResource_twoOnOneRoute(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", `email_domains = ["example.com"]`)
	both := module(arguments) + strings.Replace(module(arguments), `"test"`, `"other"`, 1)
	resource.Test(t, testCase(server, resource.TestStep{
		Config:      server.Config(both),
		ExpectError: acctest.Message(`Two resources set the OAuth module of route "route_1" of HTTPS edge "edge_1"`, "route_id"),
	}))
}

// TestAccResource_leniency accepts answers that leave out what was sent as false
// or 0, which many services cannot tell from unset.
func TestAccResource_leniency(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := "enabled = false\noptions_passthrough = false\nmaximum_duration = 0\n" + idp("idp_2", "")
	resource.Test(t, testCase(server,
		after(always(server, instead(`{"provider":{"idp_2":{}}}`)), step(server, arguments, plancheck.ResourceActionCreate,
			expectAttribute(knownvalue.Bool(false), "enabled"), expectAttribute(knownvalue.Int64Exact(0), "maximum_duration"))),
		step(server, arguments, plancheck.ResourceActionNoop),
		after(func() { server.Intercept(nil) }, step(server, arguments, plancheck.ResourceActionNoop)),
	))
}

func TestAccResource_badInput(t *testing.T) {
	t.Parallel()
	one := idp("idp_2", `email_domains = ["example.com"]`)
	for name, test := range map[string]struct {
		arguments string
		words     []string
	}{
		"no provider":   {"", []string{`The argument "identity_provider" is required`}},
		"two providers": {"identity_provider = {\nidp_1 = {}\nidp_2 = {}\n}", []string{"More than one identity provider", "identity_provider = {", "got idp_1 and idp_2"}},
		"team":          {idp("idp_1", `teams = ["a/b/c"]`), []string{"Invalid team", "identity_provider.idp_1.teams"}},
		"fraction": {
			one + "maximum_duration = 10000 / 3",
			[]string{"maximum_duration = 10000 / 3", "Expected a whole number of seconds, got 3333.33; floor() rounds down."},
		},
		"negative":       {one + "maximum_duration = -1", []string{"maximum_duration = -1", "from 0 to 4294967295, got -1."}},
		"too large":      {one + "auth_check_interval = 4294967296", []string{"auth_check_interval = 4294967296", "got 4294967296."}},
		"far too large":  {one + "auth_check_interval = 1e400", []string{"auth_check_interval = 1e400", "got 1e+400."}},
		"no number":      {one + `inactivity_timeout = "an hour"`, []string{`inactivity_timeout = "an hour"`, "a number is required"}},
		"unknown policy": {one + `deletion_policy = "DELETE"`, []string{`deletion_policy = "DELETE"`}},
		"empty edge":     {one + "}\nresource \"" + typeName + "\" \"other\" {\nedge_id = \"\"\nroute_id = \"r\"\n" + one, []string{`edge_id = ""`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config:      server.Config(module(test.arguments)),
					ExpectError: acctest.Message(test.words...),
				}},
			})
			if made := server.Requests(); len(made) > 0 {
				t.Errorf("expected no request, got %v", made)
			}
		})
	}
}
