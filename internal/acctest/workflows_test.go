// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"path/filepath"
	"regexp"
	"testing"
)

// Workflows, also on pages, refer to actions by commit, because a tag can be moved.
func TestWorkflows_pinned(t *testing.T) {
	t.Parallel()
	workflows, err := filepath.Glob(filepath.Join("..", "..", ".github", "workflows", "*.yml"))
	if err != nil || len(workflows) == 0 {
		t.Fatalf("no workflows (%v)", err)
	}
	workflows = append(workflows, commandPages(t)...)
	uses := regexp.MustCompile(`(?m)uses: *(\S+)(.*)$`)
	pinned := regexp.MustCompile(`^(\./\S+|[^@\s]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$`)
	for _, workflow := range workflows {
		for _, match := range uses.FindAllStringSubmatch(readPage(t, workflow), -1) {
			if used := match[1] + match[2]; !pinned.MatchString(used) {
				t.Errorf("%s uses %s, expected a commit and its version", filepath.Base(workflow), used)
			}
		}
	}
}
