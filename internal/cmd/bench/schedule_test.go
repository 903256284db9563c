// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"slices"
	"strings"
	"testing"
)

func TestSchedule(t *testing.T) {
	t.Parallel()
	runs := schedule([]int{10, 500}, 500)
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
		{failoverBackends, 500, update},
		{tlsEdges, 500, planNoOp},
		{tlsEdgesOffline, 500, planNoOp},
		{failoverBackendsOffline, 10, planNoOp},
		{terraformData, 500, planNoOp},
	} {
		if !slices.Contains(steps, want) {
			t.Errorf("%v is not measured", want)
		}
	}
}

func TestConfiguration(t *testing.T) {
	t.Parallel()
	provider := &builtProvider{name: "trafficedge"}
	for of, want := range map[workload][]string{
		failoverBackends:         {"refresh_from_list = true", `resource "trafficedge_failover_backend" "from_0"`},
		failoverBackendsOneByOne: {"refresh_from_list = false", `resource "trafficedge_failover_backend" "from_0"`},
		failoverBackendsOffline:  {"refresh_from_list = true", `resource "trafficedge_failover_backend" "from_0"`},
		tlsEdges:                 {"refresh_from_list = true", `resource "trafficedge_tls_edge" "from_0"`},
		tlsEdgesOffline:          {"refresh_from_list = true", `resource "trafficedge_tls_edge" "from_0"`},
		terraformData:            {`resource "terraform_data" "from_0"`},
	} {
		configuration := of.configuration(provider, "http://127.0.0.1:1", 2*blockSize+1, "a description")
		for _, fragment := range append(want, "count = 100\n", `"from_200"`, "count = 1\n", "a description", "bkd_${count.index}") {
			if !strings.Contains(configuration, fragment) {
				t.Errorf("%s: the configuration lacks %s:\n%s", of, fragment, configuration)
			}
		}
		if needsNone := !strings.Contains(configuration, "trafficedge"); needsNone != (of == terraformData) {
			t.Errorf("%s: the configuration names the provider where it is not needed, or fails to:\n%s", of, configuration)
		}
	}
}
