// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Each test that the page on the statements names exists. The case of a test comes after a slash.
func TestStatements(t *testing.T) {
	t.Parallel()
	tests := map[string]string{} // their source by package
	eachSource(t, func(name, source string) {
		if strings.HasSuffix(name, "_test.go") {
			tests[filepath.Base(filepath.Dir(name))] += source
		}
	})
	named := regexp.MustCompile("`(\\w+)\\.(Test\\w+)(?:/([^`]+))?`").FindAllStringSubmatch(readPage(t, "../api/statements.md"), -1)
	if len(named) == 0 {
		t.Fatal("the page names no tests")
	}
	for _, name := range named {
		source := tests[name[1]]
		if !strings.Contains(source, "func "+name[2]+"(") || !strings.Contains(source, strconv.Quote(name[3])) && name[3] != "" {
			t.Errorf("there is no %s", name[0])
		}
	}
}

// eachSource calls a function with the name and the content of each Go file under internal.
func eachSource(t *testing.T, do func(name, source string)) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".go") {
			do(name, readPage(t, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every section that a comment cites is on the page on the interface.
func TestInterface_citations(t *testing.T) {
	t.Parallel()
	var numbers []string
	for _, match := range regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)?)`).FindAllStringSubmatch(readPage(t, interfacePage), -1) {
		numbers = append(numbers, match[1])
	}
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
