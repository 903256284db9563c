// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest/schematest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestModel_settings(t *testing.T) {
	t.Parallel()
	schematest.WantSettings(t, NewResource(), model{}.settings())
}

// An incomplete list element confirms nothing, although the missing members look unset.
func TestModel_isConfirmedBy(t *testing.T) {
	t.Parallel()
	incomplete := &api.FailoverBackend{ID: "fob_1"}
	if fromAPI(model{}, incomplete).isConfirmedBy(incomplete) {
		t.Error("an element without uri confirms the state")
	}
}
