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
	// publishedAddress is the reference API's address in the documentation. A test replaces
	// it with the address that the API listens on, and changes nothing else on a page.
	publishedAddress = "127.0.0.1:8420"
	// freeAddress makes the reference API choose a free port.
	freeAddress = "127.0.0.1:0"
	// publishedSource is the address from which the documentation clones the provider.
	publishedSource = "https://github.com/trafficedge/terraform-provider-trafficedge"
)

// A page's commands succeed if they are pasted in order into the page's terminals.
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
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			// TestDocumentation_blocksAreMarked reports the errors.
			blocks, _ := blocksOf(page, followIncidents(t, binary, page))
			reader := newReader(t, binary, source, blocks)
			for _, one := range blocks {
				reader.follow(t, one)
			}
		})
	}
}

// reader simulates a user who follows a page.
type reader struct {
	binary     acctest.ProviderBinary
	env        []string
	home       string // the initial directory of terminals
	isOpenTofu bool
	atLeast    func(version string) bool
	generating func(t *testing.T) // skips the test if the CLI cannot generate configuration for an import

	terminals map[string]*terminal
	last      *terminal       // the terminal that received the last commands
	address   string          // the reference API's address
	server    *acctest.Server // nil if a block serves the reference API
}

// newReader returns a reader for the blocks of a page. If no block serves the reference
// API, newReader starts the API and sets up a mirror for the installation of the provider.
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
		r.server = acctest.Start(t, refapi.Options{})
		r.address = strings.TrimPrefix(r.server.URL, "http://")
		r.env = append(r.env, "TRAFFICEDGE_BASE_URL="+r.server.URL, "TF_CLI_CONFIG_FILE="+installMirror(t, binary))
	}
	return r
}

// installMirror returns the path of a CLI configuration with which init finds the provider.
func installMirror(t *testing.T, binary acctest.ProviderBinary) string {
	t.Helper()
	scratch := t.TempDir()
	mirror, config := filepath.Join(scratch, "mirror"), filepath.Join(scratch, "cli.tfrc")
	acctest.NoError(t, terraformcli.LayOutMirror(mirror, "0.1.0", binary.Executable()),
		os.WriteFile(config, []byte(terraformcli.Mirror(mirror)), 0o600))
	return config
}

// readerEnvironment returns environment variables for a reader. The home directory is
// empty, and the CLI is named terraform. Git clones the provider from the local source.
func readerEnvironment(t *testing.T, source string) []string {
	t.Helper()
	executable := acctest.Must(terraformcli.Find(""))(t)
	caches := acctest.Must(exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output())(t)
	dirs := strings.Fields(string(caches))
	commands := t.TempDir()
	acctest.NoError(t, os.Symlink(executable, filepath.Join(commands, "terraform")))
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

// follow executes one block as its comment specifies.
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
		acctest.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(text), 0o600))
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

// validate runs the CLI command validate on one block as a separate configuration.
func (r *reader) validate(t *testing.T, one block) {
	t.Helper()
	cli := r.binary.NewCLI(t)
	writeConfig(t, cli, one.text)
	if output, err := cli.Run(t, "validate"); err != nil {
		t.Errorf("%s: %v\n%s", one, err, output)
	}
}

// commitWorkTree returns a repository with the source, including uncommitted changes.
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
