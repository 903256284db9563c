// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

const processesFile = "processes"

// Traced returns the same provider behind a shell that notes its process id and
// then becomes the provider.
func (b ProviderBinary) Traced(t *testing.T) ProviderBinary {
	t.Helper()
	traced := ProviderBinary{dir: t.TempDir()}
	script := fmt.Sprintf("#!/bin/sh\necho $$ >> '%s'\nexec '%s' \"$@\"\n",
		filepath.Join(traced.dir, processesFile), b.executable())
	if err := os.WriteFile(traced.executable(), []byte(script), 0o700); err != nil { //nolint:gosec // it is a program
		t.Fatal(err)
	}
	return traced
}

// Process returns the process in which the traced provider was last started. A
// CLI starts one for each of its steps: during a step this is its process, and
// afterwards the id may belong to another one.
func (b ProviderBinary) Process(t *testing.T) *os.Process {
	t.Helper()
	noted, err := os.ReadFile(filepath.Join(b.dir, processesFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Fields(noted)
	id, err := strconv.Atoi(string(lines[len(lines)-1]))
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(id)
	if err != nil {
		t.Fatal(err)
	}
	return process
}
