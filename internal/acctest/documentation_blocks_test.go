// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// block is a fenced block of a page. The comment above the block says what a test does:
//
//	<!-- test: terminal 2 -->             pastes it into that terminal
//	<!-- test: terminal 1 serves -->      pastes it; the command serves the reference API until the test ends
//	<!-- test: file main.tf -->           saves it in the directory of the last terminal
//	<!-- test: valid -->                  validates it as a configuration of its own
//	<!-- test: none, REASON -->           does not test it
//
// Each comment can end in "; Terraform 1.11" or "; Terraform 1.11, OpenTofu 1.11". The
// test then skips the block for older CLIs. If the ending does not name OpenTofu, the
// test also skips the block for all versions of OpenTofu.
type block struct {
	place, text string
	test        string // such as "terminal 2"
	versions    string // such as "Terraform 1.11"; "" if the block is for all CLIs
}

var (
	fenced = regexp.MustCompile("(?m)^((?:.*\n+)?)```(.*)\n((?:.*\n)*?)```$")
	mark   = regexp.MustCompile(`^<!-- test: (terminal \d(?: serves)?|file \S+|valid|none, .+?)` +
		`(?:; (Terraform [\d.]+(?:, OpenTofu [\d.]+)?))? -->$`)
)

// serves reports whether the block's command runs until it is interrupted.
func (b block) serves() bool {
	return strings.HasPrefix(b.test, "terminal") && strings.HasSuffix(b.test, "serves")
}

// clones reports whether the block clones the provider to build it.
func (b block) clones() bool { return strings.Contains(b.text, "git clone") }

// isFor reports whether a CLI can run the block.
func (b block) isFor(t *testing.T, cli *acctest.CLI) bool {
	t.Helper()
	if b.versions == "" {
		return true
	}
	name := "Terraform "
	if cli.IsOpenTofu(t) {
		name = "OpenTofu "
	}
	_, oldest, isNamed := strings.Cut(b.versions, name)
	oldest, _, _ = strings.Cut(oldest, ",")
	return isNamed && cli.AtLeast(t, oldest)
}

// blocksOf returns the shell and Terraform blocks of a page. The test fails if a comment does not
// say what to do with a block.
func blocksOf(t *testing.T, page, content string) (blocks []block) {
	t.Helper()
	for _, at := range fenced.FindAllStringSubmatchIndex(content, -1) {
		comment, language, text := content[at[2]:at[3]], content[at[4]:at[5]], content[at[6]:at[7]]
		place := fmt.Sprintf("%s:%d", filepath.Base(page), 1+strings.Count(content[:at[3]], "\n"))
		marked := mark.FindStringSubmatch(strings.TrimSpace(comment))
		switch isTested := language == "shell" || language == "terraform"; {
		case isTested && marked == nil:
			t.Errorf("%s: the comment above the block does not say what a test does with it: %q", place, comment)
		case isTested && marked[2] == "" && strings.Contains(text, "_wo") && !strings.HasPrefix(marked[1], "none"):
			t.Errorf("%s: a write-only argument needs Terraform 1.11, OpenTofu 1.11", place)
		case isTested:
			blocks = append(blocks, block{place: place, text: text, test: marked[1], versions: marked[2]})
		case language != "yaml" && language != "text":
			t.Errorf("%s: the language %q is not shell, terraform, yaml or text", place, language)
		}
	}
	return blocks
}
