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
	var stdout bytes.Buffer
	if err := run(t.Context(), []string{"-n", "5", "-latency", "1ms"}, &stdout, os.Stderr); err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(stdout.String()) {
		cells := strings.Split(strings.Trim(line, "|\n "), " | ")
		if len(cells) == 7 {
			rows = append(rows, cells[1]+": "+cells[6])
			if cells[0] == "5" && (cells[2] == "0.00" || cells[3] == "0.00" || cells[4] == "0.00" || cells[5] == "0") {
				t.Errorf("not measured: %s", line)
			}
		}
	}
	want := "Phase: Requests\ncreate: 5 POST\nno-op plan: 3 GET, 1 GET of a page\n" +
		"update: 3 GET, 1 GET of a page, 5 PATCH\ndestroy: 5 DELETE, 3 GET, 1 GET of a page"
	if got := strings.Join(rows, "\n"); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}
