// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// queryBlocks returns list blocks that query all objects of the given types.
func queryBlocks(typeNames ...string) string {
	var blocks strings.Builder
	for _, typeName := range typeNames {
		blocks.WriteString("list \"" + typeName + "\" \"all\" {\n  provider = trafficedge\n}\n")
	}
	return blocks.String()
}

// newQueryCLI returns a CLI that can run queries, in a directory with the given list blocks.
func newQueryCLI(t *testing.T, server *acctest.Server, blocks string) *acctest.CLI {
	t.Helper()
	cli := acctest.BuildProvider(t).NewCLI(t)
	if cli.IsOpenTofu(t) || !cli.AtLeast(t, "1.14.0") {
		t.Skip("query needs Terraform 1.14 or later")
	}
	cli.Configure(t, server.ConfigUndocumented(""))
	acctest.NoError(t, os.WriteFile(filepath.Join(cli.Dir, "all.tfquery.hcl"), []byte(blocks), 0o600))
	return cli
}

// A list may leave the child backends out. A query reads such a backend individually, so
// that applying the generated configuration changes nothing.
func TestAccQuery_listThatSummarizes(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a", Backends: []string{"bkd_a", "bkd_b"}})
	server.SetResponses(func(a *refapi.Responses) { a.ListOmits = []string{"backends"} })
	cli := newQueryCLI(t, server, queryBlocks("trafficedge_failover_backend"))
	cli.MustRun(t, "query", "-generate-config-out=imported.tf")
	if generated := readPage(t, filepath.Join(cli.Dir, "imported.tf")); !strings.Contains(generated, "bkd_a") {
		t.Errorf("generated %s", generated)
	}
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "1 imported, 0 added, 0 changed") {
		t.Errorf("got %s", output)
	}
	acctest.NoError(t, server.ExpectWrites()())
}

// The data sources of all objects read what their lists leave out.
func TestAccDataSources_listsThatSummarize(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a", Backends: []string{"bkd_a"}})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_a", Description: "the edge's description"})
	server.SetResponses(func(a *refapi.Responses) { a.ListOmits = []string{"backends", "description"} })
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, server.ConfigUndocumented(`
data "trafficedge_failover_backends" "all" {}
data "trafficedge_tls_edges" "all" {}
output "backends" { value = data.trafficedge_failover_backends.all.failover_backends[0].backends }
output "edge" { value = data.trafficedge_tls_edges.all.tls_edges[0].description }`))
	if output := cli.MustRun(t, "apply", "-auto-approve"); !acctest.Message("bkd_a", "the edge's description").MatchString(output) {
		t.Errorf("got %s", output)
	}
}

// Texts of the service reach the terminal without characters that control it. An object
// that cannot be read is one warning, and the query shows the others.
func TestAccQuery_hostileObjects(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a", Backends: []string{"x"}, Description: "evil \x1b[31m\u202Etxet\u2066 \nResource: other"})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_a", Description: "unreadable"})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_b", Description: "readable"})
	server.SetResponses(func(a *refapi.Responses) { a.ListOmits = []string{"metadata"} })
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Path != "/edges/tls/edge_a" {
			return nil
		}
		return &refapi.Fault{Status: http.StatusForbidden}
	})
	cli := newQueryCLI(t, server, queryBlocks("trafficedge_failover_backend", "trafficedge_tls_edge"))
	output := cli.MustRun(t, "query", "-generate-config-out=imported.tf")
	if strings.ContainsFunc(output, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' }) || strings.Contains(output, "\nResource: other") {
		t.Errorf("the query prints %q", output)
	}
	if !acctest.Message("evil", "txet").MatchString(output) || !strings.Contains(output, "readable") || !acctest.Message(`Could not read TLS edge "edge_a"`, "403 Forbidden").MatchString(output) {
		t.Errorf("got %s", output)
	}
}

// A CLI stores strings in Unicode's normalization form C. With an id in another form, it
// would lose the created object.
func TestAccCreate_idThatCLIsRewrite(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"fob_e` + "\u0301" + `","uri":"u","created_at":"2026-01-02T03:04:05Z","backends":["x"]}`})
	cli.Configure(t, server.Config("resource \"trafficedge_failover_backend\" \"b\" {\n  backends = [\"x\"]\n}\n"))
	output, err := cli.Run(t, "apply", "-auto-approve")
	if want := acctest.Message("Could not tell whether a failover backend was created", "the object exists, but a CLI would change its id", `fob_e\u0301`); err == nil || !want.MatchString(output) {
		t.Errorf("got %v, %s", err, output)
	}
}
