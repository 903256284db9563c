// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command install builds the provider and copies it to a directory that Terraform and
// OpenTofu search by default. A clone of the source can thus be used without a release.
// The command runs in the root of the source, and does not change the CLI configuration.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/cmd/command"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	os.Exit(command.Main("install", run))
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("install", flag.ExitOnError)
	remove := flags.Bool("remove", false, "remove what was installed")
	platform := flags.String("platform", terraformcli.ThisPlatform, "build for this platform")
	dir := flags.String("dir", "", "install into this directory, which no CLI searches by default")
	_ = flags.Parse(args) // exits the process instead of returning an error
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is not a flag", flags.Arg(0))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("preparing the installation: %w", err)
	}
	dirs := pluginDirs(runtime.GOOS, home, os.Getenv)
	if *remove {
		if *dir != "" {
			dirs = []string{*dir}
		}
		fmt.Fprintf(stdout, "Removing %s from %s\n", terraformcli.Source, strings.Join(dirs, " and "))
		return uninstall(dirs)
	}
	version, executable := sourceVersion(ctx), filepath.Join("bin", terraformcli.Executable(""))
	if err := build(ctx, version, *platform, executable); err != nil {
		return err
	}
	target := cmp.Or(*dir, dirs[0])
	if err := terraformcli.LayOutMirror(target, version, *platform, executable); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Installed %s %s for %s in %s\n", terraformcli.Source, version, *platform, target)
	if *dir != "" {
		return nil
	}
	fmt.Fprintf(stdout, message, terraformcli.Source, filepath.ToSlash(target))
	if newer := newest(dirs); newer > version {
		fmt.Fprintf(stdout, "\nThe newer version %s stays installed. init picks it wherever no lock file names another.\n", newer)
	}
	return nil
}

// message says where the provider is installed. The registry is excluded from direct, because
// a direct block without it asks the registry even for versions of a mirror.
const message = `terraform init and tofu init find it there, in any directory, and ask no registry for it. make uninstall removes it.
If your CLI configuration has a provider_installation block, write these lines at its end, in place of its direct block:

  filesystem_mirror { path = %[2]q }
  direct { exclude = ["registry.terraform.io/%[1]s", "registry.opentofu.org/%[1]s"] }
`

// pluginDirs returns the directories that both Terraform and OpenTofu search by
// default. The provider is installed into the first directory.
func pluginDirs(system, home string, getenv func(string) string) []string {
	if system == "windows" {
		return []string{filepath.Join(getenv("APPDATA"), "terraform.d", "plugins")}
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

// sourceVersion returns the version of the source. The version of a commit is
// the same on every machine, so lock files and saved plans can be shared. Uncommitted
// source gets a new version for each build, because a lock file accepts only one build
// of a version.
func sourceVersion(ctx context.Context) string {
	changes, err := exec.CommandContext(ctx, "git", "status", "--porcelain").Output()
	commit, logErr := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct").Output()
	if err != nil || logErr != nil || len(changes) > 0 {
		return fmt.Sprintf("0.1.%d", time.Now().Unix())
	}
	return "0.1." + strings.TrimSpace(string(commit))
}

// build builds a reproducible release with the toolchain in go.mod. Of the user's Go
// settings, only those for module sources and caches apply.
func build(ctx context.Context, version, platform, executable string) error {
	kept := strings.Fields("GOCACHE GOMODCACHE GOPATH GOPROXY GOPRIVATE GONOPROXY GOSUMDB GONOSUMDB GOINSECURE GOAUTH GOVCS")
	values, err := exec.CommandContext(ctx, "go", append([]string{"env"}, kept...)...).Output()
	module, readErr := os.ReadFile("go.mod")
	if err := errors.Join(err, readErr); err != nil {
		return fmt.Errorf("reading the settings of go: %w", err)
	}
	_, required, _ := strings.Cut(string(module), "\ntoolchain ")
	toolchain, _, _ := strings.Cut(required, "\n")
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "GO") })
	system, architecture, isPlatform := strings.Cut(platform, "_")
	if !isPlatform || system == "" || architecture == "" { // go build would take an empty GOARCH for that of this machine.
		return fmt.Errorf("%q is not a platform such as linux_amd64", platform)
	}
	env = append(env, "GOOS="+system, "GOARCH="+architecture, "CGO_ENABLED=0", "GOENV=off", "GOWORK=off", "GOTOOLCHAIN="+toolchain)
	for i, value := range strings.Split(strings.TrimSuffix(string(values), "\n"), "\n") {
		env = append(env, kept[i]+"="+value)
	}
	goBuild := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.version="+version, "-o", executable, ".")
	goBuild.Env, goBuild.Stdout, goBuild.Stderr = env, os.Stderr, os.Stderr
	if err := goBuild.Run(); err != nil {
		return fmt.Errorf("building the provider: %w", err)
	}
	return nil
}

// installed returns the files that this command has installed. A timestamp in the version
// distinguishes them from releases.
func installed(dirs []string) (files []string) {
	for _, plugins := range dirs {
		// The pattern is well-formed, and malformed patterns are the only possible errors. The
		// directory is not a part of it, because its name may contain a bracket.
		found, _ := fs.Glob(os.DirFS(plugins), path.Join("registry.*", terraformcli.Source, "0.1.?????????*", "*", terraformcli.Executable("_v0.1.*")))
		for _, file := range found {
			files = append(files, filepath.Join(plugins, filepath.FromSlash(file)))
		}
	}
	return files
}

// newest returns the newest installed version. Versions whose timestamps have equal lengths
// sort like texts.
func newest(dirs []string) (version string) {
	for _, file := range installed(dirs) {
		version = max(version, filepath.Base(filepath.Dir(filepath.Dir(file))))
	}
	return version
}

// uninstall removes all installed versions. It also removes the plugin directory, its parent
// and each directory below, if they are then empty.
func uninstall(dirs []string) (failed error) {
	for _, at := range installed(dirs) {
		failed = errors.Join(failed, os.Remove(at))
		for range 7 {
			at = filepath.Dir(at)
			_ = os.Remove(at) // fails if the directory is not empty
		}
	}
	return failed
}
