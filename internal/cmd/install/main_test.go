// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// After make install, init finds the provider in any directory, with nothing exported and no file changed. After make
// uninstall everything is as it was.
func TestAccInstall(t *testing.T) {
	t.Parallel()
	skipUnlessSlow(t)
	const plain, xdg = ".terraform.d/plugins", "data/terraform/plugins"
	if runtime.GOOS == "darwin" {
		t.Skip("the directories are those of other systems")
	}
	bin := t.TempDir()
	for name, test := range map[string]struct {
		files map[string]string // what is there before
		env   []string          // HOME stands for the home directory
		into  string
	}{
		"empty home": {nil, nil, plain},
		"other providers": {map[string]string{
			plain + "/registry.terraform.io/trafficedge/trafficedge/terraform-provider-trafficedge_0.0.1_plan9_arm.zip": "mine",
			plain + "/registry.opentofu.org/trafficedge/.keep":                                                          "mine",
		}, nil, plain},
		"XDG": {map[string]string{"config/opentofu/tofurc": ""}, []string{"XDG_CONFIG_HOME=HOME/config", "XDG_DATA_HOME=HOME/data"}, xdg},
	} {
		t.Run(name, func(t *testing.T) {
			home := newHome(t, bin, test.files, test.env...)
			if said := home.make(t, "uninstall"); !strings.Contains(said, "not installed") {
				t.Errorf("uninstall said:\n%s", said)
			}
			before := home.tree(t)
			if said := home.make(t, "install"); !strings.Contains(said, filepath.Join(home.dir, test.into)+"\n") || strings.Contains(said, "provider_installation") {
				t.Errorf("install said:\n%s", said)
			}
			installed := home.tree(t)
			for _, executable := range clis(t) {
				cli := home.cli(t, executable)
				home.init(t, cli)
				home.make(t, "install")
				if again := home.tree(t); !slices.Equal(again, installed) {
					t.Errorf("the same build changed what is installed, from %q to %q", installed, again)
				}
				if output, err := cli.Run(t.Context(), "validate"); err != nil {
					t.Errorf("%v\n%s", err, output)
				}
			}
			home.make(t, "uninstall")
			if after := home.tree(t); !slices.Equal(after, before) {
				t.Errorf("there was %q, now there is %q", before, after)
			}
		})
	}
}

// A provider_installation block hides what is installed, until it has the line that install prints.
func TestAccInstall_besideAProviderInstallation(t *testing.T) {
	t.Parallel()
	skipUnlessSlow(t)
	const block = "provider_installation {\n  filesystem_mirror {\n    path = \"%s\"\n  }\n%s}\n"
	home := newHome(t, t.TempDir(), map[string]string{"elsewhere/.keep": "", ".terraformrc": ""})
	config := filepath.Join(home.dir, ".terraformrc")
	configure := func(line string) {
		content := strings.NewReplacer("%s\"", filepath.Join(home.dir, "elsewhere")+"\"", "%s}", line+"}").Replace(block)
		if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	configure("")
	said := home.make(t, "install")
	_, advice, found := strings.Cut(said, config+" has a provider_installation block")
	_, line, quoted := strings.Cut(advice, "\n\n")
	if !found || !quoted || strings.Count(said, "provider_installation") != 1 {
		t.Fatalf("install said:\n%s", said)
	}
	for _, executable := range clis(t) {
		configure("")
		if output, err := home.cli(t, executable).Run(t.Context(), "init"); err == nil {
			t.Errorf("init succeeded without the line:\n%s", output)
		}
		configure(line)
		home.init(t, home.cli(t, executable))
	}
	if said := home.make(t, "install"); strings.Contains(said, "provider_installation") {
		t.Errorf("with the line, install said:\n%s", said)
	}
}

func skipUnlessSlow(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil || runtime.GOOS == "windows" || os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only, and make install needs make")
	}
}

// homeDirectory is the home of a user who runs make and a CLI.
type homeDirectory struct {
	dir, bin string
	env      []string
}

func newHome(t *testing.T, bin string, files map[string]string, env ...string) homeDirectory {
	t.Helper()
	home := homeDirectory{dir: t.TempDir(), bin: bin}
	source := fstest.MapFS{}
	for name, content := range files {
		source[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o600}
	}
	if err := os.CopyFS(home.dir, source); err != nil {
		t.Fatal(err)
	}
	home.env = []string{"HOME=" + home.dir, "TF_CLI_CONFIG_FILE=", "TERRAFORM_CONFIG=", "XDG_CONFIG_HOME=", "XDG_DATA_HOME="}
	for _, variable := range env {
		home.env = append(home.env, strings.Replace(variable, "HOME/", home.dir+"/", 1))
	}
	return home
}

