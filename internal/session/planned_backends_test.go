// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// An edge is planned before or after the failover backend that the edge
// points to. In both orders, the later call returns the conflict. Only one
// edge of each backend is reported as the first edge.
func TestPlannedBackends(t *testing.T) {
	t.Parallel()
	var s session.Session
	if fate, _ := s.PlanBackendKept("a", "edge 1"); fate != session.BackendStays {
		t.Error("nothing leaves yet")
	}
	s.NoteBackendGone("gone")
	for id, want := range map[string]string{"a": "edge 1", "b": "", "gone": ""} {
		if edge := s.PlanBackendDeparture(id); edge != want {
			t.Errorf("%s is kept by %q", id, edge)
		}
	}
	for _, want := range []struct {
		id    string
		fate  session.BackendFate
		first bool
	}{
		{"a", session.BackendLeaves, false},
		{"b", session.BackendLeaves, true},
		{"b", session.BackendLeaves, false},
		{"c", session.BackendStays, true},
		{"gone", session.BackendGone, true},
	} {
		if fate, first := s.PlanBackendKept(want.id, "edge 2"); fate != want.fate || first != want.first {
			t.Errorf("%s: fate %d, first: %t", want.id, fate, first)
		}
	}
}
