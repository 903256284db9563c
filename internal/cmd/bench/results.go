// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// legend is printed above the table and explains its columns.
const legend = `Measured on %s.
The API takes %s for every response unless the phase names another time. The CLI has its default parallelism and keeps its
state in an HTTP backend. A block of the configuration has at most %d objects. *One by one* is the same work without refresh from
the list: a GET for each object. The *floor* is the same work with terraform_data resources: the cost of the CLI itself.
CPU and peak memory are the provider's.

| Objects | Phase | Seconds | One by one | Floor | CPU seconds | Peak MiB | Requests |
|---|---|--:|--:|--:|--:|--:|---|
`

// results are all measurements of one run of this program.
type results struct {
	settings settings
	machine  string
	runs     []series
	steps    map[step]measurement
}

// print writes a Markdown table with a row for each phase of the two resource types.
func (r *results) print(out io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, legend, r.machine, r.settings.latency, blockSize)
	for _, run := range r.runs {
		if run.workload == failoverBackendsOneByOne || run.workload == terraformData {
			continue
		}
		for _, at := range run.phases {
			measured, oneByOne := r.steps[step{run.workload, run.size, at}], "–"
			if run.workload == failoverBackends {
				oneByOne = seconds(r.steps[step{failoverBackendsOneByOne, run.size, at}].took)
			}
			fmt.Fprintf(&text, "| %d %s | %s | %s | %s | %s | %s | %.0f | %s |\n", run.size, run.workload, at, seconds(measured.took),
				oneByOne, seconds(r.steps[step{terraformData, run.size, at}].took), seconds(measured.provider.CPU),
				mebibytes(measured.provider.Peak), measured.requests)
		}
	}
	if _, err := io.WriteString(out, text.String()); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

func seconds(took time.Duration) string { return fmt.Sprintf("%.2f", took.Seconds()) }

func mebibytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }
