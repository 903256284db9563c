// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
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
	acctest.NoError(t, terraformcli.LayOutMirror(filepath.Join(string(binary), "plugins"), "0.1.0", terraformcli.ThisPlatform, binary.Executable()))
	for _, page := range commandPages(t) {
		t.Run(strings.ReplaceAll(strings.TrimPrefix(page, "../../"), "/", "_"), func(t *testing.T) {
			t.Parallel()
			name, clones := filepath.Base(page), strings.Contains(readPage(t, page), "\ngit clone ")
			isLong := clones && name != "getting-started.md" || name == "incidents.md"
			if isLong && !acctest.All() {
				t.Skip("this page runs with TRAFFICEDGE_TEST_ALL=1 only")
			}
			blocks := blocksOf(t, page, followIncidents(t, binary, page))
			reader := newReader(t, binary, map[bool]string{true: source}[clones], blocks)
			for _, block := range blocks {
				reader.follow(t, block)
			}
			if name == "production.md" { // the page leaves the apply to CI
				reader.last.paste(t, "terraform apply -auto-approve\nterraform plan -detailed-exitcode")
			}
		})
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

// reader simulates a user who follows a page.
type reader struct {
	cli       *acctest.CLI // for the blocks that are configurations of their own
	home      string       // the initial directory of terminals
	env       []string
	terminals map[string]*terminal
	last      *terminal       // the terminal that received the last commands
	address   string          // the reference API's address
	server    *acctest.Server // nil if a block serves the reference API
}

// newReader returns a reader for the blocks of a page. The CLI is named terraform, and git
// clones the provider from the local source, unless it is "". Then init finds the provider in the home directory,
// and terminals begin beside a clone, and below another. If no block serves the reference API, newReader starts the API.
func newReader(t *testing.T, binary acctest.ProviderBinary, source string, blocks []block) *reader {
	t.Helper()
	r, home := &reader{cli: binary.NewCLI(t), home: t.TempDir(), terminals: map[string]*terminal{}, address: freeAddress}, t.TempDir()
	if !slices.ContainsFunc(blocks, block.serves) {
		r.server = acctest.Start(t, refapi.Options{})
		r.address = strings.TrimPrefix(r.server.URL, "http://")
	}
	executable, commands := acctest.Must(terraformcli.Find(""))(t), t.TempDir()
	acctest.NoError(t, os.Symlink(executable, filepath.Join(commands, "terraform")))
	cli := &acctest.CLI{CLI: acctest.Must(terraformcli.New(executable, t.TempDir(), ""))(t)}
	if source == "" { // a compiler needs garbage collections
		cli.SaveTime()
		clone := acctest.Must(filepath.Abs("../.."))(t)
		acctest.NoError(t, os.Symlink(string(binary), filepath.Join(home, ".terraform.d")),
			os.Symlink(clone, filepath.Join(r.home, "terraform-provider-trafficedge")),
			os.Symlink(clone, filepath.Join(r.home, "..", "terraform-provider-trafficedge")))
	}
	caches := acctest.Must(exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE").Output())(t)
	dirs := strings.Fields(string(caches))
	for name, value := range map[string]string{
		"PATH": commands + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME": home, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "MAKEFLAGS": "", "REFAPIARGS": "-addr " + freeAddress,
		"GOCACHE": dirs[0], "GOMODCACHE": dirs[1], "GOFLAGS": os.Getenv("GOFLAGS") + " -trimpath",
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "url." + source + ".insteadOf", "GIT_CONFIG_VALUE_0": publishedSource,
	} {
		cli.Setenv(name, value)
	}
	if r.server != nil {
		cli.Setenv("TRAFFICEDGE_BASE_URL", r.server.URL)
	}
	r.env = cli.Command(t.Context()).Env
	r.use(t, "1")
	return r
}

// follow executes one block as its comment specifies.
func (r *reader) follow(t *testing.T, block block) {
	t.Helper()
	if !block.isFor(t, r.cli) {
		t.Logf("%s is not for this CLI", block.place)
		return
	}
	if strings.Contains(block.text, "-generate-config-out") {
		r.cli.SkipUnlessGenerates(t)
	}
	text := strings.ReplaceAll(block.text, publishedAddress, r.address)
	action, argument, _ := strings.Cut(block.test, " ")
	switch action {
	case "terminal":
		r.use(t, argument[:1])
		if block.serves() {
			r.address = r.last.run(t, text, regexp.MustCompile(`http://(127\.0\.0\.1:\d+)`))
			// If nothing read the output, a full pipe would block the command.
			go func(output io.Reader) { _, _ = io.Copy(io.Discard, output) }(r.last.output)
		} else {
			r.last.paste(t, text)
		}
	case "file":
		file := filepath.Join(r.last.dir, argument)
		acctest.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(text), 0o600))
	case "printed":
		if !strings.Contains(r.last.printed.String(), text) {
			t.Errorf("%s: no command before has printed\n%s", block.place, text)
		}
	case "valid":
		writeConfig(t, r.cli, text)
		r.cli.MustRun(t, "validate")
	}
}

// terminal is a shell into which a test pastes commands. The shell exits if a command
// fails.
type terminal struct {
	input   io.Writer
	output  *bufio.Reader
	dir     string          // the working directory
	printed strings.Builder // what the commands have printed
}

// use makes a terminal the last one. A new terminal starts a shell that ends with the test.
// Its processes are interrupted, so that they can end their own processes.
func (r *reader) use(t *testing.T, name string) {
	t.Helper()
	if r.last = r.terminals[name]; r.last != nil {
		return
	}
	shell := exec.CommandContext(t.Context(), "bash", "--norc", "-e")
	shell.Dir, shell.Env = r.home, r.env
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	shell.Cancel = func() error { return syscall.Kill(-shell.Process.Pid, syscall.SIGINT) }
	input, output := acctest.Must(shell.StdinPipe())(t), acctest.Must(shell.StdoutPipe())(t)
	shell.Stderr = shell.Stdout
	acctest.NoError(t, shell.Start())
	t.Cleanup(func() {
		_ = input.Close()
		_ = shell.Wait()
	})
	r.last = &terminal{input: input, output: bufio.NewReader(output), dir: r.home}
	r.terminals[name] = r.last
}

// paste runs commands and waits for them. They get no standard input, because they could
// consume text pasted later.
func (s *terminal) paste(t *testing.T, commands string) {
	t.Helper()
	const ready = "=== ready in "
	s.dir = s.run(t, "{\n"+commands+"\n} </dev/null\nprintf '\\n"+ready+"%s\\n' \"$PWD\"\n", regexp.MustCompile("^"+ready+"(.*)\n"))
}

// run passes commands to the shell, and reads its output up to the first line that matches.
// It returns the match of the pattern's group.
func (s *terminal) run(t *testing.T, commands string, last *regexp.Regexp) string {
	t.Helper()
	acctest.Must(io.WriteString(s.input, commands))(t)
	before := s.printed.Len()
	for {
		line, err := s.output.ReadString('\n')
		s.printed.WriteString(line)
		if match := last.FindStringSubmatch(line); match != nil {
			return match[1]
		}
		if err != nil {
			t.Fatalf("failed in %s:\n\n%s\nIt printed\n\n%s", s.dir, commands, s.printed.String()[before:])
		}
	}
}
