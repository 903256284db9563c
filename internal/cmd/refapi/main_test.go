// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// actAsCommand makes the test binary the command itself: the tests run a
// process, and need no build of it.
const actAsCommand = "REFAPI_TEST_ACTS_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(actAsCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), actAsCommand+"=1")
	return cmd
}

func TestServesUntilTerminated(t *testing.T) {
	t.Parallel()
	cmd := command(t, "-addr", "127.0.0.1:0", "-token", "canary", "-page-size", "1")
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
	if status := get(t, base); status != 401 {
		t.Errorf("%d without a token", status)
	}
	// A request under way when the signal comes is still answered.
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, "POST /backends/failover HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer canary\r\nContent-Type: application/json\r\n"+
		"Content-Length: 15\r\nExpect: 100-continue\r\n\r\n")
	answer := bufio.NewReader(conn)
	until(t, answer, "100 Continue")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	written := until(t, log, "stopping")
	_, _ = io.WriteString(conn, `{"backends":[]}`)
	until(t, answer, "201 Created")
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

// until reads up to a line that holds the text, and returns what it has read.
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

func get(t *testing.T, base string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/backends/failover", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]struct {
		code int
		says string
	}{
		"-h":                                     {0, "-page-size"},
		"-port 1":                                {2, "-port"},
		"serve":                                  {2, "no arguments"},
		"-page-size 0":                           {2, "-page-size"},
		"-latency -1s":                           {2, "-latency"},
		"-rate-limit 120":                        {2, "a positive duration"},
		"-rate-limit 0/1m":                       {2, "a positive number"},
		"-rate-limit 1/0s":                       {2, "a positive duration"},
		"-identity-provider-names idp_9=a":       {2, `"idp_9" is none of idp_1`},
		"-identity-provider-names idp_1=a,idp_2": {2, "idp_2 has no name"},
		"-identity-provider-names idp_1=a -identity-provider-names idp_1=b": {2, "idp_1 has two names"},
		"-identity-provider-names idp_1=a,idp_8=a":                          {2, `idp_1 and idp_8 are both "a"`},
		"-identity-provider-names idp_3=idp_2":                              {2, `idp_2 and idp_3 are both "idp_2"`},
		"-addr 127.0.0.1:70000":                                             {1, "listening"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), strings.Fields(args), &stdout, &stderr)
		if code != want.code || !strings.Contains(stderr.String(), want.says) || stdout.Len() > 0 {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", args, code, &stdout, &stderr)
		}
	}
}

// The API's own log would grow for as long as the process lives.
func TestLogged_keepsNoRequests(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{})
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/backends/failover", http.NoBody)
	logged(api, slog.New(slog.DiscardHandler)).ServeHTTP(httptest.NewRecorder(), request)
	if n := len(api.Requests()); n != 0 {
		t.Errorf("%d requests are kept", n)
	}
}
