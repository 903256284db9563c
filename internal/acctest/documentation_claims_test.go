// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// blockWith returns the script of examples/ci, or the block of the guide "Running in CI", that contains a text.
func blockWith(t *testing.T, text string) string {
	t.Helper()
	for _, script := range glob(t, "examples/ci/*.sh") {
		if content := readPage(t, script); strings.Contains(content, text) {
			return content
		}
	}
	blocks := blocksOf(t, "ci.md", readPage(t, "../../docs/guides/ci.md"))
	return blocks[slices.IndexFunc(blocks, func(block block) bool { return strings.Contains(block.text, text) })].text
}

// runScript runs a script of the guide with plan.tfplan as its argument, and returns its sorted lines.
func runScript(t *testing.T, cli *acctest.CLI, script string) ([]string, error) {
	t.Helper()
	output, err := runShell(t, cli, "set -- plan.tfplan\n"+script)
	return slices.Sorted(strings.FieldsFuncSeq(output, func(r rune) bool { return r == '\n' })), err
}

// wantFound runs the script that rejects plans. It prints exactly these lines, and fails if there are any.
func wantFound(t *testing.T, cli *acctest.CLI, lines ...string) {
	t.Helper()
	printed, err := runScript(t, cli, blockWith(t, "intended.txt"))
	if !slices.Equal(printed, slices.Sorted(slices.Values(lines))) || (err != nil) != (len(lines) > 0) {
		t.Errorf("the script ends with %v and prints %q, want %q", err, printed, lines)
	}
}

// The script of the guide rejects plans that replace, abandon, delete, forget or lose an edge or a failover backend, unless
// intended.txt lists their addresses, and no others. The exit code of its nightly plan shows drift,
// unlike -detailed-exitcode, with which Terraform 1.11 also reports drift of a module that sets a number.
func TestAccDocumentation_plansThatDelete(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	resources := func(typeName, arguments string, names ...string) (all string) {
		for _, name := range names {
			all += fmt.Sprintf("resource %q %q {\n  %s\n}\n", typeName, name, arguments)
		}
		return all
	}
	server.CreateOld()
	const edge, backend = "description = \"NEW\"\n  deletion_policy = \"ABANDON\"", `backends = ["NEW"]`
	const lost = edge + "\n  for_each = toset([\"\\\\n\"])" // a key that some shells change when they print it
	old := strings.NewReplacer("NEW", "old")
	kept := resources(edgeType, edge, "same") + resources(edgeType, lost, "lost") +
		resources(backendType, backend, "same", "replaced", "intended", "lost")
	cli.Configure(t, server.Config(old.Replace(kept+moduleHCL("deleted", "maximum_duration = 43200")+
		resources(edgeType, edge, "changed", "removed", "deleted")+resources(backendType, backend, "changed", "deleted"))))
	cli.MustRun(t, "apply", "-auto-approve")

	nightly := blockWith(t, ".resource_drift == null")
	if err := exec.CommandContext(t.Context(), "sh", "-c", "terraform() { [ \"$1\" = plan ]; }\n"+nightly).Run(); err == nil {
		t.Error("the nightly check succeeds although the CLI cannot show the plan")
	}
	interrupted := exec.CommandContext(t.Context(), "sh", "-c", "terraform() { [ \"$1\" = plan ] || kill -TERM $$; }\n"+blockWith(t, "prior_state"))
	temporary := t.TempDir()
	interrupted.Env = append(os.Environ(), "TMPDIR="+temporary)
	if err := interrupted.Run(); err == nil || len(acctest.Must(os.ReadDir(temporary))(t)) > 0 {
		t.Errorf("after an interrupt, the nightly check ends with %v, or leaves its plan", err)
	}
	for _, description := range []string{"drifted", "old"} {
		server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(edge *refapi.TLSEdge) { edge.Description = description })
		if output, err := runScript(t, cli, nightly); description == "old" && err != nil || description != "old" && fmt.Sprint(err) != "exit status 1" {
			t.Errorf("%s: %v\n%s", description, err, output)
		}
	}
	loseObjects(t, server, cli)
	changed, forget := resources(edgeType, edge, "changed")+resources(backendType, backend, "changed"), "destroys"
	if (block{versions: "Terraform 1.7, OpenTofu 1.10"}).isFor(t, cli) { // an older CLI deletes the edge
		forget = "forgets"
		changed += "removed {\n  from = trafficedge_tls_edge.removed\n  lifecycle {\n    destroy = false\n  }\n}\n"
	}
	cli.Configure(t, server.Config(old.Replace(kept)+changed))
	const intended = "destroys trafficedge_failover_backend.intended"
	cli.MustRun(t, "plan", "-out=plan.tfplan", "-replace="+backendType+".replaced", "-replace="+backendType+".intended")
	found := strings.Fields("tls_edge.changed tls_edge.deleted failover_backend.deleted failover_backend.replaced")
	for i, name := range found {
		found[i] = "destroys trafficedge_" + name
	}
	const removed = " trafficedge_tls_edge.removed"
	found = append(found, `loses trafficedge_tls_edge.lost["\\n"]`, "loses trafficedge_failover_backend.lost")
	wantFound(t, cli, append(found, intended, forget+removed)...)
	acctest.NoError(t, cli.Write("intended.txt", intended+"\r\n"))
	wantFound(t, cli, append(found, forget+removed)...)
	for _, accepted := range []string{"destroys", forget} {
		acctest.NoError(t, cli.Write("intended.txt", strings.Join(append(found, intended, accepted+removed), "\r\n")))
		wantFound(t, cli)
	}
}

