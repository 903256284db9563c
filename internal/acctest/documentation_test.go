// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// Every link between the project's own pages leads to an existing page. A fragment names a heading
// or an anchor on that page. All pages of docs, including the overview page, link to one another
// by relative file paths. On the registry, a link to a section of the overview page leads to the
// top of that page (https://github.com/databricks/terraform-provider-databricks/issues/3218).
func TestDocumentation_links(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages(t) {
		content := readPage(t, page)
		for _, match := range link.FindAllStringSubmatch(content, -1) {
			target, fragment, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			linked := page
			if target != "" {
				linked = filepath.Join(filepath.Dir(page), target)
			}
			isPublished := strings.Contains(page, filepath.FromSlash("/docs/"))
			if isPublished && (!strings.Contains(linked, filepath.FromSlash("/docs/")) || filepath.Ext(linked) != ".md") {
				t.Errorf("%s links to %s, which the registry does not have", page, match[1])
			}
			if _, err := os.Stat(linked); err != nil {
				t.Errorf("%s links to %s, which does not exist", page, match[1])
				continue
			}
			if fragment != "" && !slices.Contains(anchors(readPage(t, linked)), fragment) {
				t.Errorf("%s links to %s, but that page has no such heading", page, match[1])
			}
		}
	}
}

// pages returns all documentation pages, but not the templates that generate docs.
func pages(t *testing.T) (found []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", ".github/*.md", "examples/*.md", "internal/*.md", "internal/api/*.md", "docs/*.md", "docs/*/*.md"} {
		matched, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil || len(matched) == 0 {
			t.Fatalf("no pages match %s (%v)", pattern, err)
		}
		found = append(found, matched...)
	}
	return found
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	return string(acctest.Must(os.ReadFile(name))(t))
}

// anchors returns the explicit anchors of a page, and the anchors that registries and
// code hosts derive from its headings.
func anchors(content string) []string {
	var found []string
	for _, match := range regexp.MustCompile(`<a id="([^"]+)"`).FindAllStringSubmatch(content, -1) {
		found = append(found, match[1])
	}
	dropped := regexp.MustCompile(`[^a-z0-9 _-]`)
	for _, match := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(content, -1) {
		heading := dropped.ReplaceAllString(strings.ToLower(match[1]), "")
		found = append(found, strings.ReplaceAll(heading, " ", "-"))
	}
	return found
}

// The troubleshooting guide contains every heading to which a diagnostic refers.
func TestDocumentation_headings(t *testing.T) {
	t.Parallel()
	guide := readPage(t, "../../docs/guides/troubleshooting.md")
	code := strings.ReplaceAll(providerStrings(t), `\"`, `"`)
	const suffix = `in the Troubleshooting guide`
	named := regexp.MustCompile(`See "([^"]+)" `+suffix).FindAllStringSubmatch(code, -1)
	if all := strings.Count(code, suffix); len(named) != all {
		t.Errorf("%d messages end in %q, and %d name a heading: it has to be a literal", all, suffix, len(named))
	}
	for _, heading := range named {
		if !regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(heading[1]) + `$`).MatchString(guide) {
			t.Errorf("a message names the heading %q, which the guide lacks", heading[1])
		}
	}
}

// providerStrings returns the provider's code as text. Literals joined by + become one literal.
func providerStrings(t *testing.T) string {
	t.Helper()
	var code strings.Builder
	for _, name := range acctest.Must(filepath.Glob(filepath.Join("..", "*", "*.go")))(t) {
		if !strings.HasSuffix(name, "_test.go") {
			code.WriteString(readPage(t, name))
		}
	}
	return regexp.MustCompile(`" ?\+\n\t*"`).ReplaceAllString(code.String(), "")
}
