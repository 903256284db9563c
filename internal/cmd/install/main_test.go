// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// commitSource copies the source to the repository $1/first, commits it, and clones the
// repository to $1/second. It also creates two home directories: $1/home has a user's
// own file in the plugin directory $2, and $1/other has Go settings that would change a
// build.
const commitSource = `mkdir "$1/first"; cd ../../..; cp -r .gitignore main.go go.mod go.sum internal "$1/first"; cd "$1/first"
git init --quiet; git add --all; git -c user.name=test -c user.email=test@example.com commit --quiet --message=All
git clone --quiet . ../second; mkdir -p "$1/home/$2"; touch "$1/home/$2/mine"
mkdir -p ../other/.config/go; echo GOFLAGS=-gcflags=all=-N > ../other/.config/go/env`

// Two machines install the same commit and share a lock file and a saved plan. The commands
// of the README build the same file. Other versions stay, and -remove removes
// them all, but keeps a user's own file.
func TestAccInstall(t *testing.T) {
	if runtime.GOOS != "linux" || os.Getenv("TF_ACC") == "" || !acctest.All() {
		t.Skip("this test runs with TF_ACC=1 and TRAFFICEDGE_TEST_ALL=1 only; the directories are those of Linux")
	}
	const address = ".terraform.d/plugins/registry.terraform.io/trafficedge/trafficedge"
	scratch := t.TempDir()
	for name, value := range map[string]string{
		"GOCACHE": shell(t, "go env GOCACHE"), "GOMODCACHE": shell(t, "go env GOMODCACHE"),
		"CLI": acctest.Must(terraformcli.Find(""))(t), "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "GIT_COMMITTER_DATE": "1790000000 +0000",
	} {
		t.Setenv(name, value)
	}
	page := shell(t, "cat ../../../README.md")
	shell(t, commitSource, scratch, address)
	home, other, mine := filepath.Join(scratch, "home"), filepath.Join(scratch, "other"), address+"/mine"
	installed := install(t, home, filepath.Join(scratch, "first"))
	if len(installed) != 3 || !strings.Contains(installed[1], " "+address+"/0.1.1790000000/") || !strings.HasSuffix(installed[2], mine) {
		t.Fatalf("installed %q", installed)
	}
	t.Setenv("GOAMD64", "v3")
	again := install(t, other, filepath.Join(scratch, "second"))
	if runtime.GOARCH == "amd64" {
		_, build, _ := strings.Cut(page, "TestAccInstall runs it -->\n```shell\n")
		build, _, _ = strings.Cut(build, "```")
		shell(t, `ln -s first "$1/terraform-provider-trafficedge"; mkdir "$1/work"; cd "$1/work"; terraform() { "$CLI" "$@"; }; echo "$3" > main.tf
`+build+`cmp terraform.d/plugins/*.terraform.io/trafficedge/*/0.1.1790000000/linux_amd64/* "$HOME/$2/0.1.1790000000/linux_amd64"/*`, scratch, address,
			terraformcli.Requirement)
	}
	if !slices.Equal(installed[:2], again) {
		t.Error("the builds on two machines differ")
	}
	shareWork(t, home, other)
	if same := install(t, home, filepath.Join(scratch, "first")); !slices.Equal(installed, same) {
		t.Error("the second installation of a version changed it")
	}
	shell(t, `touch "$1/first/uncommitted"`, scratch)
	both := install(t, home, filepath.Join(scratch, "first"))
	added := slices.DeleteFunc(both, func(file string) bool { return slices.Contains(installed, file) })
	if len(both) != 5 || len(added) != 2 {
		t.Errorf("beside the installed version, uncommitted source made %q", added)
	}
	if err := run(t.Context(), []string{"-platform", "linux"}, io.Discard); err == nil || !strings.Contains(err.Error(), "linux_amd64") {
		t.Errorf("a platform without an architecture: %v", err)
	}
	inHome, inOther := install(t, home, scratch, "-remove"), install(t, other, scratch, "-remove")
	if !slices.Equal(inHome, installed[2:]) || len(inOther) > 0 {
		t.Errorf("%q and %q remain, want only %s", inHome, inOther, mine)
	}
}

