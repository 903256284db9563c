// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// service is an API that listens on a local port, and an HTTP client for this API.
type service struct {
	*refapi.API
	url    string
	client *http.Client
}

func start(t *testing.T, options refapi.Options) *service {
	t.Helper()
	api := refapi.New(options)
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &service{API: api, url: server.URL, client: client}
}

// got is a response. The field body is the decoded JSON object, or nil for other bodies.
type got struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

// do sends a request and returns the response. A body that is not empty is sent
// as JSON. The last arguments are header names, each followed by its value.
func (s *service) do(t *testing.T, method, path, body string, header ...string) got {
	t.Helper()
	request := s.request(t, method, path, body)
	for pair := range slices.Chunk(header, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return read(t, response)
}

func (s *service) request(t *testing.T, method, path, body string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	return request
}

func read(t *testing.T, response *http.Response) got {
	t.Helper()
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("reading the response: %v", err)
	}
	g := got{status: response.StatusCode, header: response.Header, raw: raw}
	if bytes.HasPrefix(raw, []byte("{")) {
		if err := json.Unmarshal(raw, &g.body); err != nil {
			t.Fatalf("decoding %s: %v", raw, err)
		}
	}
	return g
}

// wants stops the test if the status of the response is not the given status.
func (g got) wants(t *testing.T, status int) got {
	t.Helper()
	if g.status != status {
		t.Fatalf("status %d, want %d; body %s", g.status, status, g.raw)
	}
	return g
}

// pointers returns the JSON pointers in a problem. A JSON pointer identifies an
// invalid member.
func (g got) pointers(t *testing.T) []string {
	t.Helper()
	var problem struct {
		Errors []struct{ Pointer, Detail string }
	}
	if err := json.Unmarshal(g.raw, &problem); err != nil {
		t.Fatalf("decoding %s: %v", g.raw, err)
	}
	pointers := []string{}
	for _, e := range problem.Errors {
		if e.Detail == "" {
			t.Errorf("no detail at %q", e.Pointer)
		}
		pointers = append(pointers, e.Pointer)
	}
	return pointers
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
// the script created. The line "ACT 1" calls ActPending and checks that the result is 1. The
// lines "FREEZE" and "THAW" call FreezeList and ThawList.
func (s *service) run(t *testing.T, script string) {
	t.Helper()
	var last, id string
	seen := map[string]bool{}
	for line := range strings.Lines(script) {
		line = strings.ReplaceAll(strings.TrimSpace(line), "URL", s.url)
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

// wantForm checks the form of a response: the request id is unique, the content
// type is right, and a problem has all its members. The map seen contains the
// request ids of earlier responses.
func (g got) wantForm(t *testing.T, line string, seen map[string]bool) {
	t.Helper()
	id, mediaType := g.header.Get("X-Request-Id"), ""
	switch {
	case g.status >= 400:
		mediaType = "application/problem+json"
		// Some of these members repeat the value of another member under the
		// name that similar services use.
		status := float64(g.status)
		for name, want := range map[string]any{
			"type": "about:blank", "title": http.StatusText(g.status), "status": status, "status_code": status,
			"error_code": g.body["code"], "msg": g.body["detail"], "request_id": id,
		} {
			if g.body[name] != want || g.text("code") == "" || g.text("detail") == "" {
				t.Errorf("%s\n%s is not %v in %s", line, name, want, g.raw)
			}
		}
	case len(g.raw) > 0:
		mediaType = "application/json"
	}
	if got := g.header.Get("Content-Type"); got != mediaType || id == "" || seen[id] {
		t.Errorf("%s\nContent-Type %q, request id %q (used before: %t)", line, got, id, seen[id])
	}
	seen[id] = true
	for _, name := range []string{"Content-Length", "Transfer-Encoding"} {
		if value, there := g.header[name]; there && g.status == http.StatusNoContent {
			t.Errorf("%s\n%s %q", line, name, value)
		}
	}
	if text, has := g.body["created_at"].(string); has && g.status == http.StatusCreated {
		when, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
		if err != nil || time.Since(when).Abs() > time.Minute {
			t.Errorf("%s\ncreated_at %q: %v", line, text, err)
		}
	}
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
		wantJSON(t, line+"\n"+path, member, value)
	}
}

func (g got) text(name string) string {
	text, _ := g.body[name].(string)
	return text
}

// wantJSON compares a decoded value with a JSON text.
func wantJSON(t *testing.T, what string, got any, want string) {
	t.Helper()
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatalf("the wanted JSON %s: %v", want, err)
	}
	if !reflect.DeepEqual(got, wanted) {
		shown, _ := json.Marshal(got)
		t.Errorf("%s is %s, want %s", what, shown, want)
	}
}
