// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command install builds the provider into a filesystem mirror, so that a clone can be used before a release. It
// prints the line after which `terraform init` and `tofu init` find the provider in any directory.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	os.Exit(terraformcli.Main("install", run))
}

// run prints only the line on stdout.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the `directory` of the provider's source")
	into := flags.String("into", "bin", "the `directory` for the provider, the mirror and the CLI configuration")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	dir, err := filepath.Abs(*into)
	if err != nil {
		return fmt.Errorf("finding a place for the mirror: %w", err)
	}
	config, err := install(ctx, terraformcli.Build{Dir: *root, Progress: stderr}, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "export TF_CLI_CONFIG_FILE=%s\n", quoted(config))
	return nil
}

// install builds the provider, lays out the mirror and returns the path of the CLI configuration.
func install(ctx context.Context, build terraformcli.Build, dir string) (config string, err error) {
	executable := filepath.Join(dir, terraformcli.Executable(terraformcli.Provider))
	if err := build.To(ctx, executable); err != nil {
		return "", err
	}
	mirror := filepath.Join(dir, "mirror")
	same, err := terraformcli.Mirrors(mirror, terraformcli.Provider, executable)
	if err != nil {
		return "", err
	}
	if !same {
		if err := terraformcli.LayOutMirror(mirror, terraformcli.Provider, version(time.Now()), executable); err != nil {
			return "", err
		}
	}
	config = filepath.Join(dir, "cli.tfrc")
	return config, terraformcli.Mirror(terraformcli.Provider, mirror).WriteTo(config)
}

// version returns a version that grows with time and that examples accept. A lock file holds the checksum of each
// version. Another build under a version that was used before could not be installed, not even as an upgrade.
func version(now time.Time) string {
	return "0.1." + now.UTC().Format("20060102150405")
}

// quoted returns a path quoted for a shell.
func quoted(path string) string {
	if strings.ContainsFunc(path, isSpecial) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// isSpecial reports whether a character may mean something to a shell.
func isSpecial(r rune) bool {
	return !strings.ContainsRune("/._-+:@%,=", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}