// shareWork plans in one home directory and applies in the other, with the same lock
// file.
func shareWork(t *testing.T, home, other string) {
	t.Helper()
	cli := acctest.Must(terraformcli.New(acctest.Must(terraformcli.Find(""))(t), t.TempDir(), ""))(t)
	cli.Setenv("TRAFFICEDGE_BASE_URL", acctest.Start(t, refapi.Options{}).URL)
	required := strings.Replace(terraformcli.Requirement, "source =", "version = \"~> 0.1.0\"\n      source =", 1)
	acctest.NoError(t, cli.Write("main.tf", required+"resource \"trafficedge_failover_backend\" \"this\" {\n  backends = [\"bkd_fra\"]\n}\n"))
	for _, step := range []struct{ home, command string }{
		{home, "init"}, {home, "plan -out=saved"}, {other, "init -lockfile=readonly"}, {other, "apply saved"},
	} {
		cli.Setenv("HOME", step.home)
		cli.Setenv("TF_DATA_DIR", filepath.Join(step.home, "data"))
		if output, err := cli.Run(t.Context(), strings.Fields(step.command)...); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
}

// install runs the command with the given home and working directories. It returns the files
// in the plugin directory, each with its hash, in the order of their paths.
func install(t *testing.T, home, working string, args ...string) []string {
	t.Helper()
	t.Chdir(working)
	t.Setenv("HOME", home)
	acctest.NoError(t, run(t.Context(), args, io.Discard))
	files := shell(t, `cd; find .terraform.d/plugins -type f -exec sha256sum {} + | LC_ALL=C sort --key=2`)
	return strings.FieldsFunc(files, func(r rune) bool { return r == '\n' })
}

func shell(t *testing.T, script string, args ...string) string {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), "sh", append([]string{"-ec", script, "sh"}, args...)...).Output()
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return strings.TrimSpace(string(output))
}

func TestPluginDirs(t *testing.T) {
	t.Parallel()
	fresh, used := t.TempDir(), t.TempDir()
	acctest.NoError(t, os.Mkdir(filepath.Join(used, ".terraform.d"), 0o750))
	for _, test := range []struct{ system, home, xdgConfig, xdgData, want string }{
		{"linux", fresh, "", "", ".terraform.d, .local/share/terraform"},
		{"linux", fresh, "", "/data", "/data/terraform, .terraform.d"},
		{"linux", used, "", "data", ".terraform.d, .local/share/terraform"},
		{"freebsd", fresh, "/config", "", ".local/share/terraform, .terraform.d"},
		{"linux", used, "/config", "/data", ".terraform.d, /data/terraform"},
		{"darwin", fresh, "", "", ".terraform.d, Library/Application Support/io.terraform"},
		{"darwin", fresh, "/config", "/data", "Library/Application Support/io.terraform, .terraform.d"},
		{"windows", fresh, "/config", "", "terraform.d"},
	} {
		env := map[string]string{"XDG_CONFIG_HOME": test.xdgConfig, "XDG_DATA_HOME": test.xdgData}
		dirs := strings.Join(pluginDirs(test.system, test.home, func(name string) string { return env[name] }), ", ")
		got := strings.NewReplacer(filepath.ToSlash(test.home)+"/", "", "/plugins", "").Replace(filepath.ToSlash(dirs))
		if runtime.GOOS != "windows" && got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
}

// What is not asked for is neither installed nor removed. -dir limits a removal to that directory,
// whose name may contain any character.
func TestRun_arguments(t *testing.T) {
	own, dir := filepath.Join(t.TempDir(), "[own"), filepath.Join(t.TempDir(), "a [b")
	t.Setenv("HOME", own)
	t.Setenv("XDG_CONFIG_HOME", "")
	file := filepath.Join("registry.terraform.io", filepath.FromSlash(terraformcli.Source), "0.1.1790000000", "linux_amd64", terraformcli.Executable("_v0.1.1790000000"))
	inOwn, inDir := filepath.Join(own, ".terraform.d", "plugins", file), filepath.Join(dir, file)
	if runtime.GOOS == "windows" {
		t.Skip("the directories are those of Unix")
	}
	for _, at := range []string{inOwn, inDir} {
		acctest.NoError(t, os.MkdirAll(filepath.Dir(at), 0o750))
		acctest.NoError(t, os.WriteFile(at, nil, 0o600))
	}
	for _, step := range []struct {
		args         string
		fails        bool
		inDir, inOwn bool // what remains
	}{
		{"remove", true, true, true},
		{"-platform linux_", true, true, true},
		{"-platform _amd64", true, true, true},
		{"-remove -dir", false, false, true},
		{"-remove", false, false, false},
	} {
		args := strings.Fields(step.args)
		if args[len(args)-1] == "-dir" {
			args = append(args, dir)
		}
		err := run(t.Context(), args, io.Discard)
		_, noDir := os.Stat(inDir)
		_, noOwn := os.Stat(inOwn)
		if (err != nil) != step.fails || (noDir == nil) != step.inDir || (noOwn == nil) != step.inOwn {
			t.Errorf("%s: %v; %v, %v", step.args, err, noDir, noOwn)
		}
	}
}
