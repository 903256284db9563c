// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// Whichever of the two is planned second learns of the other, once.
func TestPlannedBackends(t *testing.T) {
	t.Parallel()
	var s session.Session
	if leaves, _ := s.PlanBackendKept("a", "edge 1"); leaves {
		t.Error("nothing leaves yet")
	}
	if edge := s.PlanBackendDeparture("b"); edge != "" {
		t.Errorf("b is kept by %q", edge)
	}
	if edge := s.PlanBackendDeparture("a"); edge != "edge 1" {
		t.Errorf("a is kept by %q", edge)
	}
	for _, want := range []struct {
		id            string
		leaves, first bool
	}{{"a", true, false}, {"b", true, true}, {"b", true, false}, {"c", false, false}} {
		if leaves, first := s.PlanBackendKept(want.id, "edge 2"); leaves != want.leaves || first != want.first {
			t.Errorf("%s leaves: %t, first: %t", want.id, leaves, first)
		}
	}
}
