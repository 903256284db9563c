package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccDemo runs the whole demonstration with the CLI of the acceptance tests.
func TestAccDemo(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only")
	}
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), []string{"-root", filepath.Join("..", "..", "..")}, &stdout, &stderr)
	if err != nil {
		t.Fatalf("demo: %v\n%s\n%s", err, stdout.String(), stderr.String())
	}
	for _, want := range []string{"Apply complete!", "Outputs:", "No changes.", "Destroy complete!"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, stdout.String())
		}
	}
	if strings.Contains(stdout.String(), "\x1b[") {
		t.Error("the output has terminal colors, though it does not go to a terminal")
	}
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), []string{"-nonsense"}, &stdout, &stderr)
	if err == nil || !strings.Contains(stderr.String(), "-cli") {
		t.Errorf("got error %v and %q, want an error and the flags", err, stderr.String())
	}
}
