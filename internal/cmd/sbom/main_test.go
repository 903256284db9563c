// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The test's own executable was built by go too.
func TestRun(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "bill.json")
	if err := run([]string{"1.2.3", executable, name}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got bill
	if err := json.Unmarshal(content, &got); err != nil {
		t.Fatal(err)
	}
	const want = "pkg:golang/github.com/trafficedge/terraform-provider-trafficedge@v1.2.3"
	if got.Format != "CycloneDX" || got.Metadata.Component.PURL != want {
		t.Errorf("got a %s document about %q, expected %q", got.Format, got.Metadata.Component.PURL, want)
	}
	if !slices.ContainsFunc(got.Components, func(c component) bool { return c.Name == "std" && c.Version != "" }) {
		t.Errorf("the document lacks the standard library: %+v", got.Components)
	}
}

func TestRun_refuses(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no executable"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{"no executable": {"1", text, text + ".json"}, "no document": {"1", text}, "nothing": nil} {
		if err := run(args); err == nil {
			t.Errorf("%s: expected an error", name)
		}
	}
}
