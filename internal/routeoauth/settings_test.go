// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest/schematest"
)

func TestModel_settings(t *testing.T) {
	t.Parallel()
	schematest.WantSettings(t, NewResource(), model{}.settings(), "edge_id", "route_id")
}
