// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// readScripts returns the scripts in a txtar file of the folder testdata, by name. In these
// files, a line that begins with a tab continues the line before.
func readScripts(t *testing.T, file string) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[string]string{}
	for _, script := range archive.Files {
		scripts[script.Name] = strings.ReplaceAll(string(script.Data), "\n\t", " ")
	}
	return scripts
}

// run sends the requests in a script and checks the responses. Each line of the
// script has this form:
//
//	METHOD PATH [BODY] -> STATUS [WANT]
//
// WANT has one of these forms:
//
//   - members and their JSON values, such as provider.idp_1.teams=[]. A member
//     without a value must be absent from the response. A name that begins with
//     a capital letter is the name of a header.
//   - the JSON pointers of all mistakes in the request, in order
//   - =TEXT: the whole body is TEXT
//   - same: the body is the same as in the response to the previous line
//
// URL stands for the base URL of the service. ID stands for the id of the last object that
// the script created. LONG and a number stand for a text of so many bytes, and LONG alone
// for one of 200,000 bytes. The line "ACT 1" calls ActPending and checks that the result is 1. The
// lines "FREEZE" and "THAW" call FreezeList and ThawList.
func (s *service) run(t *testing.T, script string) {
	t.Helper()
	var last, id string
	seen := map[string]bool{}
	long := strings.Repeat("ü", 100_000)
	placeholders := strings.NewReplacer("URL", s.url,
		"LONG255", long[:254]+"x", "LONG256", long[:256], "LONG4096", long[:4096], "LONG4097", long[:4096]+"x", "LONG", long)
	for line := range strings.Lines(placeholders.Replace(script)) {
		line = strings.TrimSpace(line)
		command, argument, _ := strings.Cut(line, " ")
		switch command {
		case "":
			continue
		case "FREEZE":
			s.FreezeList()
			continue
		case "THAW":
			s.ThawList()
			continue
		case "ACT":
			if acted := s.ActPending(); strconv.Itoa(acted) != argument {
				t.Errorf("%s, and %d acted", line, acted)
			}
			continue
		}
		request, response, _ := strings.Cut(line, " -> ")
		parts := append(strings.SplitN(strings.ReplaceAll(request, "/ID", "/"+id), " ", 3), "")
		status, wanted, _ := strings.Cut(response, " ")
		g := s.do(t, parts[0], parts[1], parts[2])
		if strconv.Itoa(g.status) != status {
			t.Fatalf("%s\ngot %d %s", line, g.status, g.raw)
		}
		g.wantForm(t, line, seen)
		if command == "POST" && g.status < 400 {
			id = s.newest(parts[1])
		}
		wanted = strings.ReplaceAll(wanted, "ID", id)
		switch body, isWhole := strings.CutPrefix(wanted, "="); {
		case isWhole && string(g.raw) != body, wanted == "same" && string(g.raw) != last:
			t.Errorf("%s\ngot %s", line, g.raw)
		case isWhole, wanted == "same", wanted == "":
		case strings.HasPrefix(wanted, "/"):
			if pointers := g.pointers(t); !slices.Equal(pointers, strings.Fields(wanted)) {
				t.Errorf("%s\ngot %q", line, pointers)
			}
		default:
			for want := range strings.FieldsSeq(wanted) {
				g.wantMember(t, line, want)
			}
		}
		last = string(g.raw)
	}
}

// newest returns the id of the last object that was created with a POST to the path.
func (s *service) newest(path string) string {
	backends, edges := s.FailoverBackends(), s.TLSEdges()
	if path == "/edges/tls" {
		return edges[len(edges)-1].ID
	}
	return backends[len(backends)-1].ID
}

func (g got) wantMember(t *testing.T, line, want string) {
	t.Helper()
	path, value, _ := strings.Cut(want, "=")
	if path[0] < 'a' {
		if header := strings.ReplaceAll(g.header.Get(path), ", ", ","); header != value {
			t.Errorf("%s\n%s is %q", line, path, header)
		}
		return
	}
	var member any = g.body
	present := true
	for name := range strings.SplitSeq(path, ".") {
		object, _ := member.(map[string]any)
		member, present = object[name]
	}
	switch {
	case present != (value != ""):
		t.Errorf("%s\n%s is there: %t", line, path, present)
	case present:
		var wanted any
		if err := json.Unmarshal([]byte(value), &wanted); err != nil {
			t.Fatalf("%s\nthe wanted JSON: %v", line, err)
		}
		if !reflect.DeepEqual(member, wanted) {
			t.Errorf("%s\n%s is %v", line, path, member)
		}
	}
}
