// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
)

// IsOpenTofu reports whether the CLI is OpenTofu, whose version numbers are its
// own.
func (c *CLI) IsOpenTofu(t *testing.T) bool {
	t.Helper()
	return strings.Contains(c.MustRun(t, "version"), "OpenTofu")
}

// AtLeast reports whether the CLI has at least a version. A development build
// counts as the version that it leads to. Most features that tests ask for came
// to Terraform and OpenTofu under the same number.
func (c *CLI) AtLeast(t *testing.T, minimum string) bool {
	t.Helper()
	return c.version(t).Core().GreaterThanOrEqual(version.Must(version.NewVersion(minimum)))
}

// SkipUnlessGenerates skips the test on a CLI that cannot generate the
// configuration of an import. Terraform 1.16.0 to 1.16.2, and development builds
// of 1.17, look for our provider among HashiCorp's
// (https://github.com/hashicorp/terraform/issues/39144).
func (c *CLI) SkipUnlessGenerates(t *testing.T) {
	t.Helper()
	found := c.version(t)
	isBroken := version.MustConstraints(version.NewConstraint(">= 1.16.0, <= 1.16.2")).Check(found.Core()) ||
		found.Core().String() == "1.17.0" && found.Prerelease() != ""
	if isBroken && !c.IsOpenTofu(t) {
		t.Skipf("Terraform %s cannot write the configuration of an import", found)
	}
}

func (c *CLI) version(t *testing.T) *version.Version {
	t.Helper()
	var told struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal([]byte(c.MustRun(t, "version", "-json")), &told); err != nil {
		t.Fatal(err)
	}
	return version.Must(version.NewVersion(told.Version))
}
