// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

const (
	// publishedAddress is the address of the reference API on the pages, the only text that a test replaces.
	publishedAddress = "127.0.0.1:8420"
	// freeAddress makes the reference API pick a port.
	freeAddress = "127.0.0.1:0"
	// publishedSource is the address from which the pages clone the provider.
	publishedSource = "https://github.com/trafficedge/terraform-provider-trafficedge"
)

// The commands of a page succeed when they are pasted in order, into the terminals that the page names.
func TestAccDocumentation_commands(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for _, tool := range []string{"bash", "make", "git", "curl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the pages need %s", tool)
		}
	}
	source := commitWorkTree(t)
	for _, page := range commandPages(t) {
		blocks, errs := blocksOf(page, readPage(t, page))
		if len(errs) > 0 {
			continue // TestDocumentation_blocksAreMarked names them.
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			reader := newReader(t, binary, source, blocks)
			for _, one := range blocks {
				reader.follow(t, one)
			}
		})
	}
}

// reader follows a page.
type reader struct {
	binary     acctest.ProviderBinary
	env        []string
	home       string // where terminals open
	isOpenTofu bool
	atLeast    func(version string) bool
	generating func(t *testing.T) // skips the test if the CLI cannot generate the configuration of an import

	terminals map[string]*terminal
	last      *terminal // where the last commands were pasted
	address   string    // of the reference API
}

// newReader returns the reader of a page with these blocks. If no block serves the reference API, the page expects an
// installed provider and TRAFFICEDGE_BASE_URL.
func newReader(t *testing.T, binary acctest.ProviderBinary, source string, blocks []block) *reader {
	t.Helper()
	cli := binary.NewCLI(t)
	r := &reader{
		binary: binary, home: t.TempDir(), env: readerEnvironment(t, source), terminals: map[string]*terminal{}, address: freeAddress,
		isOpenTofu: cli.IsOpenTofu(t),
		atLeast:    func(version string) bool { return cli.AtLeast(t, version) },
		generating: cli.SkipUnlessGenerates,
	}
	if !slices.ContainsFunc(blocks, block.serves) {
		server := acctest.Start(t, refapi.Options{})
		r.address = strings.TrimPrefix(server.URL, "http://")
		r.env = append(r.env, "TRAFFICEDGE_BASE_URL="+server.URL, "TF_CLI_CONFIG_FILE="+installMirror(t, binary))
	}
	return r
}

// installMirror offers the provider in a mirror that init accepts. It returns the path of the CLI configuration that
// names the mirror.
func installMirror(t *testing.T, binary acctest.ProviderBinary) string {
	t.Helper()
	scratch := t.TempDir()
	mirror, config := filepath.Join(scratch, "mirror"), filepath.Join(scratch, "cli.tfrc")
	if err := terraformcli.LayOutMirror(mirror, terraformcli.Provider, "0.1.0", binary.Executable()); err != nil {
		t.Fatal(err)
	}
	installation := terraformcli.Mirror(terraformcli.Provider, mirror)
	if err := os.WriteFile(config, []byte(installation), 0o600); err != nil {
		t.Fatal(err)
	}
	return config
}

// readerEnvironment returns the environment of a reader who has a CLI under the name terraform, and an empty home.
// Git gets the provider's source from here, and the build of a clone uses the cache of earlier builds.
func readerEnvironment(t *testing.T, source string) []string {
	t.Helper()
	executable, err := terraformcli.Find("")
	if err != nil {
		t.Fatal(err)
	}
	caches, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Fields(string(caches))
	commands := t.TempDir()
	if err := os.Symlink(executable, filepath.Join(commands, "terraform")); err != nil {
		t.Fatal(err)
	}
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return slices.ContainsFunc([]string{"TF_", "TRAFFICEDGE_", "MAKE", "MFLAGS", "REFAPIARGS", "XDG_"}, func(prefix string) bool {
			return strings.HasPrefix(variable, prefix)
		})
	})
	return append(env,
		"PATH="+commands+string(os.PathListSeparator)+os.Getenv("PATH"),
		"HOME="+t.TempDir(), "GOCACHE="+dirs[0], "GOMODCACHE="+dirs[1], "GOPATH="+dirs[2],
		"CHECKPOINT_DISABLE=1", "TF_CLI_ARGS=-no-color",
		"REFAPIARGS=-addr "+freeAddress, "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url."+source+".insteadOf", "GIT_CONFIG_VALUE_0="+publishedSource,
	)
}

// follow does as a block says.
func (r *reader) follow(t *testing.T, one block) {
	t.Helper()
	if !one.isFor(r.isOpenTofu, r.atLeast) {
		t.Logf("%s is not for this CLI", one)
		return
	}
	if strings.Contains(one.text, "-generate-config-out") {
		r.generating(t)
	}
	text := strings.ReplaceAll(one.text, publishedAddress, r.address)
	switch one.action {
	case "terminal":
		r.last = r.terminal(t, strings.TrimSuffix(one.argument, " serves"))
		if one.serves() {
			r.address = r.last.serve(t, text)
		} else {
			r.last.paste(t, text)
		}
	case "file":
		if r.last == nil {
			r.last = r.terminal(t, "1")
		}
		file := filepath.Join(r.last.dir, one.argument)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	case "valid":
		r.validate(t, one)
	}
}

func (r *reader) terminal(t *testing.T, name string) *terminal {
	t.Helper()
	if r.terminals[name] == nil {
		r.terminals[name] = openTerminal(t, r.home, r.env)
	}
	return r.terminals[name]
}

// validate has the CLI check a block that is not part of the page's configuration.
func (r *reader) validate(t *testing.T, one block) {
	t.Helper()
	cli := r.binary.NewCLI(t)
	writeConfig(t, cli, one.text)
	if output, err := cli.Run(t, "validate"); err != nil {
		t.Errorf("%s: %v\n%s", one, err, output)
	}
}

// commitWorkTree returns a repository with the provider's source of this work tree, committed or not.
func commitWorkTree(t *testing.T) string {
	t.Helper()
	const script = `git ls-files -z --cached --others --exclude-standard | tar -cf - --null -T - | tar -xf - -C "$1"
cd "$1"; git init --quiet; git add --all
git -c user.name=test -c user.email=test@example.com commit --quiet --message "The work tree"`
	repository := t.TempDir()
	command := exec.CommandContext(t.Context(), "sh", "-ec", script, "sh", repository)
	command.Dir = filepath.Join("..", "..")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return repository
}