// make runs make and returns what it printed. The go command keeps the caches of its real home.
func (h homeDirectory) make(t *testing.T, target string) string {
	t.Helper()
	caches, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Fields(string(caches))
	command := exec.CommandContext(t.Context(), "make", "--silent", "-C", filepath.Join("..", "..", ".."), target, "BIN="+h.bin)
	command.Env = append(append(os.Environ(), h.env...), "GOCACHE="+dirs[0], "GOMODCACHE="+dirs[1], "GOPATH="+dirs[2])
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("make %s: %v\n%s", target, err, output)
	}
	return string(output)
}

// tree returns the paths of everything in the home, apart from the files of go.
func (h homeDirectory) tree(t *testing.T) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(h.dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "go" {
			return fs.SkipDir
		}
		paths = append(paths, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// cli returns a CLI that reads the home's configuration.
func (h homeDirectory) cli(t *testing.T, executable string) *terraformcli.CLI {
	t.Helper()
	cli, err := terraformcli.New(executable, t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, variable := range h.env {
		name, value, _ := strings.Cut(variable, "=")
		cli.Setenv(name, value)
	}
	required := terraformcli.Requirement(terraformcli.Provider)
	constrained := strings.Replace(required, "source =", "version = \"~> 0.1\"\n      source =", 1)
	if err := cli.Write("main.tf", constrained); err != nil || constrained == required {
		t.Fatalf("requiring a version: %v", err)
	}
	return cli
}

func (h homeDirectory) init(t *testing.T, cli *terraformcli.CLI) {
	t.Helper()
	if output, err := cli.Run(t.Context(), "init"); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// clis returns the CLI under test, and OpenTofu beside it if make has built one.
func clis(t *testing.T) []string {
	t.Helper()
	executable, err := terraformcli.Find("")
	if err != nil {
		t.Fatal(err)
	}
	found := []string{executable}
	if tofu, err := filepath.Abs(filepath.Join("..", "..", "..", "bin", "tofu")); err == nil && tofu != executable && !isMissing(tofu) {
		found = append(found, tofu)
	}
	return found
}

func TestPluginDirs(t *testing.T) {
	t.Parallel()
	fresh, used := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(used, ".terraform.d"), 0o750); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		system, home string
		env          map[string]string
		want         []string // below the home, if not absolute
	}{
		"linux":                       {"linux", fresh, nil, []string{".terraform.d", ".local/share/terraform"}},
		"linux, data elsewhere":       {"linux", fresh, map[string]string{"XDG_DATA_HOME": "/data"}, []string{"/data/terraform", ".terraform.d"}},
		"linux, relative data":        {"linux", used, map[string]string{"XDG_DATA_HOME": "data"}, []string{".terraform.d", ".local/share/terraform"}},
		"linux, settings elsewhere":   {"freebsd", fresh, map[string]string{"XDG_CONFIG_HOME": "/config"}, []string{".local/share/terraform", ".terraform.d"}},
		"linux, used before":          {"linux", used, map[string]string{"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"}, []string{".terraform.d", "/data/terraform"}},
		"macOS":                       {"darwin", fresh, nil, []string{".terraform.d", "Library/Application Support/io.terraform"}},
		"macOS, settings elsewhere":   {"darwin", fresh, map[string]string{"XDG_CONFIG_HOME": "/config", "XDG_DATA_HOME": "/data"}, []string{"Library/Application Support/io.terraform", ".terraform.d"}},
		"Windows":                     {"windows", fresh, nil, []string{"terraform.d"}},
		"Windows, with XDG variables": {"windows", fresh, map[string]string{"XDG_CONFIG_HOME": "/config"}, []string{"terraform.d"}},
	} {
		var want []string
		for _, dir := range test.want {
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(test.home, dir)
			}
			want = append(want, filepath.Join(dir, "plugins"))
		}
		got := user{test.system, test.home, func(name string) string { return test.env[name] }}.pluginDirs()
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, expected %q", name, got, want)
		}
	}
}

func TestCLIConfigs(t *testing.T) {
	t.Parallel()
	home := newHome(t, "", map[string]string{
		".terraform.d/a.tfrc": "", ".terraform.d/b.tfrc.json": "", ".terraform.d/c.json": "", "terraform.d/d.tfrc": "", "config/opentofu/e.tfrc": "",
	}).dir
	for name, test := range map[string]struct {
		system string
		env    map[string]string
		want   []string
	}{
		"named":                {"linux", map[string]string{"TF_CLI_CONFIG_FILE": "/x", "XDG_CONFIG_HOME": "/y"}, []string{"/x"}},
		"named in the old way": {"windows", map[string]string{"TERRAFORM_CONFIG": "/x"}, []string{"/x"}},
		"linux":                {"linux", nil, []string{".terraformrc", ".tofurc", ".terraform.d/a.tfrc", ".terraform.d/b.tfrc.json"}},
		"linux, XDG of OpenTofu": {"linux", map[string]string{"XDG_CONFIG_HOME": filepath.Join(home, "config")},
			[]string{".terraformrc", ".tofurc", ".terraform.d/a.tfrc", ".terraform.d/b.tfrc.json", "config/opentofu/tofurc", "config/opentofu/e.tfrc"}},
		"Windows": {"windows", nil, []string{"terraform.rc", "tofu.rc", "terraform.d/d.tfrc"}},
	} {
		got := user{test.system, home, func(name string) string { return test.env[name] }}.cliConfigs()
		for i, file := range got {
			got[i] = filepath.ToSlash(strings.TrimPrefix(file, home+string(filepath.Separator)))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, expected %q", name, got, test.want)
		}
	}
}

