// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

const troubleshooting = "../../docs/guides/troubleshooting.md"

// The first table of the troubleshooting guide lists every error of the provider. Below
// the messages of the CLI, each message in the table comes from the provider. Errors of
// library validators are excluded, because the libraries define the summaries.
func TestDocumentation_messages(t *testing.T) {
	t.Parallel()
	table := markdownTables(readPage(t, troubleshooting))[0]
	var listed []string
	for _, row := range table.rows {
		for _, span := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row["Message"], -1) {
			listed = append(listed, span[1])
		}
	}
	errors, warnings := providerSummaries(t)
	if len(listed) < 40 || len(errors) < 20 {
		t.Fatalf("%d messages, %d errors", len(listed), len(errors))
	}
	code := providerStrings(t)
	literals := strings.Join(regexp.MustCompile(`"[^"\n]*"`).FindAllString(code, -1), "\n")
	for _, summary := range errors {
		if !slices.ContainsFunc(listed, func(message string) bool { return matches(message, summary, literals) }) {
			t.Errorf("the table has no row for %q", summary)
		}
	}
	for _, message := range listed[slices.Index(listed, "Missing base URL"):] {
		isSummary := slices.ContainsFunc(append(errors, warnings...), func(summary string) bool { return matches(message, summary, literals) })
		if !isSummary && !strings.Contains(code, message) {
			t.Errorf("no message of the provider is %q", message)
		}
	}
}

// Each warning names its object in its summary, because CLIs merge warnings with equal
// summaries. A changed base_url concerns all objects, so that these warnings are merged.
func TestDocumentation_warningsNameTheirObject(t *testing.T) {
	t.Parallel()
	_, warnings := providerSummaries(t)
	if len(warnings) < 12 {
		t.Errorf("got only %q", warnings)
	}
	for _, summary := range warnings {
		isOfAll := summary == "The base_url of the provider has changed"
		if !isOfAll && !strings.Contains(strings.TrimPrefix(summary, "Anyone with an account at …"), "…") {
			t.Errorf("the summary %q does not name the object", summary)
		}
	}
}

// matches reports whether a message on the page can be a summary in the code. In the
// message, an ellipsis matches any text. In the summary, an ellipsis matches only text
// that is in literals, the string literals of the code.
func matches(message, summary, literals string) bool {
	texts := func(pattern, text string) []string {
		expression := strings.ReplaceAll(regexp.QuoteMeta(pattern), "…", "(.*)")
		return regexp.MustCompile("(?i)^" + expression + "$").FindStringSubmatch(text)
	}
	found := texts(summary, message)
	isInvented := func(text string) bool { return !strings.Contains(literals, strings.TrimSpace(text)) }
	return texts(message, summary) != nil || strings.Trim(summary, "… ") != "" && found != nil &&
		!slices.ContainsFunc(strings.Split(strings.Join(found[1:], "…"), "…"), isInvented)
}

// providerSummaries returns the summaries of all errors and warnings in the provider's
// code. An ellipsis replaces text that is known only at run time.
func providerSummaries(t *testing.T) (errors, warnings []string) {
	t.Helper()
	position := map[string]int{
		"AddError": 0, "NewErrorDiagnostic": 0, "AddAttributeError": 1, "NewAttributeErrorDiagnostic": 1,
		"AddWarning": 0, "NewWarningDiagnostic": 0, "AddAttributeWarning": 1, "NewAttributeWarningDiagnostic": 1,
	}
	for _, files := range providerPackages(t) {
		constants := map[string]string{}
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				if spec, ok := node.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
					for i, name := range spec.Names {
						constants[name.Name] = textOf(spec.Values[i], nil)
					}
				}
				return true
			})
		}
		passedOn := summaryParameters(files)
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				called, arguments := callOf(node)
				at, isDiagnostic := position[called]
				if passed, ok := passedOn[called]; ok && !isDiagnostic {
					at = passed
				} else if !isDiagnostic {
					return true
				}
				if at >= len(arguments) {
					return true
				}
				switch summary := textOf(arguments[at], constants); {
				case strings.Trim(summary, "… ") == "": // A caller passes the summary: see summaryParameters.
				case strings.Contains(strings.ToLower(called), "warn"):
					warnings = append(warnings, summary)
				default:
					errors = append(errors, summary)
				}
				return true
			})
		}
	}
	return errors, warnings
}

// callOf returns the name of the function that a syntax node calls, and the arguments.
// For a composite literal, it returns the name of the type, and the elements.
func callOf(node ast.Node) (called string, arguments []ast.Expr) {
	switch n := node.(type) {
	case *ast.CallExpr:
		return nameOf(n.Fun), n.Args
	case *ast.CompositeLit:
		return nameOf(n.Type), n.Elts
	}
	return "", nil
}

// summaryParameters returns the functions with a parameter "summary" and the structs
// with a field "summary". The map's values are the positions of this parameter or field.
func summaryParameters(files []*ast.File) map[string]int {
	found := map[string]int{}
	add := func(name string, fields *ast.FieldList) {
		at := 0
		for _, field := range fields.List {
			for i, one := range field.Names {
				if one.Name == "summary" {
					found[name] = at + i
				}
			}
			at += max(1, len(field.Names)) // An embedded field has no name.
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.FuncDecl:
				add(n.Name.Name, n.Type.Params)
			case *ast.AssignStmt:
				if function, ok := n.Rhs[0].(*ast.FuncLit); ok {
					add(nameOf(n.Lhs[0]), function.Type.Params)
				}
			case *ast.TypeSpec:
				if structure, ok := n.Type.(*ast.StructType); ok {
					add(n.Name.Name, structure.Fields)
				}
			}
			return true
		})
	}
	return found
}

// textOf returns the text of an expression. An ellipsis replaces parts that are not
// literals.
func textOf(expression ast.Expr, constants map[string]string) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return textOf(e.X, constants) + textOf(e.Y, constants)
	case *ast.Ident, *ast.SelectorExpr:
		if text := constants[nameOf(e)]; text != "" {
			return text
		}
	case *ast.CallExpr:
		if nameOf(e.Fun) == "Sprintf" {
			return regexp.MustCompile(`%[+.0-9]*[a-z]`).ReplaceAllString(textOf(e.Args[0], constants), "…")
		}
	}
	return "…"
}

func nameOf(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// providerPackages returns the files of the provider's packages, except for tests.
func providerPackages(t *testing.T) map[string][]*ast.File {
	t.Helper()
	found := map[string][]*ast.File{}
	for _, name := range providerFiles(t) {
		file := acctest.Must(parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution))(t)
		found[filepath.Dir(name)] = append(found[filepath.Dir(name)], file)
	}
	return found
}

// The troubleshooting guide contains every heading to which a diagnostic refers.
func TestDocumentation_headings(t *testing.T) {
	t.Parallel()
	guide := readPage(t, troubleshooting)
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
	for _, name := range providerFiles(t) {
		code.WriteString(readPage(t, name))
	}
	return regexp.MustCompile(`" ?\+\n\t*"`).ReplaceAllString(code.String(), "")
}

// providerFiles returns the names of the provider's files, except for tests.
func providerFiles(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, directory := range []string{"api", "apidiag", "attribute", "failoverbackend", "gate", "privatestate", "problem", "provider", "redact", "routeoauth", "session", "tlsedge"} {
		files := acctest.Must(filepath.Glob(filepath.Join("..", directory, "*.go")))(t)
		found = append(found, slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })...)
	}
	return found
}
