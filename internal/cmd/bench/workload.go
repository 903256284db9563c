// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// workload is a kind of object that the benchmark creates in large numbers.
type workload string

const (
	failoverBackends workload = "failover backends"
	// The provider refreshes each of these backends with a separate GET.
	failoverBackendsOneByOne workload = "failover backends with refresh_from_list = false"
	tlsEdges                 workload = "TLS edges"
	// terraform_data sends no requests and is built into the CLI, so it shows the CLI's
	// own cost.
	terraformData workload = "terraform_data"
)

// blockSize is the largest number of objects in one block of a configuration. The CLI's
// cost per object grows with the size of the block. In larger blocks, the CLI's cost
// would dominate the measurement.
const blockSize = 100

// configuration returns a configuration with count objects. All objects have the given
// description. If the workload needs the provider, the result includes a provider block.
func (w workload) configuration(baseURL string, count int, description string) string {
	resource, arguments := "terraform_data", "input = { description = %q, backends = [\"bkd_first\", \"bkd_${count.index}\"] }"
	switch w {
	case failoverBackends, failoverBackendsOneByOne:
		resource, arguments = "trafficedge_failover_backend", "description = %q\n  backends = [\"bkd_first\", \"bkd_${count.index}\"]"
	case tlsEdges:
		resource, arguments = "trafficedge_tls_edge", "description = %q\n  backend = { backend_id = \"bkd_${count.index}\" }\n"+
			"  deletion_policy = \"ABANDON\""
	case terraformData:
	}
	var text strings.Builder
	if w != terraformData {
		text.WriteString(terraformcli.Requirement(terraformcli.Provider))
		fmt.Fprintf(&text, "provider \"trafficedge\" {\n  base_url          = %q\n  refresh_from_list = %t\n}\n",
			baseURL, w != failoverBackendsOneByOne)
	}
	for first := 0; first < count; first += blockSize {
		fmt.Fprintf(&text, "\nresource %q \"from_%d\" {\n  count = %d\n  "+arguments+"\n}\n", resource, first, min(blockSize, count-first), description)
	}
	return text.String()
}

// phase is one measured command of a run.
type phase string

const (
	create      phase = "create"
	planNoOp    phase = "no-op plan"
	planDistant phase = "no-op plan at 150ms"
	update      phase = "update all"
	destroy     phase = "destroy"
)

// distantLatency is the simulated latency of a distant service, used to measure a plan.
const distantLatency = 150 * time.Millisecond

// arguments returns the CLI's arguments for this phase.
func (p phase) arguments() []string {
	switch p {
	case planNoOp, planDistant:
		// With -detailed-exitcode, a plan with changes fails the measurement.
		return []string{"plan", "-detailed-exitcode"}
	case destroy:
		return []string{"destroy", "-auto-approve"}
	default:
		return []string{"apply", "-auto-approve"}
	}
}

// description returns the description of every object in this phase. The update phase
// changes the description.
func (p phase) description() string {
	if p == update || p == destroy {
		return "after the update"
	}
	return "before the update"
}

// series is a sequence of phases with the same objects.
type series struct {
	workload workload
	size     int
	phases   []phase
}

// step identifies one measurement.
type step struct {
	workload workload
	size     int
	phase    phase
}

// schedule returns the series in the order in which the printed table shows them.
func schedule(of settings) []series {
	var runs []series
	for _, size := range of.sizes {
		phases := []phase{create, planNoOp, update, destroy}
		if size == of.distant {
			phases = slices.Insert(phases, 2, planDistant)
		}
		for _, work := range []workload{failoverBackends, failoverBackendsOneByOne, terraformData} {
			runs = append(runs, series{work, size, phases})
		}
	}
	// Edges have no update phase, because every change replaces an edge.
	for _, work := range []workload{tlsEdges, terraformData} {
		if of.edges > 0 && (work != terraformData || !slices.Contains(of.sizes, of.edges)) {
			runs = append(runs, series{work, of.edges, []phase{create, planNoOp, destroy}})
		}
	}
	return runs
}
