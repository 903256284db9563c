// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command demo demonstrates the provider. It builds and installs the provider, serves
// the reference API, and runs a real CLI. The CLI applies the quickstart configuration,
// plans it again, and destroys the objects. The command runs in the root of the source.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/cmd/command"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// allOperations lists all undocumented operations. It is a value for the quickstart's
// variable undocumented_operations.
const allOperations = `["update_tls_edge","delete_tls_edge_module","delete_tls_edge","list_tls_edges","read_route_oauth"]`

func main() {
	os.Exit(command.Main("demo", run))
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("demo", flag.ExitOnError)
	asked := flags.String("cli", "", "the Terraform or OpenTofu `command` to run "+
		"(default TF_ACC_TERRAFORM_PATH, terraform or tofu, whichever is there first)")
	var service refapi.Options
	flags.BoolVar(&service.Undocumented, "undocumented", false, "use operations that the API documentation does not show, and delete everything")
	flags.Func("identity-provider-names", "the service's own names of the identity providers, such as `idp_1=alpha,idp_2=beta`", service.NameIdentityProviders)
	_ = flags.Parse(args) // exits the process instead of returning an error
	executable, err := terraformcli.Find(*asked)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "trafficedge-demo-")
	if err != nil {
		return fmt.Errorf("making a working directory: %w", err)
	}
	return errors.Join(demonstrate(ctx, executable, work, service, stdout), os.RemoveAll(work))
}

// demonstrate runs the quickstart, from the build of the provider to the destroy. It writes
// only in the directory work.
func demonstrate(ctx context.Context, executable, work string, service refapi.Options, stdout io.Writer) error {
	api := refapi.New(service)
	server := httptest.NewServer(api)
	defer server.Close()
	fmt.Fprintln(stdout, "\n=== Build the provider and lay it out as a local mirror (at the first time, a minute or more)")
	cli, err := install(ctx, executable, work)
	if err != nil {
		return err
	}
	names, err := json.Marshal(service.IdentityProviderNames)
	if err = errors.Join(err, os.CopyFS(cli.Dir, os.DirFS(filepath.Join("examples", "quickstart")))); err != nil {
		return fmt.Errorf("preparing the quickstart: %w", err)
	}
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	cli.Setenv("TF_VAR_identity_provider_names", string(names))
	if service.Undocumented {
		cli.Setenv("TF_VAR_undocumented_operations", allOperations)
	}
	if showsColors(stdout) {
		cli.Setenv("TF_CLI_ARGS", "")
	}
	fmt.Fprintln(stdout, "The reference API listens on", server.URL)
	destroy := "Destroy everything. The API has no way to delete an edge: it is abandoned, before its backend is deleted"
	if service.Undocumented {
		destroy = "Destroy everything. Each edge is deleted before its backend"
	}
	for _, step := range []struct{ heading, command string }{
		{"Which CLI", "version"},
		{"Install the provider from the mirror", "init"},
		{"Create everything, and show the outputs", "apply -auto-approve"},
		{"Plan again: nothing is left to do", "plan -detailed-exitcode"}, // a plan with changes fails
		{destroy, "destroy -auto-approve"},
	} {
		line := filepath.Base(executable) + " " + step.command
		fmt.Fprintf(stdout, "\n=== %s\n$ %s\n", step.heading, line)
		started := cli.Command(ctx, strings.Fields(step.command)...)
		started.Stdout, started.Stderr = stdout, os.Stderr
		if err := started.Run(); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	fmt.Fprintln(stdout, "\n=== What is left on the service")
	return leftovers(api, service.Undocumented, stdout)
}

// install builds the provider and returns a CLI that installs the provider from a local
// mirror. init therefore needs no network.
func install(ctx context.Context, executable, work string) (*terraformcli.CLI, error) {
	mirror, built := filepath.Join(work, "mirror"), filepath.Join(work, terraformcli.Executable(""))
	if err := terraformcli.Build(ctx, built); err != nil {
		return nil, err
	}
	if err := terraformcli.LayOutMirror(mirror, "0.1.0", terraformcli.ThisPlatform, built); err != nil {
		return nil, err
	}
	const configuration = "provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n"
	return terraformcli.New(executable, filepath.Join(work, "quickstart"), fmt.Sprintf(configuration, filepath.ToSlash(mirror)))
}

// leftovers prints the objects that a destroy leaves on the service: the OAuth module, and
// edges if the API cannot delete them. Every other object is an error, and so is an OAuth
// module that the destroy has changed.
func leftovers(api *refapi.API, undocumented bool, stdout io.Writer) error {
	var wrong []error
	for _, backend := range api.FailoverBackends() {
		wrong = append(wrong, fmt.Errorf("failover backend %s is still there", backend.ID))
	}
	for _, edge := range api.TLSEdges() {
		if undocumented {
			wrong = append(wrong, fmt.Errorf("TLS edge %s is still there", edge.ID))
		} else {
			fmt.Fprintf(stdout, "TLS edge %s: the API has no way to delete one, so it was abandoned.\n", edge.ID)
		}
	}
	if module, found := api.RouteOAuth("hed_back_office", "rte_all"); !found || !module.Enabled {
		wrong = append(wrong, errors.New("the destroy opened the route of the OAuth module"))
	} else {
		fmt.Fprintln(stdout, "OAuth module /edges/https/hed_back_office/routes/rte_all/oauth: a destroy leaves it as it is, so that no route opens.")
	}
	return errors.Join(wrong...)
}

// showsColors reports whether the output is a terminal and NO_COLOR is not set.
func showsColors(out io.Writer) bool {
	file, isFile := out.(*os.File)
	if !isFile || os.Getenv("NO_COLOR") != "" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
