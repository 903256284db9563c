// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

func present[T any](value T) Member[T] {
	return Member[T]{Present: true, Value: &value}
}

func null[T any]() Member[T] {
	return Member[T]{Present: true}
}

func TestRefs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Member[Refs]{ // the zero value means an error
		`null`:                                   null[Refs](),
		`[]`:                                     present(Refs{}),
		`{"id":"a","uri":"u"}`:                   present(Refs{{ID: "a", URI: "u"}}),
		`[{"id":"a","uri":"u"}]`:                 present(Refs{{ID: "a", URI: "u"}}),
		`[ {"id":"b"} , {"id":"a","uri":null} ]`: present(Refs{{ID: "b"}, {ID: "a"}}),
		`{"id":null,"uri":null}`:                 present(Refs{}),
		`{}`:                                     present(Refs{}),
		`[{"id":""},null,{"id":"a"}]`:            present(Refs{{ID: "a"}}),

		`"PEM"`: {}, `["PEM"]`: {}, `7`: {}, `true`: {}, `[[]]`: {}, `{"id":7}`: {},
	} {
		var got Member[Refs]
		err := json.Unmarshal([]byte(text), &got)
		if difference := cmp.Diff(want, got); (err == nil) != want.Present || err == nil && difference != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, difference)
		}
	}
}

// A creation sends only what is set. An update sends the named members: "" for an unset
// text, and null for an unset module.
func TestTLSEdge_bodies(t *testing.T) {
	t.Parallel()
	names := []string{"backend", "description", "hostports", "ip_restriction", "metadata", "tls_termination", "traffic_policy"}
	for name, test := range map[string]struct {
		settings         TLSEdgeSettings
		created, updated string
	}{
		"nothing": {
			TLSEdgeSettings{Hostports: []string{}},
			`{}`,
			`{"backend":null,"description":"","hostports":[],"ip_restriction":null,"metadata":"","tls_termination":null,"traffic_policy":null}`,
		},
		"everything": {
			TLSEdgeSettings{
				Description: "d", Metadata: "m", Hostports: []string{"a:1"},
				Modules: map[string]*EdgeModuleSettings{
					"backend":         {Enabled: false, BackendID: "b"},
					"ip_restriction":  {Enabled: true, IPPolicyIDs: []string{"p"}},
					"mutual_tls":      {Enabled: false, CertificateAuthorityIDs: []string{}},
					"tls_termination": {Enabled: true, TerminateAt: "upstream"},
					"traffic_policy":  {Enabled: true, Value: "v"},
				},
			},
			`{"backend":{"enabled":false,"backend_id":"b"},"description":"d","hostports":["a:1"],` +
				`"ip_restriction":{"enabled":true,"ip_policy_ids":["p"]},"metadata":"m","mutual_tls":{"enabled":false,"certificate_authority_ids":[]},` +
				`"tls_termination":{"enabled":true,"terminate_at":"upstream"},"traffic_policy":{"enabled":true,"value":"v"}}`,
			`{"backend":{"enabled":false,"backend_id":"b"},"description":"d","hostports":["a:1"],` +
				`"ip_restriction":{"enabled":true,"ip_policy_ids":["p"]},"metadata":"m",` +
				`"tls_termination":{"enabled":true,"min_version":null,"terminate_at":"upstream"},"traffic_policy":{"enabled":true,"value":"v"}}`,
		},
	} {
		s := serve(t, Config{}, always(200, objectWith("e", ofOld, "")))
		wantError(t, createError(s.TLSEdges.Create(t.Context(), test.settings)), "")
		wantError(t, errorOf(s.UpdateTLSEdge(t.Context(), Target{ID: "e"}, TLSEdgeUpdate{Settings: test.settings, Sent: names}, anyOf)), "")
		want := []string{"POST /edges/tls " + test.created, "PATCH /edges/tls/e " + test.updated}
		if difference := cmp.Diff(want, s.requests); difference != "" {
			t.Errorf("%s: the requests differ (-want +got):\n%s", name, difference)
		}
	}
}

