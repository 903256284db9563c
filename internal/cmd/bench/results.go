// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// notMeasured stands in a cell for a measurement that was left out or does not exist.
const notMeasured = "–"

// legend stands above the table and explains it.
const legend = `Measured on %s.
The API takes %s for every answer. The CLI keeps its default parallelism and has its state in an HTTP backend;
the configuration has %d objects in a block. CPU and peak memory are the provider's. *One by one* is the same
work without refresh from the list. The *floor* is the same work on as many terraform_data: what the CLI itself
costs. The *offline provider* has the same schemas and makes no request: what they cost with any provider that the
framework serves.

`

// results are all measurements of one run of this program.
type results struct {
	settings settings
	machine  string
	start    *startComparison // nil if it was left out
	steps    map[step]measurement
}

// print writes Markdown.
func (r *results) print(out io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, legend, r.machine, r.settings.latency, blockSize)
	writeRow(&text, "Objects", "Phase", "Seconds", "CPU seconds", "Peak MiB", "Requests", "Connections",
		"One by one: seconds", "One by one: requests", "Floor: seconds")
	text.WriteString("|---|---|--:|--:|--:|---|--:|--:|---|--:|\n")
	for _, size := range r.settings.sizes {
		r.writeWorkload(&text, failoverBackends, size, create, planNoOp, update, destroy)
		r.writeWorkload(&text, failoverBackendsOffline, size, planNoOp)
	}
	if r.settings.edges > 0 {
		r.writeWorkload(&text, tlsEdges, r.settings.edges, create, planNoOp, destroy)
		r.writeWorkload(&text, tlsEdgesOffline, r.settings.edges, planNoOp)
	}
	r.writeStart(&text)
	if _, err := io.WriteString(out, text.String()); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

// writeWorkload writes a row for each of these phases that was measured.
func (r *results) writeWorkload(out io.Writer, of workload, size int, phases ...phase) {
	for _, at := range phases {
		measured, there := r.steps[step{of, size, at}]
		if !there {
			continue
		}
		oneByOneSeconds, oneByOneRequests := notMeasured, notMeasured
		if oneByOne, there := r.steps[step{failoverBackendsOneByOne, size, at}]; there && of == failoverBackends {
			oneByOneSeconds, oneByOneRequests = seconds(oneByOne.took), oneByOne.requests.String()
		}
		writeRow(out, fmt.Sprintf("%d %s", size, of), string(at), seconds(measured.took), seconds(measured.provider.CPU),
			peak(measured.provider.Peak), measured.requests.String(), strconv.FormatInt(measured.connections, 10),
			oneByOneSeconds, oneByOneRequests, seconds(r.steps[step{terraformData, size, at}].took))
	}
}

// writeStart writes the rows of the start-up, and their comparison below the table.
func (r *results) writeStart(out io.Writer) {
	if r.start == nil {
		return
	}
	for _, row := range []struct {
		name string
		of   measurement
	}{
		{"none", r.start.provider},
		{"none, with a provider of one attribute", r.start.baseline},
	} {
		cells := []string{row.name, "start-up", seconds(row.of.took), seconds(row.of.provider.CPU), peak(row.of.provider.Peak)}
		writeRow(out, slices.Concat(cells, slices.Repeat([]string{notMeasured}, 5))...)
	}
	fmt.Fprintf(out, "\nStart-up is `validate` of a configuration that only requires the provider. It takes %.2f times what it\n"+
		"takes with a provider of one resource with one attribute (median of %d pairs).\n", r.start.ratio, r.settings.starts)
}

func writeRow(out io.Writer, cells ...string) {
	fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
}

// seconds formats about three digits.
func seconds(took time.Duration) string {
	switch {
	case took < time.Second:
		return fmt.Sprintf("%.3f", took.Seconds())
	case took < 100*time.Second:
		return fmt.Sprintf("%.1f", took.Seconds())
	default:
		return fmt.Sprintf("%.0f", took.Seconds())
	}
}

func peak(bytes int64) string {
	if bytes == 0 {
		return notMeasured
	}
	return fmt.Sprintf("%.0f", mebibytes(bytes))
}
