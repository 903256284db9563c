// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"strings"

	"errors"
	"fmt"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	address = typeName + ".test"
	put     = "PUT /edges/https/edge_1/routes/route_1/oauth"
)

// module returns the resource with the given arguments next to its two ids.
func module(arguments string) string {
	return routeModule("edge_1", "route_1", arguments)
}

func routeModule(edge, route, arguments string) string {
	return fmt.Sprintf("resource %q \"test\" {\nedge_id = %q\nroute_id = %q\n%s\n}\n", typeName, edge, route, destructible(arguments))
}

// destructible adds a policy that lets a module go, unless there is one.
func destructible(arguments string) string {
	if strings.Contains(arguments, deletionPolicy) {
		return arguments
	}
	return arguments + "\ndeletion_policy = \"DISABLE\""
}

// idp returns the argument identity_provider.
func idp(name, settings string) string {
	return fmt.Sprintf("identity_provider = {\n%s = {\n%s\n}\n}\n", name, settings)
}

func expectAttribute(value knownvalue.Check, names ...string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, pathOf(names), value)
}

// setting checks an attribute of an identity provider.
func setting(value knownvalue.Check, names ...string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, pathOf(append([]string{provider}, names...)), value)
}

func pathOf(names []string) tfjsonpath.Path {
	at := tfjsonpath.New(names[0])
	for _, name := range names[1:] {
		at = at.AtMapKey(name)
	}
	return at
}

func set(elements ...string) knownvalue.Check {
	checks := make([]knownvalue.Check, len(elements))
	for i, element := range elements {
		checks[i] = knownvalue.StringExact(element)
	}
	return knownvalue.SetExact(checks)
}

func planned(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// step applies arguments and expects an action, with one request unless it is a
// no-op.
func step(server *acctest.Server, arguments string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
	requests := []string{put}
	if action == plancheck.ResourceActionNoop {
		requests = nil
	}
	return resource.TestStep{
		Config:            server.Config(module(arguments)),
		ConfigPlanChecks:  planned(action),
		ConfigStateChecks: append(checks, server.ExpectRequests(requests...)),
	}
}

// holds checks the module that the service has on the route of [module].
func holds(server *acctest.Server, expected func(refapi.OAuthModule) bool) statecheck.StateCheck {
	return server.ExpectService(func(api *refapi.API) error { return holdsNow(api, expected) })
}

func holdsNow(api *refapi.API, expected func(refapi.OAuthModule) bool) error {
	held, there := api.RouteOAuth("edge_1", "route_1")
	if !there {
		return errors.New("the service holds no module")
	}
	if !expected(held) {
		return fmt.Errorf("the service holds %+v", held)
	}
	return nil
}

// testCase returns a test case on server. It ends with a disabled module without
// credentials.
func testCase(server *acctest.Server, steps ...resource.TestStep) resource.TestCase {
	return resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(oldestFor(steps))},
		Steps:                    steps,
		CheckDestroy: func(*terraform.State) error {
			return holdsNow(server.API, isDisabled)
		},
	}
}

// oldestFor returns the oldest version that knows the arguments of the steps.
func oldestFor(steps []resource.TestStep) *version.Version {
	for _, step := range steps {
		if strings.Contains(step.Config, "client_secret_wo") {
			return tfversion.Version1_11_0
		}
	}
	return tfversion.Version1_5_0
}

func isDisabled(m refapi.OAuthModule) bool {
	return !m.Enabled && m.Provider.ClientID == "" && m.Provider.ClientSecret == "" && len(m.Provider.Scopes) == 0
}

func start(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{})
}
