// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest_test

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// After each block, a terminal prints a line with this text, followed by the directory.
const ready = "=== ready in "

var address = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)`)

// terminal is a shell into which a test pastes commands. The shell exits if a command
// fails.
type terminal struct {
	input  io.Writer
	output *bufio.Reader
	dir    string // the working directory

	printed strings.Builder // all lines that the method until has read

	drained chan struct{} // nil until drain is called; closed when drain has read all output
}

// openTerminal starts a shell that ends with the test.
func openTerminal(t *testing.T, dir string, env []string) *terminal {
	t.Helper()
	// The cleanup interrupts the processes. The test's own context is canceled before the
	// cleanup, and would kill them.
	shell := exec.CommandContext(context.WithoutCancel(t.Context()), "bash", "--norc", "-e")
	shell.Dir, shell.Env = dir, env
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input := acctest.Must(shell.StdinPipe())(t)
	output := acctest.Must(shell.StdoutPipe())(t)
	shell.Stderr = shell.Stdout
	acctest.NoError(t, shell.Start())
	opened := &terminal{input: input, output: bufio.NewReader(output), dir: dir}
	t.Cleanup(func() {
		_ = input.Close()
		_ = syscall.Kill(-shell.Process.Pid, syscall.SIGINT)
		if opened.drained == nil {
			opened.drain()
		}
		<-opened.drained
		_ = shell.Wait()
	})
	return opened
}

// paste runs commands and waits for them.
func (s *terminal) paste(t *testing.T, commands string) {
	t.Helper()
	// Commands get no standard input, because they could consume text pasted later.
	s.write(t, "{\n"+commands+"\n} </dev/null\nprintf '\\n"+ready+"%s\\n' \"$PWD\"\n")
	line := s.until(t, commands, func(line string) bool { return strings.HasPrefix(line, ready) })
	s.dir = strings.TrimPrefix(line, ready)
}

// serve starts a command that keeps running, and returns the address in its output.
func (s *terminal) serve(t *testing.T, commands string) (hostport string) {
	t.Helper()
	s.write(t, commands)
	line := s.until(t, commands, address.MatchString)
	// If nothing read the output, a full pipe would block the command.
	s.drain()
	return address.FindStringSubmatch(line)[1]
}

// drain reads and discards all further output.
func (s *terminal) drain() {
	drained := make(chan struct{})
	s.drained = drained
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, s.output)
	}()
}

func (s *terminal) write(t *testing.T, text string) {
	t.Helper()
	acctest.Must(io.WriteString(s.input, text))(t)
}

// until returns the first line for which isTheOne returns true. The test ends if no
// line matches.
func (s *terminal) until(t *testing.T, commands string, isTheOne func(string) bool) string {
	t.Helper()
	before := s.printed.Len()
	for {
		line, err := s.output.ReadString('\n')
		s.printed.WriteString(line)
		if line = strings.TrimRight(line, "\n"); isTheOne(line) {
			return line
		}
		if err != nil {
			t.Fatalf("failed in %s:\n\n%s\nIt printed\n\n%s", s.dir, commands, s.printed.String()[before:])
		}
	}
}
