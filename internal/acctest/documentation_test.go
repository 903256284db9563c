// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// publishedSource is the address from which the documentation clones the provider.
const publishedSource = "https://github.com/trafficedge/terraform-provider-trafficedge"

// glob returns the files that match the patterns, which begin in the root of the source. It
// ends the test if a pattern matches no file.
func glob(t *testing.T, patterns ...string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		matched := acctest.Must(filepath.Glob(filepath.Join("..", "..", pattern)))(t)
		if len(matched) == 0 {
			t.Fatalf("no files match %s", pattern)
		}
		for _, file := range matched {
			files = append(files, filepath.ToSlash(file))
		}
	}
	return files
}

// commandPages returns the pages with commands that readers may paste.
func commandPages(t *testing.T) []string {
	t.Helper()
	return glob(t, "docs/guides/*.md", "README.md", "docs/index.md", "examples/modules/README.md")
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	return string(acctest.Must(os.ReadFile(name))(t))
}

// Every link to the project's own files leads to an existing file. A fragment names a heading or an anchor of that page.
// Pages of docs link to pages of another folder, and to other files, by absolute addresses: registries serve the
// folders of docs elsewhere, and editors resolve the links in descriptions of schemas against nothing. In a release,
// these addresses lead to its tag.
func TestDocumentation_links(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	onHost := regexp.MustCompile("^" + regexp.QuoteMeta(publishedSource) + "/(?:blob|tree)/(?:main|v[0-9][^/]*)/")
	pages := glob(t, "*.md", ".github/*.md", "examples/*.md", "examples/*/*.md", "internal/*.md", "internal/api/*.md", "docs/*.md", "docs/*/*.md")
	for _, page := range append(pages, glob(t, "internal/*/schema.go", "internal/*/data_source.go")...) {
		isPublished := strings.Contains(page, "/docs/") || filepath.Ext(page) == ".go"
		for _, match := range link.FindAllStringSubmatch(joinedLiterals(readPage(t, page)), -1) {
			target, fragment, _ := strings.Cut(match[1], "#")
			linked := filepath.Join(filepath.Dir(page), target)
			switch {
			case onHost.MatchString(target):
				linked = filepath.Join("..", "..", onHost.ReplaceAllString(target, ""))
			case strings.Contains(target, "://"), strings.HasPrefix(target, "mailto:"):
				continue
			case target == "":
				linked = page
			case isPublished && (strings.Contains(target, "/") || filepath.Ext(page) == ".go" || filepath.Base(page) == "index.md"):
				t.Errorf("%s links to %s, which has to be an absolute address", page, match[1])
			}
			if _, err := os.Stat(linked); err != nil {
				t.Errorf("%s links to %s, which does not exist", page, match[1])
			} else if fragment != "" && !slices.Contains(anchors(readPage(t, linked)), fragment) {
				t.Errorf("%s links to %s, but that page has no such heading", page, match[1])
			}
		}
	}
}

// joinedLiterals returns Go code with one literal in place of several that + joins.
func joinedLiterals(code string) string {
	return regexp.MustCompile(`" ?\+\n\t*"`).ReplaceAllString(code, "")
}

// anchors returns the explicit anchors of a page, and the anchors that registries and
// code hosts derive from its headings.
func anchors(content string) (found []string) {
	dropped := regexp.MustCompile(`[^a-z0-9 _-]`)
	for _, match := range regexp.MustCompile(`<a id="([^"]+)"|(?m)^#+ (.+)$`).FindAllStringSubmatch(content, -1) {
		heading := dropped.ReplaceAllString(strings.ToLower(match[2]), "")
		found = append(found, match[1]+strings.ReplaceAll(heading, " ", "-"))
	}
	return found
}

// The troubleshooting guide contains every heading to which a diagnostic refers.
func TestDocumentation_headings(t *testing.T) {
	t.Parallel()
	guide := readPage(t, "../../docs/guides/troubleshooting.md")
	var source strings.Builder
	for _, name := range glob(t, "internal/*/*.go") {
		if !strings.HasSuffix(name, "_test.go") {
			source.WriteString(readPage(t, name))
		}
	}
	code := strings.ReplaceAll(joinedLiterals(source.String()), `\"`, `"`)
	const suffix = `in the Troubleshooting guide`
	named := regexp.MustCompile(`See "([^"]+)" `+suffix).FindAllStringSubmatch(code, -1)
	nouns := regexp.MustCompile(`Noun: +"([^"]+)"`).FindAllStringSubmatch(code, -1) // of the objects whose creation may be lost
	if all := strings.Count(code, suffix); len(named) != all {
		t.Errorf("%d messages end in %q, and %d name a heading: it has to be a literal", all, suffix, len(named))
	}
	for _, heading := range named {
		for _, noun := range nouns {
			shown := strings.ReplaceAll(heading[1], "%[3]s", noun[1])
			if !regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(shown) + `$`).MatchString(guide) {
				t.Errorf("a message names the heading %q, which the guide lacks", shown)
			}
		}
	}
}

