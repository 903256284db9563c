package acctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every link between the project's own pages leads to a page, and to a heading
// or an anchor on it.
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

// Each message that the guide on troubleshooting explains is one that the provider has.
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

// providerStrings returns the code of the provider, with texts that are several literals joined.
func providerStrings(t *testing.T) string {
	t.Helper()
	var code strings.Builder
	for _, room := range []string{"api", "apidiag", "attribute", "failoverbackend", "provider", "routeoauth", "session", "tlsedge"} {
		files, err := filepath.Glob(filepath.Join("..", room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no code in %s (%v)", room, err)
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

// pages are all pages that people read, save for the templates of docs.
func pages(t *testing.T) []string {
	t.Helper()
	const root = "../.."
	found, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{{".github"}, {"internal"}, {"internal", "api"}} {
		inFolder, err := filepath.Glob(filepath.Join(root, filepath.Join(more...), "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, inFolder...)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") {
			found = append(found, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// anchors are what a link into a page may name: its explicit anchors, and its
// headings in the form in which registries and code hosts write them.
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
