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

// workload is a kind of object that a configuration has in large numbers.
type workload string

const (
	failoverBackends workload = "failover backends"
	// Each is refreshed by a read of its own.
	failoverBackendsOneByOne workload = "failover backends with refresh_from_list = false"
	tlsEdges                 workload = "TLS edges"
	// terraform_data needs no request and no provider of its own: its cost is the CLI's.
	terraformData workload = "terraform_data"
)

// blockSize is the largest number of objects in one block of a configuration. The CLI's own cost of an object
// grows with the number of objects in its block, and would outweigh all else.
const blockSize = 100

// configuration returns count objects with this description, and the provider's blocks if they need it.
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

// phase is one command of a run.
type phase string

const (
	create      phase = "create"
	planNoOp    phase = "no-op plan"
	planDistant phase = "no-op plan at 150ms"
	update      phase = "update all"
	destroy     phase = "destroy"
)

// distantLatency is the latency of the plan of a distant service.
const distantLatency = 150 * time.Millisecond

// arguments returns the arguments of the CLI.
func (p phase) arguments() []string {
	switch p {
	case planNoOp, planDistant:
		// A plan with changes has an exit code of its own, and fails.
		return []string{"plan", "-detailed-exitcode"}
	case destroy:
		return []string{"destroy", "-auto-approve"}
	default:
		return []string{"apply", "-auto-approve"}
	}
}

// description returns the description of every object in this phase. The update changes it.
func (p phase) description() string {
	if p == update || p == destroy {
		return "after the update"
	}
	return "before the update"
}

// series is a run of the same objects through phases.
type series struct {
	workload workload
	size     int
	phases   []phase
}

// step is one measurement.
type step struct {
	workload workload
	size     int
	phase    phase
}

// schedule returns the runs in the order of the table.
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
	// Every change of an edge replaces it.
	for _, work := range []workload{tlsEdges, terraformData} {
		if of.edges > 0 && (work != terraformData || !slices.Contains(of.sizes, of.edges)) {
			runs = append(runs, series{work, of.edges, []phase{create, planNoOp, destroy}})
		}
	}
	return runs
}
