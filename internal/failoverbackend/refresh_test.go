// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A refresh uses the list element only if the element is complete and equals the state.
// Otherwise the refresh reads the object individually.
func TestRefresh_fromTheList(t *testing.T) {
	t.Parallel()
	const alone = 3 // how many objects are read individually before the list is read
	for name, test := range map[string]struct {
		off      bool   // whether refresh_from_list is false
		imported string // the response during the import, or "" for the complete object
		change   func(*refapi.FailoverBackend)
		omits    []string
		reads    int
		want     map[string]any
	}{
		"switched off":     {off: true, reads: 1, want: map[string]any{"metadata": "m"}},
		"unchanged":        {want: map[string]any{"metadata": "m"}},
		"list summarises":  {omits: []string{"metadata"}, reads: 1, want: map[string]any{"metadata": "m"}},
		"metadata drifted": {change: func(b *refapi.FailoverBackend) { b.Metadata = "n" }, reads: 1, want: map[string]any{"metadata": "n"}},
		"state and list without uri": {imported: `{"id":"last","metadata":"m","created_at":"2026-01-02T03:04:05Z","backends":[]}`,
			omits: []string{"uri"}, reads: 1, want: map[string]any{"metadata": "m", "uri": "/backends/failover/last"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			add(server, alone)
			server.AddFailoverBackend(refapi.FailoverBackend{ID: "last", Metadata: "m", Backends: []string{}, CreatedAt: "2026-01-02T03:04:05Z"})
			block := server.Block()
			block["refresh_from_list"] = !test.off
			provider := acctest.Must(protocoltest.New(t.Context(), block))(t)
			if test.imported != "" {
				server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusOK, Body: strings.ReplaceAll(test.imported, "URL", server.URL)})
			}
			last, shown, err := provider.Import(t.Context(), typeName, "last")
			if err != nil || len(shown) > 0 {
				t.Fatal(err, shown)
			}
			server.Intercept(nil)
			if test.change != nil {
				server.ChangeFailoverBackend("last", test.change)
			}
			server.SetResponses(func(a *refapi.Responses) { a.ListOmits = test.omits })
			provider = acctest.Must(provider.Again(t.Context()))(t)
			for i := range alone {
				_, _, err = provider.Import(t.Context(), typeName, fmt.Sprintf("fob_%d", i))
				acctest.NoError(t, err)
			}
			server.ResetRequests()
			if shown, err := provider.Refresh(t.Context(), last); err != nil || len(shown) > 0 {
				t.Fatal(err, shown)
			}
			want := slices.Repeat([]string{read}, test.reads)
			if !test.off {
				want = append([]string{"GET /backends/failover"}, want...)
			}
			acctest.NoError(t, server.ExpectRequestsNow(want...))
			state := protocoltest.PlainObject(last.State)
			for attribute, want := range test.want {
				if got := fmt.Sprint(state[attribute]); got != fmt.Sprint(want) && got != server.URL+fmt.Sprint(want) {
					t.Errorf("%s is %s, want %v", attribute, got, want)
				}
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

func newQuietCLI(t *testing.T) *acctest.CLI {
	t.Helper()
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Setenv("TF_LOG", "")
	return cli
}

func TestAccScale_requestsAndConnections(t *testing.T) {
	t.Parallel()
	const count, parallelism = 100, 50
	server := acctest.Start(t, refapi.Options{PageSize: count / 10})
	cli := newQuietCLI(t)
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
		if opened := server.Connections.Load(); test.write == http.MethodPost && opened > parallelism {
			t.Errorf("-parallelism=%d opened %d connections", parallelism, opened)
		}
	}
	acctest.NoError(t, server.CheckNoFailoverBackend(nil))
}
