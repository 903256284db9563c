// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func on(method string, fault refapi.Fault) refapi.Hook {
	return func(r refapi.Request) *refapi.Fault {
		if r.Method != method {
			return nil
		}
		return &fault
	}
}

// A creation without an id in its answer leaves nothing in state, is not sent
// again, and succeeds when it is applied again.
func TestCreate_failedAndRetried(t *testing.T) {
	t.Parallel()
	unknown := func(block string) []string {
		return []string{"Could not tell whether a TLS edge was created", "It may exist all the same, created at", "Nothing was sent again", block}
	}
	away := http.Header{"Location": {"/edges/tls/edge_7"}}
	for name, test := range map[string]struct {
		fault refapi.Fault
		words []string
		made  int
	}{
		"refused": {refapi.Fault{Status: 409, Body: `{"detail":"quota reached"}`}, []string{"Could not create TLS edge", "quota reached", "409 Conflict"}, 0},
		"refused on a member": {refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`},
			[]string{"Could not create TLS edge", "no such backend", `AttributeName("backend").AttributeName("backend_id")`}, 0},
		"server error":                 {refapi.Fault{Status: 500}, unknown(""), 0},
		"connection lost after acting": {refapi.Fault{Drop: true, AfterActing: true}, unknown(""), 1},
		"answer cut":                   {refapi.Fault{Truncate: true, Keep: refapi.KeepID, AfterActing: true}, unknown(`id = "tlsedge_`), 1},
		"redirect to the edge":         {refapi.Fault{Status: http.StatusSeeOther, Header: away}, unknown(`id = "edge_7"`), 0},
		"answer without an id":         {refapi.Fault{Body: `{"uri":"x"}`, AfterActing: true}, unknown(""), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.Intercept(on(http.MethodPost, test.fault))
			for _, c := range []client{newClient(t, server, false), newClient(t, server, true)} {
				said := c.apply(t, protocoltest.Create, fullArguments())
				wantWords(t, said, test.words...)
				if said.Err() == nil || c.edge.Exists() || !strings.Contains(said.String(), "import {") && len(said.Long()) > 0 {
					t.Errorf("in state: %t\n%s", c.edge.Exists(), said)
				}
				wantWrites(t, server, create)
			}
			server.Intercept(nil)
			newClient(t, server, false).mustApply(t, protocoltest.Create, fullArguments())
			if held := len(server.TLSEdges()); held != 2*test.made+1 {
				t.Errorf("the service has %d edges", held)
			}
		})
	}
}

