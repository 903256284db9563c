// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every test on the page statements.md exists. On that page, a slash separates a test from
// its test case.
func TestStatements(t *testing.T) {
	t.Parallel()
	sources := map[string]string{} // by package
	files, err := filepath.Glob(filepath.Join("..", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source (%v)", err)
	}
	for _, name := range files {
		sources[filepath.Base(filepath.Dir(name))] += readPage(t, name)
	}
	for _, file := range []string{"exchanges.txt", "field_errors.txt"} {
		sources["refapi"] += readPage(t, "../refapi/testdata/"+file)
	}
	named := regexp.MustCompile("`([a-z]+)\\.(Test\\w+|Fuzz\\w+)(?:/([^`]+))?`").FindAllStringSubmatch(readPage(t, "../api/statements.md"), -1)
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

// The page of the packages names every file of the provider and of the reference API.
func TestPackages(t *testing.T) {
	t.Parallel()
	page := readPage(t, "../README.md")
	for name := range strings.FieldsSeq("server provider failoverbackend tlsedge routeoauth session privatestate apidiag attribute api redact problem gate refapi") {
		files, err := filepath.Glob(filepath.Join("..", name, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of %s (%v)", name, err)
		}
		_, section, _ := strings.Cut(page, "### "+name+":")
		section, _, _ = strings.Cut(section, "\n###")
		for _, file := range files {
			base := filepath.Base(file)
			if !strings.HasSuffix(base, "_test.go") && base != "doc.go" && !strings.Contains(page, "`"+name+"/"+base+"`") && !strings.Contains(section, "`"+base+"`") {
				t.Errorf("the page does not name %s/%s", name, base)
			}
		}
	}
}

// Workflows, including those on pages of docs, refer to actions by commit: tags can be moved.
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
