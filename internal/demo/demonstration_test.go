package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAccDemo runs the whole demonstration with the CLI of the acceptance tests.
func TestAccDemo(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1 only")
	}
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if cli == "" {
		cli = "terraform"
	}
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), []string{"-cli", cli, "-root", filepath.Join("..", "..")}, &stdout, &stderr)
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

func TestEnvironment(t *testing.T) {
	t.Parallel()
	caller := []string{"HOME=/home/someone", "TF_LOG=TRACE", "TF_VAR_x=1", "TRAFFICEDGE_API_TOKEN=secret", "TFX=kept"}
	for name, test := range map[string]struct {
		colored bool
		want    []string
	}{
		"terminal": {true, []string{"HOME=/home/someone", "TFX=kept"}},
		"file":     {false, []string{"HOME=/home/someone", "TFX=kept", "TF_CLI_ARGS=-no-color"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := environment(caller, "/tmp/cli.tfrc", "http://127.0.0.1:1", test.colored)
			want := append(slices.Clone(test.want), "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE=/tmp/cli.tfrc",
				"TF_IN_AUTOMATION=1", "TRAFFICEDGE_BASE_URL=http://127.0.0.1:1")
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
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
