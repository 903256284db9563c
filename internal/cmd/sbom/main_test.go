// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"testing"
)

// The test binary is a Go executable, so it serves as the input.
func TestRun(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	name := filepath.Join(t.TempDir(), "bill.json")
	if err := errors.Join(err, run([]string{"1.2.3", executable, name})); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(name)
	var got bill
	if err := errors.Join(err, json.Unmarshal(content, &got)); err != nil {
		t.Fatal(err)
	}
	const want = "pkg:golang/github.com/trafficedge/terraform-provider-trafficedge@v1.2.3"
	if got.Metadata.Component.PURL != want || !slices.ContainsFunc(got.Components, func(c component) bool { return c.Name == "std" && c.Version != "" }) {
		t.Errorf("got %s, expected a document about %q and the standard library", content, want)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	got := describe(&debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Path: "example.com/main", Version: "(devel)"}, Deps: []*debug.Module{
		{Path: "example.com/a", Version: "v1.0.0"}, {Path: "example.com/b", Version: "v2.0.0", Replace: &debug.Module{Path: "../c"}},
	}}, "1.2.3")
	want := bill{Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: metadata{
		component{"pkg:golang/example.com/main@v1.2.3", "application", "example.com/main", "v1.2.3", "pkg:golang/example.com/main@v1.2.3"},
	}, Components: []component{
		{"pkg:golang/std@go1.26", "library", "std", "go1.26", "pkg:golang/std@go1.26"},
		{"pkg:golang/example.com/a@v1.0.0", "library", "example.com/a", "v1.0.0", "pkg:golang/example.com/a@v1.0.0"},
		{"pkg:golang/../c", "library", "../c", "", "pkg:golang/../c"},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, expected %+v", got, want)
	}
}
