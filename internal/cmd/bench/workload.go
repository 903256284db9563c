// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// workload is a kind of object that a configuration has in large numbers.
type workload string

const (
	failoverBackends workload = "failover backends"
	// Each is refreshed by a read of its own.
	failoverBackendsOneByOne workload = "failover backends with refresh_from_list = false"
	tlsEdges                 workload = "TLS edges"
	// The same schemas without requests: their cost with any provider on the framework.
	failoverBackendsOffline workload = "failover backends, offline provider"
	tlsEdgesOffline         workload = "TLS edges, offline provider"
	// terraform_data needs no request and no provider of its own: its cost is the CLI's.
	terraformData workload = "terraform_data"
)

// blockSize is the largest number of objects in one block of a configuration. The CLI's own cost of an object
// grows with the number of objects in its block, and would outweigh all else.
const blockSize = 100

// configuration returns count objects with this description. For a workload that needs the provider, it
// includes the provider's blocks.
func (w workload) configuration(provider *builtProvider, baseURL string, count int, description string) string {
	var text strings.Builder
	if w != terraformData {
		text.WriteString(terraformcli.Requirement(provider.name))
		fmt.Fprintf(&text, "provider \"trafficedge\" {\n  base_url          = %q\n  refresh_from_list = %t\n}\n",
			baseURL, w != failoverBackendsOneByOne)
	}
	for first := 0; first < count; first += blockSize {
		fmt.Fprintf(&text, "\nresource %q \"from_%d\" {\n  count = %d\n%s}\n",
			w.resource(), first, min(blockSize, count-first), w.arguments(description))
	}
	return text.String()
}

func (w workload) isOffline() bool { return w == failoverBackendsOffline || w == tlsEdgesOffline }

func (w workload) resource() string {
	switch w {
	case failoverBackends, failoverBackendsOneByOne, failoverBackendsOffline:
		return "trafficedge_failover_backend"
	case tlsEdges, tlsEdgesOffline:
		return "trafficedge_tls_edge"
	default:
		return "terraform_data"
	}
}

func (w workload) arguments(description string) string {
	switch w {
	case failoverBackends, failoverBackendsOneByOne, failoverBackendsOffline:
		return fmt.Sprintf("  description = %q\n  backends = [\"bkd_first\", \"bkd_${count.index}\"]\n", description)
	case tlsEdges, tlsEdgesOffline:
		return fmt.Sprintf("  description = %q\n  backend = { backend_id = \"bkd_${count.index}\" }\n  deletion_policy = \"ABANDON\"\n",
			description)
	default:
		return fmt.Sprintf("  input = { description = %q, backends = [\"bkd_first\", \"bkd_${count.index}\"] }\n", description)
	}
}
