// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// With create_before_destroy, as in the examples, a real CLI deletes a failover backend only after the edge
// that used it has switched. Without it, the CLI would send DELETE before PATCH.
func TestAccReplacementOrder(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	example := readPage(t, "../../examples/resources/trafficedge_tls_edge/resource-with-backend.tf")
	renamed := strings.NewReplacer(`failover_backend" "shop"`, `failover_backend" "green"`, "failover_backend.shop", "failover_backend.green").Replace(example)
	green, _, _ := strings.Cut(renamed, `resource "trafficedge_tls_edge"`)
	for name, test := range map[string]struct {
		first, second string
		args          []string
		sent          []string
	}{
		"-replace":               {example, example, []string{"-replace=trafficedge_failover_backend.shop"}, []string{"POST", "PATCH", "DELETE"}},
		"a rename without moved": {example, renamed, nil, []string{"POST", "PATCH", "DELETE"}},
		"a switch with removal":  {example + green, renamed, nil, []string{"PATCH", "DELETE"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			const operations = `undocumented_operations = ["update_tls_edge"]`
			cli.Configure(t, server.Config(test.first, operations))
			cli.MustRun(t, "apply", "-auto-approve")
			server.ResetRequests()
			cli.Configure(t, server.Config(test.second, operations))
			cli.MustRun(t, append([]string{"apply", "-auto-approve"}, test.args...)...)
			if sent := methodsOf(server); !slices.Equal(sent, test.sent) {
				t.Errorf("sent %q, want %q", sent, test.sent)
			}
			cli.MustRun(t, "plan", "-detailed-exitcode")
		})
	}
}

// If the switch of the edge fails, the next apply also switches the edge before it deletes the deposed failover backend.
func TestAccReplacementOrder_failed(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	example := readPage(t, "../../examples/resources/trafficedge_tls_edge/resource-with-backend.tf")
	cli.Configure(t, server.Config(example, `undocumented_operations = ["update_tls_edge"]`))
	cli.MustRun(t, "apply", "-auto-approve")
	server.Fail(http.MethodPatch, refapi.Fault{Status: http.StatusBadRequest})
	if output, err := cli.Run(t, "apply", "-auto-approve", "-replace=trafficedge_failover_backend.shop"); err == nil {
		t.Fatal(output)
	}
	server.Intercept(nil)
	server.ResetRequests()
	cli.MustRun(t, "apply", "-auto-approve")
	if sent := methodsOf(server); !slices.Equal(sent, []string{"PATCH", "DELETE"}) {
		t.Errorf("sent %q", sent)
	}
}

// After an import, only a second apply stores create_before_destroy. The guides therefore say to apply twice.
func TestAccReplacementOrder_imported(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	server := acctest.Start(t, refapi.Options{})
	id := server.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"bkd_a"}}).ID
	cli.Configure(t, server.Config(`
		import {
		  to = trafficedge_failover_backend.shop
		  id = "`+id+`"
		}
		resource "trafficedge_failover_backend" "shop" {
		  backends = ["bkd_a"]
		  lifecycle { create_before_destroy = true }
		}`))
	for apply, want := range []bool{false, true} {
		cli.MustRun(t, "apply", "-auto-approve")
		if stored := strings.Contains(strings.ReplaceAll(cli.MustRun(t, "state", "pull"), " ", ""), `"create_before_destroy":true`); stored != want {
			t.Errorf("apply %d: stored %t, want %t", apply+1, stored, want)
		}
	}
}

// methodsOf returns the methods of the writes since the last reset, in the order of the requests.
func methodsOf(server *acctest.Server) (methods []string) {
	for _, request := range server.Requests() {
		if request.Method != http.MethodGet {
			methods = append(methods, request.Method)
		}
	}
	return methods
}

// Each failover backend to which an edge refers has create_before_destroy, on every page and in every example.
func TestDocumentation_createBeforeDestroy(t *testing.T) {
	t.Parallel()
	reference := regexp.MustCompile(`(?m)^\s+backend_id *= trafficedge_failover_backend\.(\w+)`)
	for _, file := range glob(t, "docs/*.md", "docs/*/*.md", "examples/*/*.tf", "examples/*/*/*.tf") {
		content := readPage(t, file)
		for _, referred := range reference.FindAllStringSubmatch(content, -1) {
			_, body, _ := strings.Cut(content, `resource "trafficedge_failover_backend" "`+referred[1]+`"`)
			body, _, _ = strings.Cut(body, "\n}\n")
			if !strings.Contains(body, "create_before_destroy = true") {
				t.Errorf("%s: the failover backend %s lacks create_before_destroy", filepath.Base(file), referred[1])
			}
		}
	}
}
