// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	internalDirectory = ".."
	statementsPage    = "../api/statements.md"
)

// statement is a row of the page on the statements.
type statement struct {
	section, text string
	builtBy       []string // declarations and files
	heldBy        []string // tests
}

func readStatements(t *testing.T) []statement {
	t.Helper()
	var statements []statement
	for _, table := range markdownTables(readPage(t, statementsPage)) {
		for _, row := range table.rows {
			statements = append(statements, statement{
				section: sectionNumber(table.heading), text: row["Statement"],
				builtBy: codes(row["Built by"]), heldBy: codes(row["Held by"]),
			})
		}
	}
	if len(statements) == 0 {
		t.Fatal("the page has no statements")
	}
	return statements
}

// sectionNumber returns the number that a heading begins with, or "" if it has
// none.
func sectionNumber(heading string) string {
	_, title, _ := strings.Cut(heading, " ")
	return regexp.MustCompile(`^\d+(\.\d+)?`).FindString(title)
}

// codes returns all code spans of a text.
func codes(text string) []string {
	var spans []string
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		spans = append(spans, match[1])
	}
	return spans
}

// sources are the declarations of all packages under internal, each as the path
// of its package, a dot and its name.
type sources struct {
	built map[string]bool
	tests map[string]string // by the test's name, its file
}

func readSources(t *testing.T) sources {
	t.Helper()
	found := sources{built: map[string]bool{}, tests: map[string]string{}}
	group := regexp.MustCompile(`(?ms)^(?:const|var) \(\n.*?\n\)`)
	declaration := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |const |var )(\w+)`)
	grouped := regexp.MustCompile(`(?m)^\t(\w+)`)
	eachSource(t, func(name, source string) {
		directory := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), internalDirectory+"/")
		declarations := declaration.FindAllStringSubmatch(source, -1)
		for _, one := range group.FindAllString(source, -1) {
			declarations = append(declarations, grouped.FindAllStringSubmatch(one, -1)...)
		}
		for _, declared := range declarations {
			if full := directory + "." + declared[1]; strings.HasSuffix(name, "_test.go") {
				found.tests[full] = source
			} else {
				found.built[full] = true
			}
		}
	})
	return found
}

// eachSource calls a function with the name and the content of each Go file under internal.
func eachSource(t *testing.T, do func(name, source string)) {
	t.Helper()
	err := filepath.WalkDir(internalDirectory, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".go") {
			do(name, readPage(t, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every statement names existing code and tests. The case of a test comes after
// a slash.
func TestStatements_nameWhatExists(t *testing.T) {
	t.Parallel()
	found := readSources(t)
	for _, statement := range readStatements(t) {
		if statement.text == "" || len(statement.builtBy) == 0 || len(statement.heldBy) == 0 {
			t.Errorf("section %s, %q: a cell names nothing", statement.section, statement.text)
		}
		for _, name := range statement.builtBy {
			_, err := os.Stat(filepath.Join(internalDirectory, name))
			if isFile := strings.HasSuffix(name, ".go"); isFile && err != nil || !isFile && !found.built[name] {
				t.Errorf("section %s, %q: there is no %s", statement.section, statement.text, name)
			}
		}
		for _, name := range statement.heldBy {
			test, testCase, hasCase := strings.Cut(name, "/")
			file, exists := found.tests[test]
			if _, function, _ := strings.Cut(test, "."); !exists || !strings.HasPrefix(function, "Test") {
				t.Errorf("section %s, %q: there is no test %s", statement.section, statement.text, test)
			} else if hasCase && !strings.Contains(file, strconv.Quote(testCase)) {
				t.Errorf("section %s, %q: %s has no case %q", statement.section, statement.text, test, testCase)
			}
		}
	}
}

// Every section, member, operation and limit of the interface has a statement.
func TestStatements_coverTheInterface(t *testing.T) {
	t.Parallel()
	stated := map[string]bool{}
	for _, statement := range readStatements(t) {
		stated["section "+statement.section] = true
		for _, name := range codes(statement.text) {
			stated[name] = true
		}
	}
	var wanted []string
	tables := readInterface(t)
	for object, members := range tables.members {
		for _, member := range members {
			wanted = append(wanted, object+"."+member.name)
		}
	}
	for _, operation := range tables.operations {
		wanted = append(wanted, operation.method+" "+operation.path)
	}
	for _, limit := range tables.limits {
		wanted = append(wanted, strconv.Itoa(limit.bytes))
	}
	for _, number := range interfaceSections(t) {
		wanted = append(wanted, "section "+number)
	}
	slices.Sort(wanted)
	for _, name := range wanted {
		if !stated[name] {
			t.Errorf("there is no statement about %s", name)
		}
	}
}

// interfaceSections returns the numbers of the sections of the page on the
// interface.
func interfaceSections(t *testing.T) []string {
	t.Helper()
	var numbers []string
	for _, match := range regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)?)`).FindAllStringSubmatch(readPage(t, interfacePage), -1) {
		numbers = append(numbers, match[1])
	}
	if len(numbers) == 0 {
		t.Fatal("the page has no sections")
	}
	return numbers
}

// Every section that a comment cites is on the page on the interface.
func TestInterface_citations(t *testing.T) {
	t.Parallel()
	numbers := interfaceSections(t)
	citation := regexp.MustCompile(`interface\s+(?://\s+)?section\s+(?://\s+)?(\d+(?:\.\d+)?)`)
	cited := 0
	eachSource(t, func(name, source string) {
		for _, match := range citation.FindAllStringSubmatch(source, -1) {
			cited++
			if !slices.Contains(numbers, match[1]) {
				t.Errorf("%s cites interface section %s, which does not exist", name, match[1])
			}
		}
	})
	if cited == 0 {
		t.Error("no citations")
	}
}
