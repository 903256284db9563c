// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// TestAccReplace_staysClosed replaces a resource that keeps its route. The route
// must not be open in between: no plan can warn of that moment, or of a creation
// that fails after it. A replacement that would leave the route is refused.
func TestAccReplace_staysClosed(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	const createFirst, ignoring = "lifecycle {\ncreate_before_destroy = true\n}", "lifecycle {\nignore_changes = [route_id]\n}"
	for name, test := range map[string]struct {
		lifecycle, route string
		taint            bool
		refused          string
	}{
		"-replace":                    {"", "route_1", false, ""},
		"-replace, the new one first": {createFirst, "route_1", false, ""},
		"-replace, another route":     {ignoring, "route_2", false, isKeptOnRoute},
		"tainted":                     {"", "route_1", true, ""},
		"tainted, the new one first":  {createFirst, "route_1", true, ""},
		"tainted, another route":      {"", "route_2", true, isPrevented},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			const prevented = "deletion_policy = \"PREVENT\"\n"
			cli.Configure(t, server.Config(onRoute("a", "route_1", prevented+test.lifecycle)))
			cli.MustRun(t, "apply", "-auto-approve")
			args := []string{"apply", "-auto-approve"}
			if test.taint {
				cli.MustRun(t, "taint", typeName+".a")
			} else {
				args = append(args, "-replace="+typeName+".a")
			}
			server.ResetRequests()
			cli.Configure(t, server.Config(onRoute("a", test.route, prevented+test.lifecycle)))
			printed, err := cli.Run(t, args...)
			if (err != nil) != (test.refused != "") {
				t.Fatalf("got %v\n%s", err, printed)
			}
			says(t, printed, test.refused)
			saysNot(t, printed, isOpened)
			var writes []string
			if test.refused == "" {
				writes = []string{"PUT /edges/https/edge_1/routes/route_1/oauth"}
				cli.MustRun(t, "plan", "-detailed-exitcode")
			}
			if err := server.ExpectWritesNow(writes...); err != nil {
				t.Error(err)
			}
			if err := holdsNow(server.API, isEnabled); err != nil {
				t.Error(err)
			}
		})
	}
}
