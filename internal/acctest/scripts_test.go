// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// shells returns the commands of the shells on this machine that may run the scripts.
func shells(t *testing.T) (found [][]string) {
	t.Helper()
	for _, shell := range [][]string{{"sh"}, {"dash"}, {"busybox", "sh"}, {"bash"}} {
		if _, err := exec.LookPath(shell[0]); err == nil {
			found = append(found, shell)
		}
	}
	return found
}

// runExample runs a script of the examples in a directory with more environment variables, and returns what it prints.
func runExample(t *testing.T, shell, env []string, dir, input, script string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	path := acctest.Must(filepath.Abs(filepath.Join("..", "..", "examples", script)))(t)
	arguments := append(append(shell[1:len(shell):len(shell)], path), args...)
	command := exec.CommandContext(t.Context(), shell[0], arguments...)
	var printed, failed bytes.Buffer
	command.Dir, command.Env, command.Stdin = dir, append(os.Environ(), env...), strings.NewReader(input)
	command.Stdout, command.Stderr = &printed, &failed
	err = command.Run()
	return printed.String(), failed.String(), err
}

// The CI scripts use the CLI in the variable CLI, even if PATH has another.
func TestExamples_chosenCLI(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("the scripts need jq")
	}
	dir := t.TempDir()
	for name, script := range map[string]string{"terraform": "exit 1", "chosen": "echo '{}'"} {
		acctest.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, cli := range []string{"", "chosen"} {
		t.Setenv("CLI", cli)
		for _, script := range []string{"ci/guard.sh", "ci/unprotected.sh"} {
			if _, stderr, err := runExample(t, shells(t)[0], nil, dir, "", script, "plan.tfplan"); (err == nil) != (cli != "") {
				t.Errorf("with CLI=%q, %s ends with %v\n%s", cli, script, err, stderr)
			}
		}
	}
}

// A line without an id is an error, and so is an import block without a generated resource: the CLI ignores the block if
// its name is taken, and an edge would refer to another failover backend.
func TestExamples_importErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	block := func(name, id string) string {
		return "import {\n  to = trafficedge_" + name + "\n  id = \"" + id + "\"\n}\n"
	}
	const generated = "resource \"trafficedge_tls_edge\" \"shop\" {\n  backend = {\n    backend_id = \"fob_a\"\n  }\n}\n"
	for name, content := range map[string]string{
		"import.tf": block("tls_edge.shop", "edge_a") + block("failover_backend.shop", "fob_a") + block("failover_backend.taken", "fob_b"),
		"edges.tf":  block("tls_edge.shop", "edge_a"), "none.tf": "", "generated.tf": generated,
	} {
		acctest.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	for _, shell := range shells(t) {
		for blocks, missing := range map[string]string{
			"import.tf": "trafficedge_failover_backend.shop trafficedge_failover_backend.taken", "edges.tf": "", "none.tf": "",
		} {
			stdout, stderr, err := runExample(t, shell, nil, dir, "", "import/finish.sh", blocks, "generated.tf")
			want := map[bool]string{true: generated}[missing == ""]
			if (err == nil) != (missing == "") || stdout != want {
				t.Errorf("%s: with %s, finish.sh ends with %v and prints %q, want %q", shell, blocks, err, stdout, want)
			}
			for address := range strings.FieldsSeq(missing) {
				if !strings.Contains(stderr, "No resource was generated for "+address+".\n") {
					t.Errorf("%s: with %s, finish.sh does not name %s:\n%s", shell, blocks, address, stderr)
				}
			}
		}
		_, stderr, err := runExample(t, shell, nil, dir, "tls_edge edge_a\n\nedge_b\n", "import/blocks.sh")
		if err == nil || !strings.Contains(stderr, "Line 3 has no id") {
			t.Errorf("%s: blocks.sh ends with %v:\n%s", shell, err, stderr)
		}
	}
}
