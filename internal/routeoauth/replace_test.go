// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// TestAccReplace_staysClosed replaces a resource that keeps its route. The route
// must not be open in between: no plan can warn of that moment, or of a creation
// that fails after it.
func TestAccReplace_staysClosed(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for name, args := range map[string][]string{
		"-replace": {"-replace=" + typeName + ".a"},
		"tainted":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			cli.Configure(t, server.Config(onRoute("a", "route_1", "")))
			cli.MustRun(t, "apply", "-auto-approve")
			if args == nil {
				cli.MustRun(t, "taint", typeName+".a")
			}
			server.ResetRequests()
			saysNot(t, applied(t, cli, false, args...), opens)
			if err := server.ExpectWritesNow("PUT /edges/https/edge_1/routes/route_1/oauth"); err != nil {
				t.Error(err)
			}
			if err := holdsNow(server.API, isEnabled); err != nil {
				t.Error(err)
			}
			cli.MustRun(t, "plan", "-detailed-exitcode")
		})
	}
}