func TestGetTLSEdge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		want *TLSEdge
		err  string
	}{
		"everything": {
			`{"id":"a/b","uri":"u","created_at":"c","description":"d","metadata":null,"hostports":["a:1"],
			  "backend":{"enabled":true,"backend":{"id":"b","uri":"u/b"}},"ip_restriction":{"ip_policies":[{"id":"p","uri":"u/p","later":{"addition":[1]}}]},
			  "mutual_tls":{"enabled":null,"certificate_authorities":null},"tls_termination":{"terminate_at":"edge","min_version":null},
			  "traffic_policy":null,"later":"addition"}`,
			&TLSEdge{
				ID: "a/b", URI: present("u"), CreatedAt: present("c"), Description: present("d"), Metadata: null[string](),
				Hostports:      present([]string{"a:1"}),
				Backend:        present(EdgeModule{Enabled: present(true), Backend: present(Ref{ID: "b", URI: "u/b"})}),
				IPRestriction:  present(EdgeModule{IPPolicies: present(Refs{{ID: "p", URI: "u/p"}})}),
				MutualTLS:      present(EdgeModule{Enabled: null[bool](), CertificateAuthorities: null[Refs]()}),
				TLSTermination: present(EdgeModule{TerminateAt: present("edge"), MinVersion: null[string]()}),
				TrafficPolicy:  null[EdgeModule](),
			}, "",
		},
		"only id":       {`{"id":"a/b"}`, &TLSEdge{ID: "a/b"}, ""},
		"another edge":  {`{"id":"c"}`, nil, `the response describes another object, with the id "c"`},
		"no id":         {`{"uri":"u"}`, &TLSEdge{ID: "a/b", URI: present("u")}, ""},
		"no member":     {`{"success":false}`, nil, "it has none of the members of an edge"},
		"a page":        {`{"tls_edges":[],"uri":"u","next_page_uri":null}`, nil, "it is a page of a list"},
		"a last page":   {`{"uri":"u","next_page_uri":null}`, nil, "it is a page of a list"},
		"another type":  {`{"id":"a/b","tls_termination":{"enabled":"yes"}}`, nil, `at "/tls_termination/enabled"`},
		"text for Refs": {`{"id":"a/b","mutual_tls":{"certificate_authorities":"PEM"}}`, nil, `wrong type at "/mutual_tls/certificate_authorities"`},
	} {
		found, err := serve(t, Config{}, always(200, test.body)).TLSEdges.Get(t.Context(), "a/b")
		if difference := cmp.Diff(test.want, found); difference != "" {
			t.Errorf("%s: the edge differs (-want +got):\n%s", name, difference)
		}
		wantError(t, err, test.err, name)
	}
}

// An absent description, metadata or hostports counts as unset only in a response about a
// single edge, and only if the edge is otherwise complete.
func TestTLSEdge_isWhole(t *testing.T) {
	t.Parallel()
	whole := map[string]any{"id": "e", "uri": "u", "created_at": "c"}
	for _, module := range []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"} {
		whole[module] = nil
	}
	for _, lacking := range append(slices.Collect(maps.Keys(whole)), "only texts") {
		without := maps.Clone(whole)
		delete(without, lacking)
		body, _ := json.Marshal(without)
		edge, err := serve(t, Config{}, always(200, string(body))).TLSEdges.Get(t.Context(), "e")
		want := lacking == "only texts"
		if err != nil || edge.IsWhole() != want ||
			edge.Description.Present != want || edge.Metadata.Present != want || edge.Hostports.Present != want {
			t.Errorf("without %s: got %+v, %v", lacking, edge, err)
		}
		created, _, err := serve(t, Config{}, always(201, string(body))).TLSEdges.Create(t.Context(), TLSEdgeSettings{})
		if lacking != "id" && (err != nil || created.ID != "e" || created.IsWhole() != want) {
			t.Errorf("without %s: created %+v, %v", lacking, created, err)
		}
		for listed, err := range serve(t, Config{}, always(200, `{"tls_edges":[`+string(body)+`]}`)).TLSEdges.pages().all(t.Context()) {
			if err == nil && listed.IsWhole() {
				t.Errorf("without %s: a list element counts as whole", lacking)
			}
		}
	}
}

