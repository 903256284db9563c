// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the meter if the CLI starts it as one: the CLI does so by the path
// of the running program, which is the test binary here.
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
	// With as many edges as backends, one run of terraform_data counts for both.
	args := []string{"-sizes", "5", "-edges", "5", "-starts", "1", "-latency", "1ms", "-root", filepath.Join("..", "..", "..")}
	if err := run(t.Context(), args, &stdout, &stderr); err != nil {
		t.Fatalf("bench: %v\n%s", err, stderr.String())
	}
	cells := map[string][]string{}
	for line := range strings.Lines(stdout.String()) {
		row := strings.Split(strings.Trim(line, "|\n "), " | ")
		if len(row) == 10 {
			cells[row[0]+", "+row[1]] = row
		}
	}
	const requests, oneByOneRequests, peakMiB = 5, 8, 4
	for name, want := range map[string][2]string{
		"5 failover backends, create":     {"5 POST", "5 POST"},
		"5 failover backends, no-op plan": {"1 page, 3 GET", "5 GET"},
		"5 failover backends, update all": {"1 page, 3 GET, 5 PATCH", "5 GET, 5 PATCH"},
		"5 failover backends, destroy":    {"1 page, 3 GET, 5 DELETE", "5 GET, 5 DELETE"},
		"5 TLS edges, create":             {"5 POST", notMeasured},
		"5 TLS edges, no-op plan":         {"5 GET", notMeasured},
		"5 TLS edges, destroy":            {"5 GET", notMeasured},
		"none, start-up":                  {notMeasured, notMeasured},

		"5 failover backends, offline provider, no-op plan": {"none", notMeasured},
		"5 TLS edges, offline provider, no-op plan":         {"none", notMeasured},
	} {
		row := cells[name]
		if len(row) == 0 || row[requests] != want[0] || row[oneByOneRequests] != want[1] || row[peakMiB] == notMeasured {
			t.Errorf("%s: got the row %q, expected the requests %q and a peak\n%s", name, row, want, stdout.String())
		}
	}
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"unknown flag":  {"-nonsense"},
		"no number":     {"-sizes", "10,ten"},
		"zero":          {"-sizes", "0"},
		"negative":      {"-edges", "-1"},
		"an argument":   {"10"},
		"CLI not there": {"-cli", filepath.Join("no", "such", "cli")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if err := run(t.Context(), args, &stdout, &stderr); err == nil || stdout.Len() > 0 {
				t.Errorf("got error %v and %q on standard output, expected an error and nothing", err, stdout.String())
			}
		})
	}
	asked, err := parse([]string{"-sizes", "", "-edges", "0"}, &bytes.Buffer{})
	if err != nil || len(asked.sizes) > 0 || len(schedule(asked.sizes, asked.edges)) > 0 {
		t.Errorf("got %+v and error %v, expected nothing to measure", asked, err)
	}
}
