// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command install builds the provider into a directory that Terraform and OpenTofu search by themselves, so that a
// clone can be used before a release. It touches no CLI configuration.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	os.Exit(terraformcli.Main("install", run))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the `directory` of the provider's source")
	bin := flags.String("bin", "bin", "the `directory` to build in")
	remove := flags.Bool("remove", false, "remove what was installed")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	home, err := homeDir()
	if err != nil {
		return err
	}
	me := user{system: runtime.GOOS, home: home, getenv: os.Getenv}
	dirs := me.pluginDirs()
	if *remove {
		return runUninstall(stdout, dirs)
	}
	executable, err := build(ctx, terraformcli.Build{Dir: *root, Progress: stderr}, *bin)
	if err != nil {
		return err
	}
	if err := install(executable, dirs[0], dirs[1:]...); err != nil {
		return err
	}
	fmt.Fprintf(stdout, `Installed %s in %s
terraform init and tofu init find it there, in any directory, and no longer ask a registry for it.
make uninstall removes it.
`, terraformcli.Source(terraformcli.Provider), dirs[0])
	for _, file := range me.cliConfigs() {
		if overlooks(file, dirs[0]) {
			fmt.Fprintf(stdout, "\n%s has a provider_installation block, and with it a CLI searches no other places.\n"+
				"Add this line at the end of the block:\n\n  filesystem_mirror { path = %q }\n", file, filepath.ToSlash(dirs[0]))
		}
	}
	return nil
}

func runUninstall(stdout io.Writer, dirs []string) error {
	from, err := uninstall(dirs...)
	done := "Removed " + terraformcli.Source(terraformcli.Provider) + " from " + strings.Join(from, " and ")
	if len(from) == 0 {
		done = terraformcli.Source(terraformcli.Provider) + " is not installed in " + strings.Join(dirs, " or ")
	}
	if err == nil {
		fmt.Fprintln(stdout, done)
	}
	return err
}

// homeDir returns the directory under which CLIs keep their files.
func homeDir() (dir string, err error) {
	if runtime.GOOS == "windows" {
		dir, err = os.UserConfigDir()
	} else {
		dir, err = os.UserHomeDir()
	}
	if err != nil {
		return "", fmt.Errorf("finding the CLI's plugin directory: %w", err)
	}
	return dir, nil
}

// build builds the provider and returns its path.
func build(ctx context.Context, from terraformcli.Build, dir string) (executable string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("finding a directory to build in: %w", err)
	}
	executable = filepath.Join(dir, terraformcli.Executable(terraformcli.Provider))
	return executable, from.To(ctx, executable)
}

// install makes an executable the only build that is installed. One that is installed already stays as it is, so that
// lock files go on accepting it.
func install(executable, plugins string, others ...string) error {
	current, err := offers(plugins, executable)
	if err != nil {
		return err
	}
	if !current {
		others = append(others, plugins)
	}
	if _, err := uninstall(others...); err != nil || current {
		return err
	}
	mirror := filepath.Join(filepath.Dir(executable), "mirror")
	if err := terraformcli.LayOutMirror(mirror, terraformcli.Provider, version(time.Now()), executable); err != nil {
		return err
	}
	return copyWithReceipt(mirror, plugins)
}

// version returns a version that grows with time and that examples accept. A lock file holds the checksum of each
// version. Another build under a version that was used before could not be installed, not even as an upgrade.
func version(now time.Time) string {
	return "0.1." + now.UTC().Format("20060102150405")
}
