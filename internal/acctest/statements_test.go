// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
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
	page, err := os.ReadFile(statementsPage)
	if err != nil {
		t.Fatal(err)
	}
	var statements []statement
	for _, table := range markdownTables(string(page)) {
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
	tests map[string][]string // by the test's name, the texts in its file
}

func readSources(t *testing.T) sources {
	t.Helper()
	found := sources{built: map[string]bool{}, tests: map[string][]string{}}
	files := token.NewFileSet()
	err := filepath.WalkDir(internalDirectory, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		directory, err := filepath.Rel(internalDirectory, filepath.Dir(name))
		if err != nil {
			return err
		}
		for _, declared := range declarations(file) {
			if strings.HasSuffix(name, "_test.go") {
				found.tests[filepath.ToSlash(directory)+"."+declared] = texts(file)
			} else {
				found.built[filepath.ToSlash(directory)+"."+declared] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// declarations returns the names of a file's functions, methods, types, constants
// and variables.
func declarations(file *ast.File) []string {
	var names []string
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			names = append(names, declaration.Name.Name)
		case *ast.GenDecl:
			for _, spec := range declaration.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}

// texts returns the string literals of a file.
func texts(file *ast.File) []string {
	var found []string
	ast.Inspect(file, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				found = append(found, text)
			}
		}
		return true
	})
	return found
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
			texts, exists := found.tests[test]
			if _, function, _ := strings.Cut(test, "."); !exists || !strings.HasPrefix(function, "Test") {
				t.Errorf("section %s, %q: there is no test %s", statement.section, statement.text, test)
			} else if hasCase && !slices.Contains(texts, testCase) {
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
	page, err := os.ReadFile(interfacePage)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, match := range regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)?)`).FindAllStringSubmatch(string(page), -1) {
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
	err := filepath.WalkDir(internalDirectory, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		source, err := os.ReadFile(name)
		for _, match := range citation.FindAllSubmatch(source, -1) {
			cited++
			if number := string(match[1]); !slices.Contains(numbers, number) {
				t.Errorf("%s cites interface section %s, which does not exist", name, number)
			}
		}
		return err
	})
	if err != nil || cited == 0 {
		t.Errorf("%d citations, %v", cited, err)
	}
}
