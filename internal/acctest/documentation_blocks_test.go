// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
	page, language, text string
	line                 int

	action, argument    string
	terraform, openTofu string // the oldest versions that the block is for; both "" if it is for all CLIs
}

var (
	fence = regexp.MustCompile("^```(.*)$")
	mark  = regexp.MustCompile(`^<!-- test: (?:(terminal) (\d(?: serves)?)|(file) (\S+)|(valid)|(none), (.+?))` +
		`(?:; Terraform ([\d.]+)(?:, OpenTofu ([\d.]+))?)? -->$`)
)

func (b block) String() string {
	return fmt.Sprintf("%s:%d", b.page, b.line)
}

// serves reports whether the block's command runs until it is interrupted.
func (b block) serves() bool {
	return b.action == "terminal" && strings.HasSuffix(b.argument, " serves")
}

// isFor reports whether a CLI can run the block. The parameter atLeast is a function that
// reports whether the CLI has the given version or a later one.
func (b block) isFor(isOpenTofu bool, atLeast func(version string) bool) bool {
	if b.terraform == "" {
		return true
	}
	if isOpenTofu {
		return b.openTofu != "" && atLeast(b.openTofu)
	}
	return atLeast(b.terraform)
}

// blocksOf returns the shell and Terraform blocks of a page, and an error for each
// block that cannot be parsed.
func blocksOf(page, content string) (blocks []block, errs []error) {
	var current *block
	comment := ""
	for number, line := range strings.Split(content, "\n") {
		opening := fence.FindStringSubmatch(line)
		switch {
		case current != nil && opening != nil:
			if runnable(current.language) {
				blocks = append(blocks, *current)
			}
			current, comment = nil, ""
		case current != nil:
			current.text += line + "\n"
		case opening != nil:
			read, err := block{page: filepath.Base(page), line: number + 1, language: opening[1]}.marked(comment)
			if err != nil {
				errs = append(errs, err)
			}
			current = &read
		case strings.TrimSpace(line) != "":
			comment = line
		}
	}
	return blocks, errs
}

func runnable(language string) bool {
	return language == "shell" || language == "terraform"
}

// marked returns the block with the settings from the comment above it.
func (b block) marked(comment string) (block, error) {
	if !runnable(b.language) {
		if slices.Contains([]string{"yaml", "text"}, b.language) {
			return b, nil
		}
		return b, fmt.Errorf("%s: the language %q is not shell, terraform, yaml or text", b, b.language)
	}
	match := mark.FindStringSubmatch(comment)
	if match == nil {
		return b, fmt.Errorf("%s: the comment above the block does not say what a test does with it: %q", b, comment)
	}
	b.action = match[1] + match[3] + match[5] + match[6]
	b.argument = match[2] + match[4] + match[7]
	b.terraform, b.openTofu = match[8], match[9]
	return b, nil
}

// commandPages returns the pages with commands that readers may paste.
func commandPages(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob(filepath.Join("..", "..", "docs", "guides", "*.md"))
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides (%v)", err)
	}
	return append(guides, filepath.Join("..", "..", "README.md"), filepath.Join("..", "..", "docs", "index.md"))
}

// Every block that a reader may paste is tested, unless the comment above the block
// gives a reason.
func TestDocumentation_blocksAreMarked(t *testing.T) {
	t.Parallel()
	for _, page := range commandPages(t) {
		blocks, errs := blocksOf(page, readPage(t, page))
		for _, err := range errs {
			t.Error(err)
		}
		for _, one := range blocks {
			if one.terraform == "" && strings.Contains(one.text, "_wo") && one.action != "none" {
				t.Errorf("%s: a write-only argument needs Terraform 1.11, OpenTofu 1.11", one)
			}
		}
	}
}
