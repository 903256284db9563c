// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// allOperations lists all undocumented operations. It is a value for the quickstart's
// variable undocumented_operations.
const allOperations = `["update_tls_edge","delete_tls_edge_module","delete_tls_edge","list_tls_edges","read_route_oauth"]`

// changesPending is the exit code of `plan -detailed-exitcode` for a plan with changes.
const changesPending = 2

var errNotEmpty = errors.New("the second plan is not empty: the provider reads other values than were applied")

// demonstration runs the quickstart, from the build of the provider to the destroy.
type demonstration struct {
	executable     string         // the CLI
	source         string         // the provider's source
	work           string         // the directory for all output
	service        refapi.Options // of the reference API; with Undocumented, the provider uses all undocumented operations
	stdout, stderr io.Writer
}

type step struct {
	heading string
	args    []string
}

func (d demonstration) run(ctx context.Context) error {
	api := refapi.New(d.service)
	server := httptest.NewServer(api)
	defer server.Close()

	d.heading("Build the provider and lay it out as a local mirror")
	cli, err := d.install(ctx)
	if err != nil {
		return err
	}
	names, err := json.Marshal(d.service.IdentityProviderNames)
	if err = errors.Join(err, os.CopyFS(cli.Dir, os.DirFS(filepath.Join(d.source, "examples", "quickstart")))); err != nil {
		return fmt.Errorf("preparing the quickstart: %w", err)
	}
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	if d.service.Undocumented {
		cli.Setenv("TF_VAR_undocumented_operations", allOperations)
	}
	cli.Setenv("TF_VAR_identity_provider_names", string(names))
	d.sayf("The reference API listens on %s", server.URL)

	for _, next := range []step{
		{"Which CLI", []string{"version"}},
		{"Install the provider from the mirror", []string{"init"}},
		{"Create everything", []string{"apply", "-auto-approve"}},
		{"Show the outputs", []string{"output"}},
		{"Plan again: nothing is left to do", []string{"plan", "-detailed-exitcode"}},
		{"Destroy everything", []string{"destroy", "-auto-approve"}},
	} {
		if err = d.step(ctx, cli, next); err != nil {
			return err
		}
	}
	d.heading("What is left on the service")
	kept, err := leftovers(api, d.service.Undocumented)
	if err == nil {
		d.sayf("%s", strings.Join(kept, "\n"))
	}
	return err
}

// install builds the provider and returns a CLI that installs the provider from a local
// mirror. init therefore needs no network.
func (d demonstration) install(ctx context.Context) (*terraformcli.CLI, error) {
	mirror := filepath.Join(d.work, "mirror")
	executable := filepath.Join(d.work, terraformcli.Executable(""))
	if err := (terraformcli.Build{Dir: d.source, Progress: d.stderr}).To(ctx, executable); err != nil {
		return nil, err
	}
	if err := terraformcli.LayOutMirror(mirror, "0.1.0", executable); err != nil {
		return nil, err
	}
	cli, err := terraformcli.New(d.executable, filepath.Join(d.work, "quickstart"), terraformcli.Mirror(mirror))
	if err != nil {
		return nil, err
	}
	if showsColors(d.stdout) {
		cli.Setenv("TF_CLI_ARGS", "")
	}
	return cli, nil
}

// step prints a command, runs it and shows its output.
func (d demonstration) step(ctx context.Context, cli *terraformcli.CLI, next step) error {
	d.heading(next.heading)
	command := cli.Command(ctx, next.args...)
	line := strings.Join(append([]string{filepath.Base(command.Path)}, next.args...), " ")
	d.sayf("$ %s", line)
	command.Stdout, command.Stderr = d.stdout, d.stderr
	err := command.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && next.args[0] == "plan" && exit.ExitCode() == changesPending {
		return errNotEmpty
	}
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	return nil
}

func (d demonstration) heading(text string) {
	d.sayf("\n=== %s", text)
}

func (d demonstration) sayf(format string, args ...any) {
	fmt.Fprintf(d.stdout, format+"\n", args...)
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
