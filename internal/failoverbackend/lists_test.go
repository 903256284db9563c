// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const created = "2026-01-02T03:04:05Z"

// add adds failover backends to a service, and returns their state. Every second one has a
// description and metadata.
func add(server *acctest.Server, count int) (states []any) {
	for i := range count {
		backend := refapi.FailoverBackend{ID: fmt.Sprintf("fob_%d", i), CreatedAt: created, Backends: []string{"bkd_a"}}
		state := map[string]any{"id": backend.ID, "uri": server.URL + "/backends/failover/" + backend.ID, "created_at": created, "backends": []string{"bkd_a"}}
		state["description"], state["metadata"] = nil, nil
		if i%2 == 1 {
			backend.Description, backend.Metadata = fmt.Sprintf("number %d", i), "m"
			state["description"], state["metadata"] = backend.Description, "m"
		}
		server.AddFailoverBackend(backend)
		states = append(states, state)
	}
	return states
}

func TestDataSources(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{PageSize: 2})
	server := backend.Server
	read := func(dataSource string, arguments map[string]any) (map[string]any, protocoltest.Diagnostics) {
		state, shown, err := backend.Provider.ReadData(t.Context(), dataSource, arguments)
		acctest.NoError(t, err)
		return state, shown
	}
	if none, shown := read(typeName+"s", nil); none["failover_backends"] == nil {
		t.Errorf("without failover backends, got null and not an empty list: %s", shown)
	}
	want := add(server, 5)
	for i, state := range want {
		if object, shown := read(typeName, map[string]any{"id": fmt.Sprintf("fob_%d", i)}); !reflect.DeepEqual(any(object), state) {
			t.Errorf("got %v, want %v\n%s", object, state, shown)
		}
	}
	server.ResetRequests()
	all, shown := read(typeName+"s", nil)
	if pages := len(server.Requests()); pages != 3 || !reflect.DeepEqual(all["failover_backends"], any(want)) {
		t.Errorf("got %v from %d pages, want %v\n%s", all, pages, want, shown)
	}
	_, shown = read(typeName, map[string]any{"id": "nobody"})
	if !acctest.Message(`ERROR: Could not read failover backend "nobody"`, "404 Not Found").MatchString(shown.String()) {
		t.Errorf("got %s", shown)
	}
}

// A query reads no more pages than the limit requires. Each result equals the state after
// an import of the object.
func TestList_results(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{PageSize: 2})
	server, provider := backend.Server, backend.Provider
	add(server, 5)
	server.ChangeFailoverBackend("fob_4", func(b *refapi.FailoverBackend) { b.Description = " \u200b" })
	results := acctest.Must(provider.Query(t.Context(), typeName, 3, false))(t)
	if pages := len(server.Requests()); len(results) != 3 || pages != 2 || results[0].Resource != nil {
		t.Errorf("got %v from %d pages, want 3 results from 2", results, pages)
	}
	results = acctest.Must(provider.Query(t.Context(), typeName, 0, true))(t)
	for i, name := range []string{"fob_0", "number 1", "fob_2", "number 3", "fob_4"} {
		imported, shown, err := provider.ImportByIdentity(t.Context(), typeName, map[string]string{"id": fmt.Sprintf("fob_%d", i)})
		if err != nil || len(shown) > 0 || protocoltest.Diagnostics(results[i].Diagnostics).Err() != nil || results[i].DisplayName != name {
			t.Fatal(results[i], shown, err)
		}
		listed, err := results[i].Resource.Unmarshal(imported.State.Type())
		identity, otherErr := results[i].Identity.IdentityData.Unmarshal(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}})
		if err != nil || otherErr != nil || !listed.Equal(imported.State) || protocoltest.PlainObject(identity)["id"] != imported.Text("id") {
			t.Errorf("listed\n%s, %s, imported\n%s, %v, %v", listed, identity, imported.State, err, otherErr)
		}
	}
}

