// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command demo demonstrates the provider. It builds and installs the provider, serves
// the reference API, and runs a real CLI. The CLI applies the quickstart configuration,
// plans it again, and destroys the objects.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/cmd/command"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	os.Exit(command.Main("demo", run))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asked := flags.String("cli", "", "the Terraform or OpenTofu `command` to run "+
		"(default TF_ACC_TERRAFORM_PATH, terraform or tofu, whichever is there first)")
	var service refapi.Options
	flags.BoolVar(&service.Undocumented, "undocumented", false, "use operations that the API documentation does not show, and delete everything")
	flags.Func("identity-provider-names", "the service's own names of the identity providers, such as `idp_1=alpha,idp_2=beta`", service.NameIdentityProviders)
	root := flags.String("root", ".", "the `directory` of the provider's source")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	executable, err := terraformcli.Find(*asked)
	if err != nil {
		return err
	}
	source, err := filepath.Abs(*root)
	if err != nil {
		return fmt.Errorf("finding the provider's source: %w", err)
	}
	work, err := os.MkdirTemp("", "trafficedge-demo-")
	if err != nil {
		return fmt.Errorf("making a working directory: %w", err)
	}
	shown := demonstration{executable: executable, source: source, work: work, service: service, stdout: stdout, stderr: stderr}
	return errors.Join(shown.run(ctx), os.RemoveAll(work))
}