// The response to a creation may contain only the id, or name it in a Location header. Then
// the edge is read.
func TestCreateTLSEdge_id(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status         int
		location, body string
		id             string
		says           string // part of the error; "" for no error
	}{
		"the id alone":             {201, "", `{"id": "edge_1"}`, "edge_1", ""},
		"of another shape":         {201, "", `{"mutual_tls": 7, "id": "edge_1"}`, "edge_1", ""},
		"null for an id":           {201, "", `{"id": null, "uri": "u"}`, "", "the response has no id"},
		"not all UTF-8":            {201, "", "{\"metadata\": \"\xff\", \"id\": \"edge_1\"}", "edge_1", ""},
		"another letter case":      {201, "", `{"id": "edge_1", "ID": 17}`, "edge_1", ""},
		"a number for an id":       {201, "", `{"id": 7}`, "", `wrong type at "/id"`},
		"an id to print escaped":   {201, "", `{"id": "e\u0007"}`, "", "a character that is not printable"},
		"an id in form D":          {201, "", `{"id": "e\u0301"}`, "", `not in normalization form C: "e\u0301"`},
		"a Location, no prefix":    {201, "/edges/tls/edge_1", `{}`, "edge_1", ""},
		"a Location, more prefix":  {201, "/a/v1/edges/tls/edge_1", `{}`, "edge_1", ""},
		"a Location, a slash":      {201, "/v1/edges/tls/edge_1/", ``, "edge_1", ""},
		"the list in a Location":   {201, "/v1/edges/tls/", ``, "", "the response is empty"},
		"a Location elsewhere":     {201, "http://localhost:1/v1/edges/tls/edge_1", `{}`, "edge_1", ""},
		"a Location, other path":   {201, "http://localhost:1/v1/edges/https/edge_1", `{}`, "", "it has none of the members"},
		"a Location of a page":     {201, "/welcome", "", "", "the response is empty"},
		"the token in a Location":  {303, "/v1/edges/tls/canary-4711", "", "", "(redacted)"},
		"307 to the edge, refused": {307, "https://192.0.2.1/v1/edges/tls/edge_1", "", "", "not follow: https://192.0.2.1"},
	} {
		config := Config{Token: "canary-4711", BaseURL: baseURL(t, "https://api.example.com/v1")}
		s := serve(t, config, func(r *http.Request) *http.Response {
			if r.Method == http.MethodGet {
				return response(200, objectWith("edge_1", ofOld, ""))
			}
			return response(test.status, test.body, "Location", test.location)
		})
		created, _, err := s.TLSEdges.Create(t.Context(), TLSEdgeSettings{})
		wantError(t, err, test.says, name)
		if err == nil && (created.ID != test.id || s.requests[1] != "GET /v1/edges/tls/edge_1") || err != nil && len(s.requests) != 1 {
			t.Errorf("%s: got %+v after %q", name, created, s.requests)
		}
		if err != nil && (strings.Contains(err.Error(), "canary") || MayHaveActed(err) != (test.status != 307)) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// A module without the member that gives it its meaning is unset.
func TestTLSEdge_HasModule(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`"backend":{"enabled":true,"backend":{"id":"b"}}`:                     true,
		`"backend":{"enabled":true,"backend":null}`:                           false,
		`"tls_termination":{"enabled":false,"terminate_at":"edge"}`:           true,
		`"tls_termination":{"enabled":true,"min_version":"1.2"}`:              false,
		`"traffic_policy":{"enabled":false,"value":"v"}`:                      true,
		`"traffic_policy":{"enabled":true,"value":" \n"}`:                     false,
		`"ip_restriction":{"enabled":true,"ip_policies":[]}`:                  true,
		`"ip_restriction":{"enabled":false,"ip_policies":[{"id":"p"}]}`:       true,
		`"mutual_tls":{"enabled":false,"certificate_authorities":{"id":"c"}}`: true,
		`"mutual_tls":{"enabled":false,"certificate_authorities":null}`:       false,
		`"ip_restriction":{"ip_policies":[{"id":"p"}]}`:                       true,
		`"ip_restriction":{"ip_policies":[]}`:                                 false,
		`"mutual_tls":{"enabled":null,"certificate_authorities":[]}`:          false,
		`"mutual_tls":null`: false,
	} {
		var edge TLSEdge
		if err := json.Unmarshal([]byte("{"+body+"}"), &edge); err != nil {
			t.Fatal(err)
		}
		if name, _, _ := strings.Cut(body[1:], `"`); edge.HasModule(name) != want {
			t.Errorf("%s: got %t", body, !want)
		}
	}
}

// If an update only removes modules, their deletions follow a refusal of the settings, but not
// after an interrupt.
func TestUpdateTLSEdge_refused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		onlyRemoves, isInterrupted bool
		methods                    string
	}{
		"other settings":             {false, false, "PATCH"},
		"only removals":              {true, false, "PATCH DELETE GET"},
		"only removals, interrupted": {true, true, "PATCH"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		t.Cleanup(interrupt)
		s := serve(t, Config{}, func(req *http.Request) *http.Response {
			switch req.Method {
			case http.MethodGet:
				return response(200, objectWith("e", ofOld, ""))
			case http.MethodDelete:
				return response(204, "")
			}
			if test.isInterrupted {
				interrupt()
			}
			return response(422, `{"title":"null"}`)
		})
		update := TLSEdgeUpdate{Sent: []string{"backend"}, RemovedModules: []string{"backend"}, OnlyRemoves: test.onlyRemoves}
		_, err := s.UpdateTLSEdge(ctx, Target{ID: "e"}, update, anyOf)
		var methods []string
		for _, request := range s.requests {
			methods = append(methods, strings.Fields(request)[0])
		}
		if got := strings.Join(methods, " "); got != test.methods || (err == nil) != (len(methods) == 3) {
			t.Errorf("%s: got %s, %v", name, got, err)
		}
	}
}
