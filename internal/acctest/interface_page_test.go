// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

const interfacePage = "../api/interface.md"

// interfaceTables are the tables of the interface page.
type interfaceTables struct {
	members    map[string][]describedMember // by type
	operations []describedOperation
	limits     []describedLimit
}

type describedMember struct {
	name string
	kind string // string, boolean, uint32, a type on the page, or "list of" one of these
}

type describedOperation struct {
	method, path string
	body         string // a type on the page; "" if the request has no body
	status       int    // 0 if the page shows no status
	response     string // a type on the page; "" if no response is shown
}

type describedLimit struct {
	object, member string
	bytes          int
}

// row is one row of a table. The keys are the column headings.
type row map[string]string

// table is a table with the heading above it.
type table struct {
	heading string
	rows    []row
}

// markdownTables returns every table of a page.
func markdownTables(page string) (tables []table) {
	var heading string
	var columns []string
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			heading = line
		}
		if !strings.HasPrefix(line, "|") {
			columns = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case columns == nil:
			columns = cells
			tables = append(tables, table{heading: heading})
		case strings.HasPrefix(cells[0], "--"):
		default:
			cellOf := row{}
			for i, column := range columns {
				cellOf[column] = cells[i]
			}
			last := &tables[len(tables)-1]
			last.rows = append(last.rows, cellOf)
		}
	}
	return tables
}

// readInterface parses the interface page.
func readInterface(t *testing.T) interfaceTables {
	t.Helper()
	tables := interfaceTables{members: map[string][]describedMember{}}
	for _, table := range markdownTables(readPage(t, interfacePage)) {
		for _, row := range table.rows {
			switch {
			case row["Method and path"] != "":
				tables.operations = append(tables.operations, operationFrom(t, row))
			case row["Bytes at most"] != "":
				limit := acctest.Must(strconv.Atoi(row["Bytes at most"]))(t)
				tables.limits = append(tables.limits, describedLimit{code(row["Object"]), code(row["Member"]), limit})
			case row["Type"] != "":
				name := code(table.heading)
				if name == "" {
					t.Fatalf("the heading %q names no type", table.heading)
				}
				kind := strings.ReplaceAll(row["Type"], "`", "")
				tables.members[name] = append(tables.members[name], describedMember{code(row["Member"]), kind})
			default:
				t.Fatalf("a row below %q is of no known kind: %v", table.heading, row)
			}
		}
	}
	return tables
}

func operationFrom(t *testing.T, row row) describedOperation {
	t.Helper()
	method, path, _ := strings.Cut(code(row["Method and path"]), " ")
	operation := describedOperation{method: method, path: path, body: code(row["Body"]), response: code(row["Success"])}
	if status := regexp.MustCompile(`^\d+`).FindString(row["Success"]); status != "" {
		var err error
		if operation.status, err = strconv.Atoi(status); err != nil {
			t.Fatal(err)
		}
	} else if row["Success"] != "Not shown" {
		t.Fatalf("no status in %q", row["Success"])
	}
	return operation
}

// code returns the first code span of a text.
func code(text string) string {
	_, after, _ := strings.Cut(text, "`")
	span, _, _ := strings.Cut(after, "`")
	return span
}

// of returns the members of a type: a map from names to types. The members that all eight
// types of identity providers have in common are in a separate table.
func (i interfaceTables) of(name string) map[string]string {
	members := map[string]string{}
	for _, member := range i.members[name] {
		members[member.name] = member.kind
	}
	const common = "EndpointOAuthIdp"
	if strings.HasPrefix(name, common) && name != common {
		maps.Copy(members, i.of(common))
	}
	return members
}

// isObject reports whether the page lists the members of a type.
func (i interfaceTables) isObject(kind string) bool {
	return len(i.of(kind)) > 0
}

// names returns the sorted names of the members of a type.
func (i interfaceTables) names(kind string) []string {
	return slices.Sorted(maps.Keys(i.of(kind)))
}
