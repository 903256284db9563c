// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The interface states limits for TLS edges and none for failover backends.
func TestAccResource_noLimits(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	long := strings.Repeat("ü", 40_000)
	children := make([]string, 300)
	for i := range children {
		children[i] = fmt.Sprintf("%q", fmt.Sprintf("bkd_%d", i%3))
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{{
			Config: server.Config(backendConfig(fmt.Sprintf("description = %q\nmetadata = %q\nbackends = [%s]", long, long, strings.Join(children, ", ")))),
			ConfigStateChecks: []statecheck.StateCheck{
				expectAttribute("description", knownvalue.StringExact(long)),
				expectAttribute("metadata", knownvalue.StringExact(long)),
				expectAttribute("backends", knownvalue.ListSizeExact(len(children))),
			},
		}},
	})
}
