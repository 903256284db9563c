// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTakeUsage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	leave := func(name string, left ...usage) {
		record, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range left {
			if err := one.writeTo(record); err != nil {
				t.Fatal(err)
			}
		}
		if err := record.Close(); err != nil {
			t.Fatal(err)
		}
	}
	leave("first.json", usage{CPU: time.Second, Peak: 30})
	leave("second.json", usage{CPU: time.Minute, Peak: 20})
	for _, want := range []usage{{CPU: time.Minute + time.Second, Peak: 30}, {}} {
		if got, err := takeUsage(dir); err != nil || got != want {
			t.Errorf("got %+v and error %v, expected %+v", got, err, want)
		}
	}
	leave("killed.json")
	if _, err := takeUsage(dir); err == nil {
		t.Error("expected an error for a provider that was killed")
	}
}
