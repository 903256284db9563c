// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// actAsCommand is an environment variable. If it is set, the test binary runs the command
// instead of the tests. Tests can thus start the command without building it.
const actAsCommand = "REFAPI_TEST_ACTS_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(actAsCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestServesUntilTerminated(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no SIGTERM")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-addr", "127.0.0.1:0", "-token", "canary", "-latency", "100ms")
	cmd.Env = append(os.Environ(), actAsCommand+"=1")
	output, err := cmd.StdoutPipe()
	logged, logErr := cmd.StderrPipe()
	if err := errors.Join(err, logErr, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	stdout, log := bufio.NewReader(output), bufio.NewReader(logged)
	base := strings.TrimSpace(until(t, stdout, "\n"))
	if !strings.HasPrefix(base, "http://127.0.0.1:") || strings.HasSuffix(base, ":0") {
		t.Fatalf("first line %q", base)
	}
	// A request in progress at the time of the signal still receives its response.
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, "POST /backends/failover HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer canary\r\nContent-Type: application/json\r\n"+
		"Content-Length: 15\r\nExpect: 100-continue\r\n\r\n")
	response := bufio.NewReader(conn)
	until(t, response, "100 Continue")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	written := until(t, log, "stopping")
	_, _ = io.WriteString(conn, `{"backends":[]}`)
	until(t, response, "201 Created")
	rest, _ := io.ReadAll(stdout)
	more, _ := io.ReadAll(log)
	written += string(more)
	if err := cmd.Wait(); err != nil || len(rest) > 0 {
		t.Errorf("exit: %v, more on standard output: %q\n%s", err, rest, written)
	}
	if !strings.Contains(written, "path=/backends/failover status=201") || strings.Contains(written, "canary") {
		t.Errorf("log:\n%s", written)
	}
}

// until reads up to the first line that contains the text, and returns all lines read.
func until(t *testing.T, lines *bufio.Reader, text string) (read string) {
	t.Helper()
	for {
		line, err := lines.ReadString('\n')
		read += line
		if err != nil {
			t.Fatalf("no %q: %v\n%s", text, err, read)
		}
		if strings.Contains(line, text) {
			return read
		}
	}
}
