package main

import (
	"slices"
	"testing"
)

func TestSchedule(t *testing.T) {
	t.Parallel()
	runs := schedule([]int{10, 500, mostOneByOne + 1}, 500)
	var steps []step
	for _, run := range runs {
		if first, last := run[0], run[len(run)-1]; first.phase != create || last.phase != destroy {
			t.Errorf("a run begins with %v and ends with %v", first, last)
		}
		for _, next := range run {
			if slices.Contains(steps, next) {
				t.Errorf("%v is measured twice", next)
			}
			steps = append(steps, next)
		}
	}
	for _, want := range []step{
		{failoverBackendsOneByOne, 10, create},
		{failoverBackendsOneByOne, mostOneByOne + 1, planNoOp},
		{terraformData, mostOneByOne + 1, update},
		{tlsEdges, 500, planNoOp},
		{terraformData, 500, planNoOp},
	} {
		if !slices.Contains(steps, want) {
			t.Errorf("%v is not measured", want)
		}
	}
	if dear := (step{failoverBackendsOneByOne, mostOneByOne + 1, create}); slices.Contains(steps, dear) {
		t.Errorf("%v is measured", dear)
	}
}
