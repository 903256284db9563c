package main

import "slices"

// mostOneByOne is the largest size of which a whole run is made without the list. Beyond it only the plan
// is, on the objects of the run with the list: writing them all again would take minutes and cost the same
// requests.
const mostOneByOne = 1000

// step is one measurement.
type step struct {
	workload workload
	size     int
	phase    phase
}

// schedule returns the runs for these sizes, each of them from nothing to nothing at a site of its own.
func schedule(sizes []int, edges int) [][]step {
	var runs [][]step
	floors := slices.Clone(sizes)
	for _, size := range sizes {
		if size <= mostOneByOne {
			runs = append(runs, wholeRun(failoverBackends, size), wholeRun(failoverBackendsOneByOne, size))
			continue
		}
		plannedTwice := wholeRun(failoverBackends, size)
		runs = append(runs, slices.Insert(plannedTwice, 2, step{failoverBackendsOneByOne, size, planNoOp}))
	}
	if edges > 0 {
		runs = append(runs, []step{{tlsEdges, edges, create}, {tlsEdges, edges, planNoOp}, {tlsEdges, edges, destroy}})
		if !slices.Contains(sizes, edges) {
			floors = append(floors, edges)
		}
	}
	for _, size := range floors {
		runs = append(runs, wholeRun(terraformData, size))
	}
	return runs
}

func wholeRun(of workload, size int) []step {
	return []step{{of, size, create}, {of, size, planNoOp}, {of, size, update}, {of, size, destroy}}
}
