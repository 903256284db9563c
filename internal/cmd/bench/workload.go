// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// workload is a kind of object that a configuration has many of.
type workload string

const (
	failoverBackends workload = "failover backends"
	// Each of them is read by itself.
	failoverBackendsOneByOne workload = "failover backends with refresh_from_list = false"
	tlsEdges                 workload = "TLS edges"
	// The same schemas and no request: what they cost with any provider that the framework serves.
	failoverBackendsOffline workload = "failover backends, offline provider"
	tlsEdgesOffline         workload = "TLS edges, offline provider"
	// They cost no request and no provider of their own: what is left is the price of the CLI.
	terraformData workload = "terraform_data"
)

// blockSize is how many objects one block of a configuration has at most. The CLI's own cost for an object
// grows with the number of objects in its block, and would outweigh all else.
const blockSize = 100

// configuration has count objects with this description. Of a workload that needs the provider, it has the
// provider's blocks too.
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