// loseObjects removes the objects that the state calls "lost" from the service.
func loseObjects(t *testing.T, server *acctest.Server, cli *acctest.CLI) {
	t.Helper()
	for _, instance := range cli.Instances(t) {
		if instance.Name == "lost" {
			server.RemoveFailoverBackend(instance.Attributes.ID)
			server.RemoveTLSEdge(instance.Attributes.ID)
		}
	}
}

// routeCase is a change of an OAuth module, with its arguments after edge_id, or "" without the module.
type routeCase struct {
	before, after string
	opens         bool
}

// routeCases returns the cases by the names of their resources. The test taints and imports by name.
func routeCases() map[string]routeCase {
	const off, prefix, moved = "\nenabled = false", "\ncookie_prefix = \"x.\"", "\nroute_id = \"moved_NAME\""
	rules := func(rules string) string { return "identity_provider = { idp_3 = { " + rules + " } }" }
	on, none := rules(`email_domains = ["example.com"]`), rules("")
	unknown := rules("email_domains = [timestamp()]")
	return map[string]routeCase{
		"new":              {"", on, false},
		"new_disabled":     {"", on + off, true},
		"new_no_rule":      {"", none, true}, // the live module may have rules
		"new_unknown":      {"", unknown, true},
		"imported":         {"", on, false},
		"imported_no_rule": {"", none, true},
		"same":             {on, on, false},
		"moved":            {on, on + moved, false},
		"removed":          {on, "", false},
		"disabled":         {on, on + off, true},
		"enabled_later":    {on, on + "\nenabled = timestamp() != \"\"", true},
		"no_rule":          {on, none, true},
		"empty_rule":       {on, rules("email_domains = []"), true},
		"unknown":          {on, unknown, true},
		"unknown_list":     {on, rules(`email_domains = split(",", timestamp())`), true},
		"partly_unknown":   {on, rules(`email_domains = ["example.com", timestamp()]`), false},
		"other_rule":       {on, rules(`email_addresses = ["a@example.com"]`), false},
		"other_provider":   {on, strings.Replace(on, "idp_3", "idp_2", 1), false},
		"tainted":          {on, on, false},
		"tainted_moved":    {on, on + moved, false},
		"tainted_no_rule":  {on, none, true},
		"tainted_both":     {on, none + moved, true},
		"open":             {none, none + prefix, false},
		"open_moved":       {none, none + moved, true},
		"open_unknown":     {none, unknown, true},
		"open_list":        {none, rules(`email_domains = split(",", timestamp())`), true},
		"open_provider":    {none, `identity_provider = { idp_3 = timestamp() == "" ? null : {} }`, true},
		"off":              {on + off, on + off, false},
		"off_moved":        {on + off, on + off + moved, true},
		"off_changed":      {on + off, on + off + prefix, true}, // turns the module off again if a colleague has enabled it
		"gone":             {on + "\nprovider = trafficedge.reads", "", false},
	}
}

// The script of the guide "Running in CI" rejects plans that open a route, or that may take the access rules of a live
// module, and no others. The nightly check fails, and lists the modules that are open or gone. Data sources do not matter.
func TestAccDocumentation_plansThatOpenARoute(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), acctest.BuildProvider(t).NewCLI(t)
	cases := routeCases()
	configure := func(more string, choose func(routeCase) string) {
		config := server.Config(server.Config(more, `alias = "reads"`, `undocumented_operations = ["read_route_oauth"]`))
		for name, test := range cases {
			if arguments := choose(test); arguments != "" {
				route := map[bool]string{false: "\nroute_id = \"NAME\""}[strings.Contains(arguments, "route_id")]
				config += strings.ReplaceAll("resource \""+oauthType+"\" \"NAME\" {\nedge_id = \"e\"\n"+arguments+route+"\n}\n", "NAME", name)
			}
		}
		cli.Configure(t, config)
	}
	configure("", func(test routeCase) string { return test.before })
	cli.MustRun(t, "apply", "-auto-approve")
	server.RemoveRouteOAuth("e", "gone")
	const data = "data \"" + oauthType + "\" \"off\" {\nprovider = trafficedge.reads\nedge_id = \"e\"\nroute_id = \"off\"\n}\n"
	imports, found := "", []string(nil)
	for name, test := range cases {
		address := oauthType + "." + name
		switch {
		case strings.HasPrefix(name, "tainted"):
			cli.MustRun(t, "taint", address)
		case strings.HasPrefix(name, "imported"):
			imports += "import {\nto = " + address + "\nid = \"e/" + name + "\"\n}\n"
		}
		if test.opens {
			found = append(found, "opens "+address)
		}
	}
	acctest.NoError(t, cli.Write("data.tf", data))
	listed, err := runScript(t, cli, blockWith(t, "prior_state"))
	listed = slices.DeleteFunc(listed, func(line string) bool { return !strings.HasPrefix(line, "e/") }) // what the plan prints
	if want := strings.Fields("e/gone e/off e/off_changed e/off_moved e/open e/open_list e/open_moved e/open_provider e/open_unknown"); err == nil || !slices.Equal(listed, want) {
		t.Errorf("the nightly check ends with %v and lists %q, want %q", err, listed, want)
	}
	cli.MustRun(t, "plan", "-out=plan.tfplan")
	wantFound(t, cli)
	configure(imports, func(test routeCase) string { return test.after })
	cli.MustRun(t, "plan", "-out=plan.tfplan")
	wantFound(t, cli, found...)
}
