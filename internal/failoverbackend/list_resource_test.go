// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/querycheck/queryfilter"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const typeName = "trafficedge_failover_backend"

// query lists failover backends on the protocol server itself.
func query(t *testing.T, server *acctest.Server, limit int64, includeResource bool) []tfprotov6.ListResourceResult {
	t.Helper()
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	results, err := protocol.Query(t.Context(), typeName, limit, includeResource)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func add(server *acctest.Server, count int) {
	for i := range count {
		backend := refapi.FailoverBackend{ID: fmt.Sprintf("fob_%d", i), Backends: []string{"bkd_a"}}
		if i%2 == 1 {
			backend.Description = fmt.Sprintf("number %d", i)
		}
		server.AddFailoverBackend(backend)
	}
}

func TestList_streamsNoMoreThanAsked(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		limit          int64
		results, pages int
	}{
		"no limit":                {0, 5, 3},
		"limit within a page":     {3, 3, 2},
		"limit at a page's end":   {2, 2, 1},
		"limit beyond the last":   {100, 5, 3},
		"limit at the very first": {1, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{PageSize: 2})
			add(server, 5)
			results := query(t, server, test.limit, false)
			if len(results) != test.results || len(server.Requests()) != test.pages {
				t.Errorf("got %d results from %d pages", len(results), len(server.Requests()))
			}
		})
	}
}

func TestList_results(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	add(server, 2)
	results := query(t, server, 100, true)
	for i, want := range []string{"fob_0", "number 1"} {
		if err := protocoltest.Failure(results[i].Diagnostics); err != nil || results[i].DisplayName != want {
			t.Errorf("got display name %q, %v, want %q", results[i].DisplayName, err, want)
		}
	}
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	value, err := results[1].Resource.Unmarshal(protocol.Schemas.ResourceSchemas[typeName].ValueType())
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]tftypes.Value
	if err := value.As(&members); err != nil {
		t.Fatal(err)
	}
	if !members["id"].Equal(protocoltest.String("fob_1")) || !members["description"].Equal(protocoltest.String("number 1")) {
		t.Errorf("got %v", members)
	}
	if without := query(t, server, 100, false); without[0].Resource != nil {
		t.Error("the whole object came without being asked for")
	}
}

func TestList_failureOfALaterPage(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{PageSize: 2})
	add(server, 5)
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Query == "" {
			return nil
		}
		return &refapi.Fault{Status: 403, Body: `{"detail":"enough"}`}
	})
	results := query(t, server, 100, false)
	if len(results) != 3 || protocoltest.Failure(results[2].Diagnostics) == nil {
		t.Errorf("expected two results and an error, got %+v", results)
	}
}

func TestAccList_query(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{PageSize: 2})
	add(server, 5)
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_14_0)},
		Steps: []resource.TestStep{
			{Config: server.Config("")},
			{
				Query: true,
				Config: `
					list "trafficedge_failover_backend" "all" {
					  provider = trafficedge
					}`,
				QueryResultChecks: []querycheck.QueryResultCheck{
					querycheck.ExpectLength("trafficedge_failover_backend.all", 5),
					querycheck.ExpectIdentity("trafficedge_failover_backend.all", map[string]knownvalue.Check{
						"id": knownvalue.StringExact("fob_4"),
					}),
					querycheck.ExpectResourceDisplayName("trafficedge_failover_backend.all",
						queryfilter.ByResourceIdentity(map[string]knownvalue.Check{"id": knownvalue.StringExact("fob_3")}),
						knownvalue.StringExact("number 3")),
				},
			},
		},
	})
}

// The configuration that a query generates imports without changing anything.
func TestAccList_generatedConfiguration(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{PageSize: 2})
	add(server, 5)
	cli := newQuietCLI(t)
	if !cli.AtLeast(t, "1.14.0") {
		t.Skip("query needs a CLI of 1.14 or later")
	}
	cli.Configure(t, server.Config(""))
	query := "list \"trafficedge_failover_backend\" \"all\" {\n  provider = trafficedge\n}\n"
	if err := os.WriteFile(filepath.Join(cli.Dir, "all.tfquery.hcl"), []byte(query), 0o600); err != nil {
		t.Fatal(err)
	}
	cli.MustRun(t, "query", "-generate-config-out=imported.tf")
	output := cli.MustRun(t, "apply", "-auto-approve")
	if want := "5 imported, 0 added, 0 changed, 0 destroyed"; !strings.Contains(output, want) {
		t.Errorf("expected %q:\n%s", want, output)
	}
	if err := server.ExpectWritesNow(); err != nil {
		t.Error(err)
	}
	cli.MustRun(t, "plan", "-detailed-exitcode")
}