// Every test on the page decisions.md exists. On that page, a slash separates a test from
// its test case.
func TestDecisions(t *testing.T) {
	t.Parallel()
	sources := map[string]string{} // by package
	for _, name := range glob(t, "internal/*/*.go", "internal/api/internal/*/*.go") {
		sources[filepath.Base(filepath.Dir(name))] += readPage(t, name)
	}
	for _, name := range glob(t, "internal/refapi/testdata/exchanges.txt", "internal/refapi/testdata/field_errors.txt") {
		sources["refapi"] += readPage(t, name)
	}
	named := regexp.MustCompile("`([a-z]+)\\.(Test\\w+|Fuzz\\w+)(?:/([^`]+))?`").FindAllStringSubmatch(readPage(t, "../api/decisions.md"), -1)
	if len(named) == 0 {
		t.Fatal("the page names no tests")
	}
	for _, name := range named {
		source := sources[name[1]]
		isCase := name[3] == "" || strings.Contains(source, strconv.Quote(name[3])) || strings.Contains(source, "\n-- "+name[3]+" --\n")
		if !strings.Contains(source, "\nfunc "+name[2]+"(") || !isCase {
			t.Errorf("there is no %s", name[0])
		}
	}
}

// The page of the packages names every package, and no file that does not exist.
func TestPackages(t *testing.T) {
	t.Parallel()
	page, files, packages := readPage(t, "../README.md"), map[string]bool{}, map[string]bool{}
	for _, file := range glob(t, "internal/*/*.go", "internal/*/*/*.go", "internal/api/internal/*/*.go") {
		files[filepath.Base(file)], packages[strings.TrimPrefix(path.Dir(file), "../../internal/")] = true, true
	}
	for name := range packages {
		if !strings.Contains(page, "`"+name+"`") && !strings.Contains(page, "["+name+"]") && !strings.HasPrefix(name, "cmd/") {
			t.Errorf("internal/README.md does not name the package %s", name)
		}
	}
	for _, named := range regexp.MustCompile("`([a-z_]+\\.go)`").FindAllStringSubmatch(page, -1) {
		if !files[named[1]] {
			t.Errorf("internal/README.md names %s, which does not exist", named[1])
		}
	}
}

// Workflows, including those on pages of docs, refer to actions by commit: tags can be moved.
func TestWorkflows_pinned(t *testing.T) {
	t.Parallel()
	uses := regexp.MustCompile(`(?m)uses: *(\S+)(.*)$`)
	pinned := regexp.MustCompile(`^(\./\S+|[^@\s]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$`)
	for _, page := range append(glob(t, ".github/workflows/*.yml"), commandPages(t)...) {
		for _, match := range uses.FindAllStringSubmatch(readPage(t, page), -1) {
			if used := match[1] + match[2]; !pinned.MatchString(used) {
				t.Errorf("%s uses %s, expected a commit and its version", filepath.Base(page), used)
			}
		}
	}
}

// Each failover backend to which an edge refers has create_before_destroy, on every page and in every example.
func TestDocumentation_createBeforeDestroy(t *testing.T) {
	t.Parallel()
	reference := regexp.MustCompile(`(?m)^\s+backend_id *= trafficedge_failover_backend\.(\w+)`)
	for _, file := range glob(t, "docs/*.md", "docs/*/*.md", "examples/*/*.tf", "examples/*/*/*.tf") {
		content := readPage(t, file)
		for _, referred := range reference.FindAllStringSubmatch(content, -1) {
			_, body, _ := strings.Cut(content, `resource "trafficedge_failover_backend" "`+referred[1]+`"`)
			body, _, _ = strings.Cut(body, "\n}\n")
			if !strings.Contains(body, "create_before_destroy = true") {
				t.Errorf("%s: the failover backend %s lacks create_before_destroy", filepath.Base(file), referred[1])
			}
		}
	}
}

