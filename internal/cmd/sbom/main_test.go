// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
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
	for _, purl := range []string{`"pkg:golang/github.com/trafficedge/terraform-provider-trafficedge@v1\.2\.3"`, `"pkg:golang/std@go1\.[^"]+"`} {
		if err != nil || !regexp.MustCompile(`"purl": `+purl).Match(content) {
			t.Errorf("got %v and %s, expected %s", err, content, purl)
		}
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	got := describe(&debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Path: "example.com/main", Version: "(devel)"}, Deps: []*debug.Module{
		{Path: "example.com/a", Version: "v1.0.0"}, {Path: "example.com/b", Version: "v2.0.0", Replace: &debug.Module{Path: "../c"}},
	}}, "1.2.3")
	named := func(kind, name, version, purl string) object {
		return object{"bom-ref": purl, "type": kind, "name": name, "version": version, "purl": purl}
	}
	want := object{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": object{"component": named("application", "example.com/main", "v1.2.3", "pkg:golang/example.com/main@v1.2.3")},
		"components": []object{
			named("library", "std", "go1.26", "pkg:golang/std@go1.26"), named("library", "example.com/a", "v1.0.0", "pkg:golang/example.com/a@v1.0.0"),
			{"bom-ref": "pkg:golang/../c", "type": "library", "name": "../c", "purl": "pkg:golang/../c"},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}