// A refresh uses the list element only if the element equals the state, in which the same time may
// have another form. Otherwise the refresh reads the object individually, as it does with the first
// three objects.
func TestRefresh_fromTheList(t *testing.T) {
	t.Parallel()
	const list, read = "GET /backends/failover", "GET /backends/failover/"
	for name, test := range map[string]struct {
		fromList  bool // refresh_from_list
		createdAt string
		want      []string
	}{
		"switched off":   {false, created, []string{read + "fob_3", read + "fob_4"}},
		"whole elements": {true, created, []string{list, read + "fob_3"}},
		"another form":   {true, "2026-01-02T04:04:05.000+01:00", []string{list, read + "fob_3"}},
		"another time":   {true, "2026-01-02T04:04:05Z", []string{list, read + "fob_3", read + "fob_4"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			add(server, 5)
			backend := server.NewResource(t, typeName, map[string]any{"refresh_from_list": test.fromList})
			var instances []*protocoltest.Instance
			for i := range 5 {
				backend.MustImport(fmt.Sprintf("fob_%d", i))
				instances = append(instances, backend.Instance)
			}
			server.SetResponses(func(a *refapi.Responses) {
				a.Rewrite = func(_, text string) string { return strings.ReplaceAll(text, created, test.createdAt) }
			})
			server.ChangeFailoverBackend("fob_3", func(b *refapi.FailoverBackend) { b.Metadata = "drifted" })
			server.ResetRequests()
			provider := backend.Process()
			for _, instance := range instances {
				acctest.NoError(t, acctest.Must(provider.Refresh(t.Context(), instance))(t).Err())
			}
			acctest.NoError(t, server.ExpectRequests(slices.Concat(slices.Repeat([]string{read + "*"}, 3), test.want)...)())
			if instances[3].Text("metadata") != "drifted" {
				t.Errorf("state has %s", instances[3].State)
			}
		})
	}
}

// many returns a configuration with count failover backends.
func many(server *acctest.Server, count int, description string) string {
	return server.Config(fmt.Sprintf(`resource "trafficedge_failover_backend" "test" {
  count       = %d
  backends    = ["bkd_a", "bkd_${count.index}"]
  description = %q
}
`, count, description))
}

func TestAccScale_requestsAndConnections(t *testing.T) {
	t.Parallel()
	const count, parallelism = 100, 10
	cli, server := acctest.BuildProvider(t).NewCLI(t), acctest.Start(t, refapi.Options{PageSize: count / 10})
	var connections atomic.Int64
	counting := httptest.NewUnstartedServer(server.API)
	counting.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	// With latency, a connection that is not kept after a response is missing for the next request.
	server.Intercept(func(refapi.Request) *refapi.Fault { return &refapi.Fault{Delay: 10 * time.Millisecond} })
	counting.Start()
	t.Cleanup(counting.Close)
	server.URL = counting.URL
	for _, test := range []struct {
		description string
		command     []string
		write       string // the method of the expected writes, or "" if no write is expected
		reads       int    // the maximum number of reads, including pages of the list
	}{
		{"first", []string{"apply", "-auto-approve"}, http.MethodPost, 0},
		{"first", []string{"plan", "-detailed-exitcode"}, "", 20},
		{"second", []string{"apply", "-auto-approve"}, http.MethodPatch, 20},
		{"second", []string{"destroy", "-auto-approve"}, http.MethodDelete, 20},
	} {
		server.ResetRequests()
		connections.Store(0)
		cli.Configure(t, many(server, count, test.description))
		cli.MustRun(t, append(test.command, fmt.Sprintf("-parallelism=%d", parallelism))...)
		counts := map[string]int{}
		for _, request := range server.Requests() {
			counts[request.Method]++
		}
		reads, writes := counts[http.MethodGet], counts[test.write]
		if test.write != "" && writes != count || reads > test.reads || len(server.Requests()) != reads+writes {
			t.Errorf("%s of %d took %v", test.command[0], count, counts)
		}
		// Now and then, a response reaches its caller before the connection is free. How many
		// connections the client keeps is tested in package api.
		if opened := connections.Load(); opened > count/2 {
			t.Errorf("-parallelism=%d opened %d connections", parallelism, opened)
		}
	}
	acctest.NoError(t, noneLeft(server)(nil))
}