// A creation whose answer differs from the plan is a warning and leaves the plan
// in state: an error would taint the edge. The next plan shows the differences.
func TestAccResource_createdButNotAsPlanned(t *testing.T) {
	t.Parallel()
	provider := acctest.BuildProvider(t)
	start := func(t *testing.T, config, answer string) (*acctest.Server, *acctest.CLI, string) {
		t.Helper()
		server := acctest.Start(t, refapi.Options{})
		server.AddTLSEdge(refapi.TLSEdge{
			ID: "edge_1", Hostports: []string{"a.example.com:443"},
			Backend: &refapi.EdgeBackend{BackendID: "bkd_a"},
		})
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Method == http.MethodPost {
				return &refapi.Fault{Status: http.StatusCreated, Body: answer}
			}
			return &refapi.Fault{Status: http.StatusForbidden}
		})
		cli := provider.NewCLI(t)
		cli.Configure(t, server.Config(config))
		output := cli.MustRun(t, "apply", "-auto-approve")
		if err := server.ExpectWritesNow(create); err != nil {
			t.Error(err)
		}
		server.Intercept(nil)
		state := cli.MustRun(t, "state", "show", address)
		if !strings.Contains(state, `"edge_1"`) || strings.Contains(state, "tainted") {
			t.Errorf("expected the edge in state and not tainted, got\n%s", state)
		}
		return server, cli, output
	}

	t.Run("another value", func(t *testing.T) {
		t.Parallel()
		server, cli, output := start(t, edgeWithPolicy(`
			description = "canary-wanted"
			hostports   = ["b.example.com:443", "a.example.com:443"]
			backend = {
			  backend_id = "bkd_a"
			}
			tls_termination = {
			  terminate_at = "edge"
			}`), `{"id":"edge_1","uri":"u","description":null,"hostports":["a.example.com:443","b.example.com:443","a.example.com:443"],
				"backend":{"enabled":false,"backend":{"id":"bkd_a"}},"tls_termination":null}`)
		for _, attribute := range []string{"description", "backend.enabled", "tls_termination"} {
			want := acctest.Message("Warning: The service did not apply "+attribute+` of TLS edge "edge_1"`, "with "+address, "next plan")
			if !want.MatchString(output) {
				t.Errorf("expected %s in\n%s", want, output)
			}
		}
		if strings.Contains(output, "apply hostports") {
			t.Errorf("another order and a repeated element are no other set:\n%s", output)
		}
		if state := cli.MustRun(t, "state", "show", address); !strings.Contains(state, `"canary-wanted"`) {
			t.Errorf("expected the plan in state, got\n%s", state)
		}
		output, err := cli.Run(t, "plan")
		if err == nil || !acctest.Message("must not be replaced for description", "hostports", "backend.enabled", "tls_termination").MatchString(output) {
			t.Errorf("expected the next plan to show what differs, got\n%s", output)
		}
		cli.Configure(t, server.Config(edgeWithPolicy(`
			hostports = ["a.example.com:443"]
			backend = {
			  enabled    = false
			  backend_id = "bkd_a"
			}`)))
		cli.MustRun(t, "plan", "-detailed-exitcode")
	})

	t.Run("unreadable but for its id", func(t *testing.T) {
		t.Parallel()
		_, cli, output := start(t, edgeWithPolicy(`
			hostports = ["a.example.com:443"]
			backend = {
			  enabled    = false
			  backend_id = "bkd_a"
			}`),
			`{"mutual_tls":{"certificate_authorities":"-----BEGIN CERTIFICATE-----"},"id":"edge_1"}`)
		if !acctest.Message(`Warning: Created TLS edge "edge_1"`, "but could not read it", "403 Forbidden", "next plan").MatchString(output) {
			t.Errorf("expected to be told of the edge, got\n%s", output)
		}
		cli.MustRun(t, "plan", "-detailed-exitcode")
	})
}

// A failed read leaves state as it is. Only the service's own word that the edge
// is gone removes it.
func TestRead_failed(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	c := newClient(t, server, false)
	c.mustApply(t, protocoltest.Create, fullArguments())
	before := c.edge.State
	for words, fault := range map[string]refapi.Fault{
		"not a TLS edge": {Status: 200, Body: `{}`},
		"another object": {Status: 200, Body: `{"id":"other","uri":"x"}`},
		"base_url":       {Status: 404, Header: http.Header{"Content-Type": {"text/html"}}, Body: `<h1>Not here</h1>`},
		"403 Forbidden":  {Status: 403, Body: `{"detail":"no"}`},
	} {
		server.Intercept(on(http.MethodGet, fault))
		said, err := c.Refresh(t.Context(), c.edge)
		if err != nil || said.Err() == nil || !c.edge.State.Equal(before) {
			t.Errorf("got %v, %v, and %s in state", said, err, c.edge.State)
		}
		wantWords(t, said, "Could not read TLS edge", words)
	}
}

// An id may hold anything, and reaches the service as it is.
func TestAccResource_strangeIDs(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	config := ""
	for i, id := range []string{"a/b", "..", "ü?&#%2F", " "} {
		server.AddTLSEdge(refapi.TLSEdge{ID: id})
		config += fmt.Sprintf("import {\n  to = trafficedge_tls_edge.e%d\n  id = %q\n}\n", i, id) + named(fmt.Sprintf("e%d", i), abandon)
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: server.Config(config),
			ConfigStateChecks: []statecheck.StateCheck{
				server.ExpectWrites(),
				statecheck.ExpectKnownValue("trafficedge_tls_edge.e0", at("id"), text("a/b")),
			},
		}},
	})
}
