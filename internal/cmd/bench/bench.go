// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

type bench struct {
	cli     string // the executable
	work    string // the directory for all output
	metered string // the directory of the provider
	latency time.Duration
}

// measurement is the cost of one command.
type measurement struct {
	phase    string
	took     time.Duration
	provider usage
	requests string
}

// measure runs the four phases with a configuration of [blocks], and a new service.
func (b bench) measure(ctx context.Context, configuration string) (measured []measurement, err error) {
	service := refapi.New(refapi.Options{})
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-time.After(b.latency)
		service.ServeHTTP(w, r)
	}))
	defer api.Close()
	states := httptest.NewServer(stateStore())
	defer states.Close()
	cli, err := terraformcli.New(b.cli, b.work, terraformcli.DevOverride(b.metered))
	if err != nil {
		return nil, err
	}
	cli.Setenv("TRAFFICEDGE_BASE_URL", api.URL)
	for _, phase := range []struct{ name, description, command string }{
		{"", "", "init -reconfigure"},
		{"create", "before the update", "apply -auto-approve"},
		{"no-op plan", "before the update", "plan -detailed-exitcode"}, // a plan with changes fails
		{"update", "after the update", "apply -auto-approve"},
		{"destroy", "after the update", "destroy -auto-approve"},
	} {
		text := fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", states.URL)
		if phase.name != "" { // init needs no provider
			text += strings.ReplaceAll(configuration, "%q", fmt.Sprintf("%q", phase.description))
		}
		if err := cli.Write("main.tf", text); err != nil {
			return nil, err
		}
		service.ResetRequests()
		start := time.Now()
		if output, err := cli.Run(ctx, strings.Fields(phase.command)...); err != nil {
			return nil, fmt.Errorf("%w\n%s", err, output[max(0, len(output)-4000):])
		}
		one := measurement{phase: phase.name, took: time.Since(start), requests: countRequests(service.Requests())}
		if one.provider, err = takeUsage(b.metered); err != nil {
			return nil, err
		}
		measured = append(measured, one)
	}
	return measured[1:], os.RemoveAll(cli.Dir)
}

func failoverBackends(count int, fromList bool) string {
	return terraformcli.Requirement + fmt.Sprintf("provider \"trafficedge\" {\n  refresh_from_list = %t\n}\n", fromList) +
		blocks("trafficedge_failover_backend", "description = %q\n  backends = [\"bkd_first\", \"bkd_${count.index}\"]", count)
}

func terraformData(count int) string {
	return blocks("terraform_data", "input = { description = %q, backends = [\"bkd_first\", \"bkd_${count.index}\"] }", count)
}

// blocks returns a configuration in which %q stands for the description of the objects. A
// block has at most 100 objects: the CLI's cost per object grows with the block, and would
// otherwise dominate the measurement.
func blocks(resource, arguments string, count int) string {
	const size = 100
	var text strings.Builder
	for first := 0; first < count; first += size {
		fmt.Fprintf(&text, "\nresource %q \"from_%d\" {\n  count = %d\n  %s\n}\n", resource, first, min(size, count-first), arguments)
	}
	return text.String()
}

// countRequests returns a text with the number of requests of each kind.
func countRequests(requests []refapi.Request) string {
	counts := map[string]int{}
	for _, request := range requests {
		kind := request.Method
		if kind == http.MethodGet && request.Path == "/backends/failover" {
			kind = "GET of a page"
		}
		counts[kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	return strings.Join(parts, ", ")
}

// stateStore stores the CLI's state for the backend "http". With a local file, the CLI
// would write the whole state after every object, which takes longer than what is measured.
func stateStore() http.HandlerFunc {
	var mu sync.Mutex
	var state []byte
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodPost {
			state, _ = io.ReadAll(r.Body) // the CLI sends the whole state, or fails
		}
		if state == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		_, _ = w.Write(state) // fails only if the CLI has exited
	}
}
