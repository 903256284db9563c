package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The test's own executable was built by go as well.
func TestRun(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "bill.json")
	if err := run([]string{executable, name}); err != nil {
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
	if got.Format != "CycloneDX" || got.Metadata.Component.Name != "github.com/trafficedge/terraform-provider-trafficedge" {
		t.Errorf("got a %s document about %q", got.Format, got.Metadata.Component.Name)
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
	for name, args := range map[string][]string{"no executable": {text, text + ".json"}, "no document": {text}, "nothing": nil} {
		if err := run(args); err == nil {
			t.Errorf("%s: expected an error", name)
		}
	}
}
