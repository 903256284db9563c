// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import "slices"

// step is one measurement.
type step struct {
	workload workload
	size     int
	phase    phase
}

// schedule returns the runs for these sizes. Each has a site of its own, from the creation to the destroy of
// all objects.
func schedule(sizes []int, edges int) [][]step {
	var runs [][]step
	for _, size := range sizes {
		for _, of := range []workload{failoverBackends, failoverBackendsOneByOne, terraformData} {
			runs = append(runs, stepsOf(of, size, create, planNoOp, update, destroy))
		}
		runs = append(runs, stepsOf(failoverBackendsOffline, size, create, planNoOp, destroy))
	}
	if edges == 0 {
		return runs
	}
	// Every change of an edge replaces it.
	runs = append(runs, stepsOf(tlsEdges, edges, create, planNoOp, destroy), stepsOf(tlsEdgesOffline, edges, create, planNoOp, destroy))
	if !slices.Contains(sizes, edges) {
		runs = append(runs, stepsOf(terraformData, edges, create, planNoOp, destroy))
	}
	return runs
}

func stepsOf(of workload, size int, phases ...phase) []step {
	steps := make([]step, len(phases))
	for i, at := range phases {
		steps[i] = step{of, size, at}
	}
	return steps
}
