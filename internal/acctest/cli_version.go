// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"testing"

	"github.com/hashicorp/go-version"
)

// AtLeast reports whether the CLI has at least a version, a development build of
// which counts as that version. Terraform and OpenTofu have both kept the
// numbers under which the features arrived that tests ask for.
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
