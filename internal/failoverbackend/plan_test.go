// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The plan after which nothing is served warns, once. A new backend has no id yet.
func TestPlan_servesNothing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		state, config any // of backends; the state nil is that of a new one
		warns         bool
	}{
		"emptied":       {[]string{"a"}, []string{}, true},
		"created":       {nil, []string{}, true},
		"empty already": {[]string{}, []string{}, false},
		"filled":        {[]string{}, []string{"a"}, false},
		"unknown":       {[]string{"a"}, protocoltest.Unknown{}, false},
	} {
		backend := start(t, refapi.Options{})
		if test.state != nil {
			backend.State = backend.Config(map[string]any{"id": "fob_1", "uri": "u", "created_at": "2026-01-01T00:00:00Z", "backends": test.state})
		}
		config := backend.Config(map[string]any{"backends": test.config})
		_, diags, err := backend.Provider.PlanChange(t.Context(), backend.Instance, protocoltest.Change{Config: config})
		acctest.NoError(t, err)
		if warns := strings.Contains(diags.String(), "WARNING: Failover backend without children serves nothing\nAfter the apply, the failover backend "); warns != test.warns || len(diags) > 1 || len(diags.Long()) > 0 || strings.Contains(diags.String(), `""`) {
			t.Errorf("%s: got %s", name, diags)
		}
	}
}