// block is a fenced block of a page. Without a comment above the block, a test pastes shell into terminal 1, saves Terraform
// in the file that the paragraph above names, and otherwise validates it. A comment says what else the test does, or, as
// "<!-- test: 1.11 -->", that the block needs this version of either CLI:
//
//	<!-- test: terminal 2 -->             pastes it into that terminal
//	<!-- test: terminal 1 serves -->      pastes it; the command serves the reference API until the test ends
//	<!-- test: file main.tf -->           saves it in the directory of the last terminal
//	<!-- test: printed -->                requires that a command before has printed it
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
	mark   = regexp.MustCompile(`^<!-- test: (terminal \d(?: serves)?|file \S+|printed|valid|none, .+?)` +
		`(?:; (Terraform [\d.]+(?:, OpenTofu [\d.]+)?))? -->$`)
	needed = regexp.MustCompile(`^<!-- test: (\d[\d.]*) -->`)
)

// serves reports whether the block's command runs until it is interrupted.
func (b block) serves() bool {
	return strings.HasPrefix(b.test, "terminal") && strings.HasSuffix(b.test, "serves")
}

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
	comments := regexp.MustCompile(`<!--.*-->`)
	for _, at := range fenced.FindAllStringSubmatchIndex(content, -1) {
		comment, language, text := content[at[2]:at[3]], content[at[4]:at[5]], content[at[6]:at[7]]
		place := fmt.Sprintf("%s:%d", filepath.Base(page), 1+strings.Count(content[:at[3]], "\n"))
		marked := mark.FindStringSubmatch(strings.TrimSpace(comment))
		if needs := needed.FindStringSubmatch(comment); needs != nil || !strings.HasPrefix(comment, "<!--") {
			marked = usually(language, comments.ReplaceAllString(content[:at[3]], ""), needs)
		}
		switch isTested := language == "shell" || language == "terraform" || language == "text" && marked != nil; {
		case isTested && marked == nil:
			t.Errorf("%s: the comment above the block does not say what a test does with it: %q", place, comment)
		case isTested && marked[2] == "" && strings.Contains(text, "_wo") && !strings.HasPrefix(marked[1], "none"):
			t.Errorf("%s: a write-only argument needs Terraform 1.11, OpenTofu 1.11", place)
		case isTested && !namesEach(comments.ReplaceAllString(content[:at[3]], ""), marked[2]):
			t.Errorf("%s: the text above the block does not say that it needs %s", place, marked[2])
		case isTested:
			blocks = append(blocks, block{place: place, text: text, test: marked[1], versions: marked[2]})
		case language != "yaml" && language != "text":
			t.Errorf("%s: the language %q is not shell, terraform, yaml or text", place, language)
		}
	}
	return blocks
}

// usually returns what a test does with a block if no comment says it, as a match of mark. The text above may name a file.
func usually(language, above string, needs []string) []string {
	paragraphs := strings.Split(strings.TrimSpace(above), "\n\n")
	named := regexp.MustCompile("`(\\w+\\.tf)`").FindStringSubmatch(paragraphs[len(paragraphs)-1])
	versions := ""
	if needs != nil {
		versions = "Terraform " + needs[1] + ", OpenTofu " + needs[1]
	}
	switch {
	case language == "shell":
		return []string{"", "terminal 1", versions}
	case language == "terraform" && named != nil:
		return []string{"", "file " + named[1], versions}
	case language == "terraform":
		return []string{"", "valid", versions}
	}
	return nil
}

// namesEach reports whether a text names each of the versions that a comment requires.
func namesEach(text, versions string) bool {
	for version := range strings.SplitSeq(versions, ", ") {
		if !strings.Contains(strings.ReplaceAll(text, "\n", " "), version) {
			return false
		}
	}
	return true
}

// The workflows that users paste pin the actions of the workflows here, which a bot updates.
func TestDocumentation_actions(t *testing.T) {
	t.Parallel()
	uses, pins := regexp.MustCompile(`uses: ([\w/-]+)@(.+)`), map[string]string{}
	for _, file := range glob(t, ".github/workflows/*.yml", "docs/guides/ci.md") {
		for _, used := range uses.FindAllStringSubmatch(readPage(t, file), -1) {
			if pin := cmp.Or(pins[used[1]], used[2]); pin != used[2] {
				t.Errorf("%s: %s is %s, and elsewhere %s", file, used[1], used[2], pin)
			}
			pins[used[1]] = used[2]
		}
	}
	if len(pins) == 0 {
		t.Error("no action was found")
	}
}
