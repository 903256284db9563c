package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// actAsCommand makes the test binary the command itself: what is tested is a
// process, and nothing has to be built for it.
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
			cmd := command(t, "-addr", "127.0.0.1:0", "-token", "canary", "-page-size", "1", "-latency", "300ms")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
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
			status := make(chan int, 1)
			go func() { status <- get(t, base, "canary") }()
			time.Sleep(100 * time.Millisecond)
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if got := <-status; got != 200 {
				t.Errorf("%d for the request under way", got)
			}
			rest, _ := io.ReadAll(stdout)
			if err := cmd.Wait(); err != nil {
				t.Errorf("exit: %v\n%s", err, stderr.String())
			}
			if len(rest) > 0 {
				t.Errorf("more on standard output: %q", rest)
			}
			if log := stderr.String(); !strings.Contains(log, "path=/backends/failover status=200") || strings.Contains(log, "canary") {
				t.Errorf("log:\n%s", log)
			}
		})
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
