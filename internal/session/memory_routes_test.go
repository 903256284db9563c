// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// A CLI may plan one creation several times in one process. Each of these plans gets
// the same result, even after another instance has left the route.
func TestRoutes_plansOfOneCreation(t *testing.T) {
	t.Parallel()
	routes, on := start(t, &lagging{}).Routes, session.Route{EdgeID: "e", RouteID: "r"}
	routes.Leave(on, "a")
	for range 2 {
		if shared, leftOpen := routes.Plan(on, "", session.Comes); shared || leftOpen || !routes.HasLeft(on) {
			t.Errorf("shared %t, left open %t, left %t", shared, leftOpen, routes.HasLeft(on))
		}
	}
}

// An instance that leaves a route changes nothing if another instance has set the module.
func TestRoutes_leaveToAnother(t *testing.T) {
	t.Parallel()
	routes, on := start(t, &lagging{}).Routes, session.Route{EdgeID: "e", RouteID: "r"}
	routes.NoteSet(on, "b")
	if routes.Leave(on, "a") || routes.HasLeft(on) || !routes.SetByAnother(on, "c") {
		t.Error("the route no longer belongs to b")
	}
	if !routes.Leave(on, "b") || !routes.HasLeft(on) || routes.SetByAnother(on, "c") {
		t.Error("b has not left the route")
	}
}
