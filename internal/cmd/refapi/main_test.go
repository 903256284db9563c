// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
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
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			cmd := command(t, "-addr", "127.0.0.1:0", "-token", "canary", "-page-size", "1")
			log := startLog(t, cmd)
			pipe, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			stdout := bufio.NewReader(pipe)
			line, err := stdout.ReadString('\n')
			if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") || strings.HasSuffix(line, ":0\n") {
				t.Fatalf("first line %q: %v", line, err)
			}
			base := strings.TrimSpace(line)

			if status := get(t, base, ""); status != 401 {
				t.Errorf("%d without a token", status)
			}
			// A request under way when the signal comes is still answered.
			underWay, finish := postSlowly(t, base, "canary")
			<-underWay
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			log.until(t, "stopping")
			if status := finish(); status != 201 {
				t.Errorf("%d for the request under way", status)
			}
			rest, _ := io.ReadAll(stdout)
			written := log.rest()
			if err := cmd.Wait(); err != nil {
				t.Errorf("exit: %v\n%s", err, written)
			}
			if len(rest) > 0 {
				t.Errorf("more on standard output: %q", rest)
			}
			if !strings.Contains(written, "path=/backends/failover status=201") || strings.Contains(written, "canary") {
				t.Errorf("log:\n%s", written)
			}
		})
	}
}

// commandLog is the standard error of a running command.
type commandLog struct {
	lines *bufio.Reader
	seen  strings.Builder
}

func startLog(t *testing.T, cmd *exec.Cmd) *commandLog {
	t.Helper()
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	return &commandLog{lines: bufio.NewReader(pipe)}
}

// until reads up to a line that holds the text.
func (l *commandLog) until(t *testing.T, text string) {
	t.Helper()
	for {
		line, err := l.lines.ReadString('\n')
		l.seen.WriteString(line)
		if err != nil {
			t.Fatalf("no %q in the log: %v\n%s", text, err, l.seen.String())
		}
		if strings.Contains(line, text) {
			return
		}
	}
}

// rest reads to the end and returns all that was written.
func (l *commandLog) rest() string {
	_, _ = io.Copy(&l.seen, l.lines)
	return l.seen.String()
}

// postSlowly starts a creation whose body it holds back. The channel is closed
// when the service waits for the body or has answered without it. The function
// sends the body and returns the status.
func postSlowly(t *testing.T, base, token string) (underWay <-chan struct{}, finish func() int) {
	t.Helper()
	waits := make(chan struct{})
	waiting := sync.OnceFunc(func() { close(waits) })
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: waiting})
	body, content := io.Pipe()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/backends/failover", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Expect", "100-continue")
	// The body is held back until the service asks for it.
	transport := &http.Transport{ExpectContinueTimeout: time.Minute}
	t.Cleanup(transport.CloseIdleConnections)
	status := make(chan int, 1)
	go func() {
		defer waiting()
		response, err := transport.RoundTrip(request)
		if err != nil {
			t.Error(err)
			status <- 0
			return
		}
		defer response.Body.Close()
		status <- response.StatusCode
	}()
	return waits, func() int {
		_, _ = io.WriteString(content, `{"backends":[]}`)
		_ = content.Close()
		return <-status
	}
}

func get(t *testing.T, base, token string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/backends/failover", http.NoBody)
	if err != nil {
		t.Error(err)
		return 0
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer response.Body.Close()
	return response.StatusCode
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"help", []string{"-h"}, 0, "-page-size"},
		{"unknown flag", []string{"-port", "1"}, 2, "-port"},
		{"argument", []string{"serve"}, 2, "no arguments"},
		{"page size", []string{"-page-size", "0"}, 2, "-page-size"},
		{"latency", []string{"-latency", "-1s"}, 2, "-latency"},
		{"rate without a duration", []string{"-rate-limit", "120"}, 2, "a positive duration"},
		{"rate of nothing", []string{"-rate-limit", "0/1m"}, 2, "a positive number"},
		{"rate in no time", []string{"-rate-limit", "1/0s"}, 2, "a positive duration"},
		{"unknown identity provider", []string{"-identity-provider-names", "idp_9=a"}, 2, `"idp_9" is none of idp_1`},
		{"identity provider without a name", []string{"-identity-provider-names", "idp_1=a,idp_2"}, 2, "idp_2 has no name"},
		{"identity provider with two names", []string{"-identity-provider-names", "idp_1=a", "-identity-provider-names", "idp_1=b"}, 2, "idp_1 has two names"},
		{"one name for two identity providers", []string{"-identity-provider-names", "idp_1=a,idp_8=a"}, 2, `idp_1 and idp_8 are both "a"`},
		{"name that another one keeps", []string{"-identity-provider-names", "idp_3=idp_2"}, 2, `idp_2 and idp_3 are both "idp_2"`},
		{"address", []string{"-addr", "127.0.0.1:70000"}, 1, "listening"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), test.args, &stdout, &stderr); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if !strings.Contains(stderr.String(), test.says) || stdout.Len() > 0 {
				t.Errorf("stdout %q, stderr %q", &stdout, &stderr)
			}
		})
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args []string
		addr string
		want refapi.Options
	}{
		{nil, "127.0.0.1:8420", refapi.Options{PageSize: 100}},
		{
			[]string{"-addr", "[::1]:0", "-token", "t", "-page-size", "2", "-latency", "20ms", "-undocumented", "-rate-limit", "120/1m", "-identity-provider-names", "idp_1=idp_2,idp_2=b="},
			"[::1]:0", refapi.Options{Token: "t", PageSize: 2, Latency: 20 * time.Millisecond, Undocumented: true, RateLimit: refapi.RateLimit{Requests: 120, Window: time.Minute}, IdentityProviderNames: map[string]string{"idp_1": "idp_2", "idp_2": "b="}},
		},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			t.Parallel()
			addr, options, err := parse(test.args, io.Discard)
			if err != nil || addr != test.addr || !reflect.DeepEqual(options, test.want) {
				t.Errorf("%q, %+v, %v", addr, options, err)
			}
		})
	}
}

func TestAllAddressesAreReachedThroughLoopback(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	pipe, stdout := io.Pipe()
	done := make(chan int, 1)
	go func() { done <- run(ctx, []string{"-addr", ":0"}, stdout, io.Discard) }()
	line, err := bufio.NewReader(pipe).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
		t.Errorf("first line %q: %v", line, err)
	}
	if status := get(t, strings.TrimSpace(line), ""); status != 200 {
		t.Errorf("status %d", status)
	}
	cancel()
	if code := <-done; code != 0 {
		t.Errorf("exit code %d", code)
	}
}
