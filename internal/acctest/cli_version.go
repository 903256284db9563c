// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
)

// IsOpenTofu reports whether the CLI is OpenTofu, which numbers its versions by itself.
func (c *CLI) IsOpenTofu(t *testing.T) bool {
	t.Helper()
	return strings.Contains(c.MustRun(t, "version"), "OpenTofu")
}

// AtLeast reports whether the CLI has at least a version, a development build of
// which counts as that version. Most of the features that tests ask for have come
// to Terraform and OpenTofu under the same number.
func (c *CLI) AtLeast(t *testing.T, minimum string) bool {
	t.Helper()
	var told struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal([]byte(c.MustRun(t, "version", "-json")), &told); err != nil {
		t.Fatal(err)
	}
	return version.Must(version.NewVersion(told.Version)).Core().GreaterThanOrEqual(version.Must(version.NewVersion(minimum)))
}
