// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

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

// holdsNow checks the module that the service has on the route of [module].
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

func isDisabled(m refapi.OAuthModule) bool {
	return !m.Enabled && m.Provider.ClientID == "" && m.Provider.ClientSecret == "" && len(m.Provider.Scopes) == 0
}

func start(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{})
}
