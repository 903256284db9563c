// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestResults(t *testing.T) {
	t.Parallel()
	listed := tallyOf([]refapi.Request{
		{Method: http.MethodGet, Path: "/backends/failover"},
		{Method: http.MethodGet, Path: "/backends/failover", Query: "cursor=1"},
		{Method: http.MethodGet, Path: "/backends/failover/fob_a"},
		{Method: http.MethodPatch, Path: "/backends/failover/fob_a"},
	})
	found := results{
		settings: settings{sizes: sizes{2000}, edges: 7, starts: 3, latency: 20 * time.Millisecond},
		machine:  "a machine",
		start: &startComparison{
			provider: measurement{took: 120 * time.Millisecond, provider: usage{CPU: 25 * time.Millisecond, Peak: 20 << 20}},
			baseline: measurement{took: 110 * time.Millisecond, provider: usage{CPU: 24 * time.Millisecond}},
			ratio:    1.094,
		},
		steps: map[step]measurement{
			{failoverBackends, 2000, update}: {
				took: 123456 * time.Millisecond, provider: usage{CPU: 2345 * time.Millisecond, Peak: 40 << 20}, requests: listed, connections: 10,
			},
			{failoverBackendsOneByOne, 2000, planNoOp}: {took: time.Minute},
			{terraformData, 2000, update}:              {took: 99 * time.Second},
			{tlsEdges, 7, create}:                      {took: time.Second},
			{terraformData, 7, create}:                 {took: time.Millisecond},
		},
	}
	var printed strings.Builder
	if err := found.print(&printed); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Measured on a machine.\nThe API takes 20ms for every answer.",
		"\n\n| Objects | Phase |",
		"\n| 2000 failover backends | update all | 123 | 2.3 | 40 | 2 pages, 1 GET, 1 PATCH | 10 | – | – | 99.0 |\n",
		"\n| 7 TLS edges | create | 1.0 | 0.000 | – | none | 0 | – | – | 0.001 |\n",
		"\n| none | start-up | 0.120 | 0.025 | 20 | – | – | – | – | – |\n",
		"1.09 times",
		"3 pairs",
	} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, printed.String())
		}
	}
	if strings.Contains(printed.String(), "create | 0.0") || strings.Contains(printed.String(), "2000 failover backends | no-op plan") {
		t.Errorf("the output has a row that was not measured:\n%s", printed.String())
	}
}
