// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The provider has every message that the guide on troubleshooting explains.
func TestDocumentation_messages(t *testing.T) {
	t.Parallel()
	messages := strings.ToLower(providerStrings(t))
	_, own, _ := strings.Cut(readPage(t, "../../docs/guides/troubleshooting.md"), "\n## Settings of the provider")
	headings := regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(own, -1)
	if len(headings) == 0 {
		t.Fatal("no messages")
	}
	for _, heading := range headings {
		if strings.HasPrefix(heading[1], "answered ") {
			continue // A number follows.
		}
		for message := range strings.SplitSeq(heading[1], ", ") {
			for part := range strings.SplitSeq(message, "…") {
				if part = strings.ToLower(strings.TrimSpace(part)); !strings.Contains(messages, part) {
					t.Errorf("no message of the provider has %q", part)
				}
			}
		}
	}
}

// The guide on troubleshooting has every heading that a diagnostic sends its reader to.
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

// providerStrings returns the code of the provider, with concatenated literals joined.
func providerStrings(t *testing.T) string {
	t.Helper()
	var code strings.Builder
	for _, directory := range []string{"api", "apidiag", "attribute", "failoverbackend", "gate", "problem", "provider", "redact", "routeoauth", "session", "tlsedge"} {
		files, err := filepath.Glob(filepath.Join("..", directory, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no code in %s (%v)", directory, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				code.WriteString(readPage(t, file))
			}
		}
	}
	return regexp.MustCompile(`" ?\+\n\t*"`).ReplaceAllString(code.String(), "")
}

// A sentence that holds for many attributes stands once, above them.
func TestDocumentation_sentencesStandOnce(t *testing.T) {
	t.Parallel()
	const long = 70
	end := regexp.MustCompile(`\. |\n`)
	for _, page := range pages(t) {
		if !strings.Contains(page, filepath.Join("docs", "resources")) {
			continue
		}
		count := map[string]int{}
		for _, sentence := range end.Split(readPage(t, page), -1) {
			count[sentence]++
			if len(sentence) >= long && count[sentence] == 3 {
				t.Errorf("%s says more than twice: %s", page, sentence)
			}
		}
	}
}
