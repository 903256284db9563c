// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forbidden matches the words that CONTRIBUTING.md forbids, and some others. Code spans
// and code blocks are exempt.
var forbidden = regexp.MustCompile(`(?i)\banswer(s|ed|ing)?\b` +
	`|\brepetitions?\b|\bAPI's description\b|\bthe description shows\b` +
	`|\bis (a|no) difference\b|\bleaves? (the )?state\b|\btakes? .{0,20}out of (the )?state\b|\bforgets? (it|them|the)\b|\bgives? .{0,20}up\b` +
	`|\blets? go\b|\blettings? go\b|\bleaves? behind\b|\b(own|other) means\b` +
	`|\bapp of (its|your) own\b|\bapp that the service manages\b` +
	`|\bheld by\b|\bheeds?\b|\bcarr(y|ies) out\b|\btries none out\b|\bmust not be (destroyed|replaced|deleted|changed)\b` +
	`|\bis no (JSON|number|error|change)\b|\btook? over\b`)

// A route may "answer" users, because this is not a response of the API.
var allowed = regexp.MustCompile(`(?i)answers? without authentication`)

// Neither pages nor the provider's texts use a forbidden word.
func TestDocumentation_glossary(t *testing.T) {
	t.Parallel()
	patterns := []string{"README.md", "CHANGELOG.md", "internal/*.md", "internal/api/*.md", ".github/*.md",
		".github/ISSUE_TEMPLATE/*.yml", "examples/*.md", "examples/*/*.tf", "examples/*/*/*.tf",
		"templates/*.tmpl", "templates/*/*.tmpl", "docs/*.md", "docs/*/*.md"}
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Fatalf("no pages match %s (%v)", pattern, err)
		}
		for _, name := range names {
			text := allowed.ReplaceAllString(code.ReplaceAllString(readPage(t, name), ""), "")
			for _, found := range forbidden.FindAllString(text, -1) {
				t.Errorf("%s says %q: CONTRIBUTING.md has the word for it", name, found)
			}
		}
	}
	literal := regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	for _, text := range literal.FindAllString(providerStrings(t), -1) {
		if found := forbidden.FindString(allowed.ReplaceAllString(text, "")); found != "" && strings.Contains(text, " ") {
			t.Errorf("a text of the provider says %q: %s", found, text)
		}
	}
}

// The pattern forbidden matches every word that CONTRIBUTING.md forbids.
func TestDocumentation_glossaryIsTested(t *testing.T) {
	t.Parallel()
	tables := markdownTables(readPage(t, "../../CONTRIBUTING.md"))
	words := tables[slices.IndexFunc(tables, func(one table) bool { return strings.Contains(one.heading, "Words") })]
	for _, row := range words.rows {
		for name := range strings.SplitSeq(row["Not"], ", ") {
			if name != "" && !forbidden.MatchString(name+" it") && !forbidden.MatchString("it "+name) {
				t.Errorf("the test does not search for %q", name)
			}
		}
	}
}

// Pages are short, so that readers find the instructions they need.
func TestDocumentation_length(t *testing.T) {
	t.Parallel()
	count := func(text string) int { return len(strings.Fields(text)) }
	all, guides := 0, 0
	for _, page := range pages(t) {
		if strings.Contains(page, filepath.FromSlash("/docs/")) {
			all += count(readPage(t, page))
		}
		if strings.Contains(page, filepath.FromSlash("/docs/guides/")) {
			guides++
		}
	}
	table := regexp.MustCompile(`(?m)^\|.*$`)
	for _, one := range []struct {
		what       string
		got, limit int
	}{
		{"guides", guides, 8},
		{"words under docs", all, 14500},
		{"words of the troubleshooting guide, without its tables", count(table.ReplaceAllString(readPage(t, troubleshooting), "")), 2000},
		{"words of the page on OAuth modules", count(readPage(t, "../../docs/resources/https_edge_route_oauth.md")), 1300},
	} {
		if one.got > one.limit {
			t.Errorf("%d %s, at most %d", one.got, one.what, one.limit)
		}
	}
}
