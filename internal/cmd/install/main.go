// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command install builds the provider and copies it to a directory that Terraform and
// OpenTofu search by default. A clone of the source can thus be used without a release.
// The command does not change the CLI configuration.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
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
	homeDir := os.UserHomeDir // the CLIs store their own files in this directory
	if runtime.GOOS == "windows" {
		homeDir = os.UserConfigDir
	}
	home, err := homeDir()
	if err != nil {
		return fmt.Errorf("finding the CLI's plugin directory: %w", err)
	}
	dirs := pluginDirs(runtime.GOOS, home, os.Getenv)
	if *remove {
		if err := uninstall(dirs, anyVersion); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "Removed %s from %s\n", terraformcli.Source(terraformcli.Provider), strings.Join(dirs, " and "))
		return nil
	}
	version := sourceVersion(ctx, *root)
	mirror, err := build(ctx, terraformcli.Build{Dir: *root, Version: version, Progress: stderr}, *bin)
	if err == nil {
		err = uninstall(dirs, version)
	}
	if err == nil {
		err = os.CopyFS(dirs[0], os.DirFS(mirror))
	}
	if err != nil {
		return fmt.Errorf("installing the provider: %w", err)
	}
	fmt.Fprintf(stdout, message, terraformcli.Source(terraformcli.Provider), version, dirs[0], filepath.ToSlash(dirs[0]))
	if newer := newerThan(version, dirs); newer != "" {
		fmt.Fprintf(stdout, "\nThe newer version %s stays installed. init picks it wherever no lock file names another.\n", newer)
	}
	return nil
}

// message says where the provider is installed. The registry is excluded from direct, because
// a direct block without it asks the registry even for versions of a mirror.
const message = `Installed %[1]s %[2]s in %[3]s
terraform init and tofu init find it there, in any directory, and ask no registry for it. make uninstall removes it.
If your CLI configuration has a provider_installation block, write these lines at its end, in place of its direct block:

  filesystem_mirror { path = %[4]q }
  direct { exclude = ["registry.terraform.io/%[1]s", "registry.opentofu.org/%[1]s"] }
`

// pluginDirs returns the directories that both Terraform and OpenTofu search by
// default. The provider is installed into the first directory.
func pluginDirs(system, home string, getenv func(string) string) []string {
	if system == "windows" {
		return []string{filepath.Join(home, "terraform.d", "plugins")}
	}
	own, data := filepath.Join(home, ".terraform.d"), filepath.Join(home, ".local", "share", "terraform")
	if system == "darwin" {
		data = filepath.Join(home, "Library", "Application Support", "io.terraform")
	} else if set := getenv("XDG_DATA_HOME"); filepath.IsAbs(set) {
		data = filepath.Join(set, "terraform")
	}
	dirs := []string{filepath.Join(own, "plugins"), filepath.Join(data, "plugins")}
	// If ~/.terraform.d exists, OpenTofu ignores settings and credentials under
	// XDG_CONFIG_HOME. If an XDG variable is set, this command therefore does not create
	// ~/.terraform.d, but installs into the other directory.
	if _, err := os.Stat(own); err != nil && getenv("XDG_CONFIG_HOME")+getenv("XDG_DATA_HOME") != "" {
		dirs[0], dirs[1] = dirs[1], dirs[0]
	}
	return dirs
}

// sourceVersion returns the version of the source in root. The version of a commit is
// the same on every machine, so lock files and saved plans can be shared. Uncommitted
// source gets a new version for each build, because a lock file accepts only one build
// of a version.
func sourceVersion(ctx context.Context, root string) string {
	changes, err := exec.CommandContext(ctx, "git", "-C", root, "status", "--porcelain").Output()
	commit, logErr := exec.CommandContext(ctx, "git", "-C", root, "log", "-1", "--format=%ct").Output()
	patch := strings.TrimSpace(string(commit))
	if err != nil || logErr != nil || len(changes) > 0 {
		patch = strconv.FormatInt(time.Now().Unix(), 10)
	}
	return "0.1." + patch
}

// build builds the provider and returns a mirror that contains it.
func build(ctx context.Context, from terraformcli.Build, dir string) (mirror string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", fmt.Errorf("finding a directory to build in: %w", err)
	}
	mirror, executable := filepath.Join(dir, "mirror"), filepath.Join(dir, terraformcli.Executable(terraformcli.Provider))
	if err := from.To(ctx, executable); err != nil {
		return "", err
	}
	return mirror, terraformcli.LayOutMirror(mirror, terraformcli.Provider, from.Version, executable)
}

// anyVersion matches every version that this command installs. A timestamp in the version
// distinguishes these versions from releases.
const anyVersion = "0.1.?????????*"

// installed returns the files in a plugin directory whose versions match a pattern.
func installed(plugins, pattern string) []string {
	// The pattern is well-formed, and malformed patterns are the only possible errors.
	files, _ := filepath.Glob(filepath.Join(plugins, "registry.*", filepath.FromSlash(terraformcli.Source(terraformcli.Provider)),
		pattern, "*", "terraform-provider-"+terraformcli.Provider+"_v0.1.*"))
	return files
}

// newerThan returns the newest installed version if it is newer than the given version, and
// "" otherwise. Versions whose timestamps have equal lengths sort like texts.
func newerThan(version string, dirs []string) (newest string) {
	for _, plugins := range dirs {
		for _, file := range installed(plugins, anyVersion) {
			newest = max(newest, filepath.Base(filepath.Dir(filepath.Dir(file))))
		}
	}
	if newest <= version {
		return ""
	}
	return newest
}

// uninstall removes the versions that match a pattern, and the directories that are then
// empty.
func uninstall(dirs []string, pattern string) error {
	var failed error
	for _, plugins := range dirs {
		for _, file := range installed(plugins, pattern) {
			failed = errors.Join(failed, os.Remove(file))
			for dir := filepath.Dir(file); len(dir) >= len(filepath.Dir(plugins)) && os.Remove(dir) == nil; dir = filepath.Dir(dir) {
				continue
			}
		}
	}
	return failed
}
