// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestMain runs the meter if the CLI started this executable as the provider. In
// this test, the benchmark installs the test binary as the meter.
func TestMain(m *testing.M) {
	if actsAsMeter(os.Args[0]) {
		os.Exit(meter(os.Args[0], os.Args[1:]))
	}
	os.Exit(m.Run())
}

func TestAccBench(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only")
	}
	var stdout, stderr bytes.Buffer
	// The numbers of edges and backends are equal, so both are compared with the same
	// run of terraform_data.
	args := []string{"-sizes", "5", "-edges", "5", "-distant", "5", "-latency", "1ms"}
	if err := run(t.Context(), args, &stdout, &stderr); err != nil {
		t.Fatalf("bench: %v\n%s", err, stderr.String())
	}
	var rows []string
	for line := range strings.Lines(stdout.String()) {
		cells := strings.Split(strings.Trim(line, "|\n "), " | ")
		if len(cells) == 8 {
			rows = append(rows, strings.Join([]string{cells[0], cells[1], cells[7]}, ": "))
			if strings.HasPrefix(cells[0], "5") && (cells[2] == "0.00" || cells[4] == "0.00" || cells[6] == "0") {
				t.Errorf("not measured: %s", line)
			}
		}
	}
	want := []string{
		"Objects: Phase: Requests",
		"5 failover backends: create: 5 POST",
		"5 failover backends: no-op plan: 1 page, 3 GET",
		"5 failover backends: no-op plan at 150ms: 1 page, 3 GET",
		"5 failover backends: update all: 1 page, 3 GET, 5 PATCH",
		"5 failover backends: destroy: 1 page, 3 GET, 5 DELETE",
		"5 TLS edges: create: 5 POST",
		"5 TLS edges: no-op plan: 5 GET",
		"5 TLS edges: destroy: 5 GET",
	}
	if got := strings.Join(rows, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nexpected\n%s", got, strings.Join(want, "\n"))
	}
	for _, step := range []string{
		"with refresh_from_list = false, no-op plan:", "requests: 5 GET\n", "requests: 5 GET, 5 PATCH\n", "5 terraform_data, no-op plan at 150ms:",
	} {
		if !strings.Contains(stderr.String(), step) {
			t.Errorf("the progress lacks %q:\n%s", step, stderr.String())
		}
	}
}
