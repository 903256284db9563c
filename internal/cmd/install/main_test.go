// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// After the printed line, init finds the provider in any directory, also after a second installation.
func TestAccInstall(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only")
	}
	into := t.TempDir()
	cli := newCLI(t, installed(t, into))
	required := terraformcli.Requirement(terraformcli.Provider)
	constrained := strings.Replace(required, "source =", "version = \"~> 0.1\"\n      source =", 1)
	if err := cli.Write("main.tf", constrained); err != nil || constrained == required {
		t.Fatalf("requiring a version: %v", err)
	}
	for range 2 {
		for _, args := range [][]string{{"init"}, {"validate"}} {
			if output, err := cli.Run(t.Context(), args...); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
		}
		installed(t, into)
	}
}

// installed runs the command and returns the path of the CLI configuration that its line names.
func installed(t *testing.T, into string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), []string{"-root", filepath.Join("..", "..", ".."), "-into", into}, &stdout, &stderr); err != nil {
		t.Fatalf("install: %v\n%s", err, stderr.String())
	}
	config, found := strings.CutPrefix(strings.TrimSuffix(stdout.String(), "\n"), "export TF_CLI_CONFIG_FILE=")
	if !found || strings.Contains(config, "\n") {
		t.Fatalf("expected one line, got %q", stdout.String())
	}
	return config
}

func newCLI(t *testing.T, config string) *terraformcli.CLI {
	t.Helper()
	executable, err := terraformcli.Find("")
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	cli, err := terraformcli.New(executable, t.TempDir(), terraformcli.Installation(content))
	if err != nil {
		t.Fatal(err)
	}
	return cli
}

func TestVersion(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	if got, want := version(time.Date(2030, 1, 2, 4, 5, 6, 0, zone)), "0.1.20300102030506"; got != want {
		t.Errorf("got %s, expected %s", got, want)
	}
}

func TestQuoted(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/home/me/bin/cli.tfrc": "/home/me/bin/cli.tfrc",
		"/a place/cli.tfrc":     "'/a place/cli.tfrc'",
		"/it's/cli.tfrc":        `'/it'\''s/cli.tfrc'`,
		"/$HOME/cli.tfrc":       "'/$HOME/cli.tfrc'",
	} {
		if got := quoted(path); got != want {
			t.Errorf("%s: got %s, expected %s", path, got, want)
		}
	}
}
