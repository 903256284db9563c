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

// Every test on the statements page exists. The page writes a test case after a slash.
func TestStatements(t *testing.T) {
	t.Parallel()
	tests := map[string]string{} // the source of the tests, by package
	files, err := filepath.Glob(filepath.Join("..", "*", "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests (%v)", err)
	}
	for _, name := range files {
		tests[filepath.Base(filepath.Dir(name))] += readPage(t, name)
	}
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