func TestOverlooks(t *testing.T) {
	t.Parallel()
	plugins, elsewhere := filepath.ToSlash(t.TempDir()), filepath.ToSlash(t.TempDir())
	config := filepath.Join(t.TempDir(), "cli.tfrc")
	for content, want := range map[string]bool{
		"": false,
		"plugin_cache_dir = \"/x\"\n# provider_installation {}":                                           false,
		"provider_installation {\n  direct {}\n}":                                                         true,
		"  provider_installation {\n  filesystem_mirror {\n    path = \"" + elsewhere + "\"\n  }\n}":      true,
		"provider_installation {\n  filesystem_mirror {\n    path = \"" + plugins + "/\"\n  }\n}":         false,
		"provider_installation {\n  filesystem_mirror { path = \"" + plugins + "\" }\n}":                  false,
		"provider_installation {\n  # filesystem_mirror { path = \"" + plugins + "\" }\n}":                true,
		"plugin_cache_dir = \"" + plugins + "\"\nprovider_installation {\n  direct {}\n}":                 true,
		"{\"provider_installation\": {\"direct\": {}}}":                                                   true,
		"{\n  \"provider_installation\": {\"filesystem_mirror\": {\n    \"path\": \"" + plugins + "\"}}}": false,
	} {
		if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := overlooks(config, plugins); got != want {
			t.Errorf("%t for\n%s", got, content)
		}
	}
	if overlooks(filepath.Join(t.TempDir(), "none"), plugins) {
		t.Error("a file that is not there overlooks something")
	}
}

// Another build takes the place of the one before it, also of one in another directory. What somebody put there stays.
func TestInstall_anotherBuild(t *testing.T) {
	t.Parallel()
	home := newHome(t, t.TempDir(), nil)
	if err := os.MkdirAll(filepath.Join(home.dir, "other", "plugins", "registry.opentofu.org"), 0o750); err != nil {
		t.Fatal(err)
	}
	executable := filepath.Join(home.bin, terraformcli.Executable(terraformcli.Provider))
	one, other := filepath.Join(home.dir, "one", "plugins"), filepath.Join(home.dir, "other", "plugins")
	mine, empty := filepath.Join(other, "registry.terraform.io", "mine"), filepath.Join(other, "registry.opentofu.org")
	for _, step := range []struct{ content, into, notInto string }{{"a", one, other}, {"b", other, one}, {"c", other, one}} {
		if err := os.WriteFile(executable, []byte(step.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := install(executable, step.into, step.notInto); err != nil {
			t.Fatal(err)
		}
		executables, err := filepath.Glob(filepath.Join(home.dir, "*", "plugins", "registry.*", "trafficedge", "trafficedge", "0.1.*", "*", "terraform-provider-*"))
		if err != nil || len(executables) != 2 || !strings.HasPrefix(executables[0], step.into) {
			t.Fatalf("%s: there is %q", step.content, home.tree(t))
		}
		for _, file := range executables {
			if content, err := os.ReadFile(file); err != nil || string(content) != step.content {
				t.Errorf("%s holds %q, expected %q (%v)", file, content, step.content, err)
			}
			made, madeErr := os.Stat(file)
			if err := install(executable, step.into, step.notInto); err != nil {
				t.Fatal(err)
			}
			if again, err := os.Stat(file); madeErr != nil || err != nil || !again.ModTime().Equal(made.ModTime()) {
				t.Errorf("the same build was installed again (%v)", err)
			}
		}
		if step.into == other {
			if err := os.WriteFile(mine, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, want := range [][]string{{other}, nil} {
		if from, err := uninstall(other, one); err != nil || !slices.Equal(from, want) {
			t.Errorf("removed from %q, expected %q (%v)", from, want, err)
		}
	}
	want := []string{home.dir, filepath.Dir(other), other, empty, filepath.Dir(mine), mine}
	if left := home.tree(t); !slices.Equal(left, want) {
		t.Errorf("left %q, expected %q", left, want)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	if got, want := version(time.Date(2030, 1, 2, 4, 5, 6, 0, zone)), "0.1.20300102030506"; got != want {
		t.Errorf("got %s, expected %s", got, want)
	}
}
