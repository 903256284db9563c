// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func present[T any](value T) api.Member[T] {
	return api.Member[T]{Present: true, Value: &value}
}

func null[T any]() api.Member[T] {
	return api.Member[T]{Present: true}
}

func TestRefs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]api.Member[api.Refs]{
		`null`:                                   null[api.Refs](),
		`[]`:                                     present(api.Refs{}),
		`{"id":"a","uri":"u"}`:                   present(api.Refs{{ID: "a", URI: "u"}}),
		`[{"id":"a","uri":"u"}]`:                 present(api.Refs{{ID: "a", URI: "u"}}),
		`[ {"id":"b"} , {"id":"a","uri":null} ]`: present(api.Refs{{ID: "b"}, {ID: "a"}}),
		`{"id":null,"uri":null}`:                 present(api.Refs{}),
		`{}`:                                     present(api.Refs{}),
		`[{"id":""},null,{"id":"a"}]`:            present(api.Refs{{ID: "a"}}),
	} {
		var got api.Member[api.Refs]
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if difference := cmp.Diff(want, got); difference != "" {
			t.Errorf("%s (-want +got):\n%s", text, difference)
		}
	}
	for _, text := range []string{`"PEM"`, `["PEM"]`, `7`, `true`, `[[]]`, `{"id":7}`} {
		var got api.Member[api.Refs]
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s: expected an error, got %v", text, got)
		}
	}
}

func TestCreateTLSEdge_sendsOnlyWhatIsSet(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		settings api.TLSEdgeSettings
		want     string
	}{
		"nothing": {api.TLSEdgeSettings{Hostports: []string{}}, `{}`},
		"everything": {
			api.TLSEdgeSettings{
				Description: "d", Metadata: "m", Hostports: []string{"a:1"},
				Backend:        &api.EdgeModuleSettings{Enabled: false, BackendID: "b"},
				IPRestriction:  &api.EdgeModuleSettings{Enabled: true, IPPolicyIDs: []string{"p"}},
				MutualTLS:      &api.EdgeModuleSettings{Enabled: false, CertificateAuthorityIDs: []string{}},
				TLSTermination: &api.EdgeModuleSettings{Enabled: true, TerminateAt: "upstream"},
				TrafficPolicy:  &api.EdgeModuleSettings{Enabled: true, Value: "v"},
			},
			`{"description":"d","metadata":"m","hostports":["a:1"],"backend":{"enabled":false,"backend_id":"b"},` +
				`"ip_restriction":{"enabled":true,"ip_policy_ids":["p"]},"mutual_tls":{"enabled":false,"certificate_authority_ids":[]},` +
				`"tls_termination":{"enabled":true,"terminate_at":"upstream"},"traffic_policy":{"enabled":true,"value":"v"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, `{"id":"edge_1","uri":"/edges/tls/edge_1"}`)
			created, err := s.client(t, nil).CreateTLSEdge(t.Context(), test.settings)
			if err != nil || created.ID != "edge_1" {
				t.Errorf("got %+v, %v", created, err)
			}
			s.wantOne(t, "POST /edges/tls", test.want)
		})
	}
}

func TestGetTLSEdge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		want *api.TLSEdge
		err  string
	}{
		"everything": {
			`{"id":"a/b","uri":"u","created_at":"c","description":"d","metadata":null,"hostports":["a:1"],
			  "backend":{"enabled":true,"backend":{"id":"b","uri":"u/b"}},"ip_restriction":{"ip_policies":[{"id":"p","uri":"u/p","later":{"addition":[1]}}]},
			  "mutual_tls":{"enabled":null,"certificate_authorities":null},"tls_termination":{"terminate_at":"edge","min_version":null},
			  "traffic_policy":null,"later":"addition"}`,
			&api.TLSEdge{
				ID: "a/b", URI: present("u"), CreatedAt: present("c"), Description: present("d"), Metadata: null[string](),
				Hostports:      present([]string{"a:1"}),
				Backend:        present(api.EdgeModule{Enabled: present(true), Backend: present(api.Ref{ID: "b", URI: "u/b"})}),
				IPRestriction:  present(api.EdgeModule{IPPolicies: present(api.Refs{{ID: "p", URI: "u/p"}})}),
				MutualTLS:      present(api.EdgeModule{Enabled: null[bool](), CertificateAuthorities: null[api.Refs]()}),
				TLSTermination: present(api.EdgeModule{TerminateAt: present("edge"), MinVersion: null[string]()}),
				TrafficPolicy:  null[api.EdgeModule](),
			}, "",
		},
		"only id":       {`{"id":"a/b"}`, &api.TLSEdge{ID: "a/b"}, ""},
		"another edge":  {`{"id":"c"}`, nil, `the response describes another object, with the id "c"`},
		"no id":         {`{"uri":"u"}`, &api.TLSEdge{ID: "a/b", URI: present("u")}, ""},
		"null id":       {`{"id":null,"uri":"u"}`, &api.TLSEdge{ID: "a/b", URI: present("u")}, ""},
		"no member":     {`{"success":false}`, nil, "it has none of the members of an edge"},
		"a page":        {`{"tls_edges":[],"uri":"u","next_page_uri":null}`, nil, "it is a page of a list"},
		"a last page":   {`{"uri":"u","next_page_uri":null}`, nil, "it is a page of a list"},
		"a list":        {`[]`, nil, "a value of the wrong type at"},
		"another type":  {`{"id":"a/b","tls_termination":{"enabled":"yes"}}`, nil, `at "tls_termination.enabled"`},
		"text for Refs": {`{"id":"a/b","mutual_tls":{"certificate_authorities":"PEM"}}`, nil, `wrong type at "mutual_tls.certificate_authorities": string`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, test.body)
			found, err := s.client(t, nil).GetTLSEdge(t.Context(), "a/b")
			if difference := cmp.Diff(test.want, found); difference != "" {
				t.Errorf("the edge differs (-want +got):\n%s", difference)
			}
			wantError(t, err, test.err)
			s.wantOne(t, "GET /edges/tls/a%2Fb", "")
		})
	}
}

// An absent description, metadata or hostports counts as unset only in the response to a
// read, and only if the edge is otherwise complete.
func TestTLSEdge_isWhole(t *testing.T) {
	t.Parallel()
	whole := map[string]any{"id": "e", "uri": "u", "created_at": "c"}
	for _, module := range []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"} {
		whole[module] = nil
	}
	for _, lacking := range append(slices.Collect(maps.Keys(whole)), "only texts") {
		response := maps.Clone(whole)
		delete(response, lacking)
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/e") {
				respondJSON(w, http.StatusOK, response)
				return
			}
			respondJSON(w, http.StatusOK, map[string]any{"tls_edges": []any{response}})
		})
		edge, err := s.client(t, nil).GetTLSEdge(t.Context(), "e")
		if want := lacking == "only texts"; err != nil || edge.IsWhole() != want || edge.Description.Present != want || edge.Metadata.Present != want || edge.Hostports.Present != want {
			t.Errorf("without %s: got %+v, %v", lacking, edge, err)
		}
		for listed, err := range s.client(t, nil).TLSEdges().All(t.Context()) {
			if err == nil && listed.IsWhole() {
				t.Errorf("without %s: a list element counts as whole", lacking)
			}
		}
	}
}

// An update sends the named members. It sends "" for an unset text and null for an unset
// module. If the response is not the edge, the returned edge is empty.
func TestUpdateTLSEdge(t *testing.T) {
	t.Parallel()
	const modules = `"uri":"u","created_at":"c","backend":null,"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null`
	const rest = modules + `,"description":"d","metadata":null,"hostports":[]`
	for response, isWhole := range map[string]bool{
		`{"id":"e",` + rest + `}`: true, `{"id":"e",` + modules + `}`: false, `{"id":"other",` + rest + `}`: false, `{"id":"e","uri":"u"}`: false, `{"status":"ok"}`: false, ``: false,
	} {
		s := answering(t, response)
		names := []string{"backend", "description", "hostports", "ip_restriction", "metadata", "tls_termination", "traffic_policy"}
		updated, err := s.client(t, nil).UpdateTLSEdge(t.Context(), "e", api.TLSEdgeSettings{
			Description:    "d",
			TLSTermination: &api.EdgeModuleSettings{Enabled: true, TerminateAt: "upstream"},
		}, names)
		if err != nil || updated.IsWhole() != isWhole || updated.URI.Present != strings.HasPrefix(response, `{"id":"e"`) {
			t.Errorf("%s: got %+v, %v", response, updated, err)
		}
		s.wantOne(t, "PATCH /edges/tls/e", `{"backend":null,"description":"d","hostports":[],"ip_restriction":null,"metadata":"",`+
			`"tls_termination":{"enabled":true,"min_version":null,"terminate_at":"upstream"},"traffic_policy":null}`)
	}
}

// The response to a creation may contain only the id, or may not arrive. In every case,
// the client sends the creation once, because the service may have acted on it.
func TestCreation_isSentOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status   int // 0 for a broken connection
		location string
		body     string
		id       string
		says     string // part of the error; "" for no error
	}{
		"unknown, a gateway":       {504, "", "", "", "504 Gateway Timeout"},
		"unknown, no response":     {0, "", "", "", "got no complete response"},
		"refused":                  {422, "", "", "", "422 Unprocessable Entity"},
		"the id alone":             {201, "", `{"id": "edge_1"}`, "edge_1", ""},
		"of another shape":         {201, "", `{"mutual_tls": 7, "id": "edge_1"}`, "edge_1", ""},
		"null for an id":           {201, "", `{"id": null, "uri": "u"}`, "", "the response has no id"},
		"a number for an id":       {201, "", `{"id": 7}`, "", `wrong type at "id": number`},
		"a Location, no prefix":    {201, "/edges/tls/edge_1", `{}`, "edge_1", ""},
		"a Location, more prefix":  {201, "/a/v1/edges/tls/edge_1", `{}`, "edge_1", ""},
		"a Location elsewhere":     {201, "http://localhost:1/v1/edges/tls/edge_1", `{}`, "", "the response has no id"},
		"a Location of a page":     {201, "/welcome", "", "", "the response is not JSON"},
		"the token in a Location":  {303, "/v1/edges/tls/canary-4711", "", "", "(redacted)"},
		"307 to the edge, refused": {307, "https://192.0.2.1/v1/edges/tls/edge_1", "", "", "not follow: https://192.0.2.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if test.status == 0 {
					panic(http.ErrAbortHandler)
				}
				w.Header().Set("Location", test.location)
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			})
			client := s.client(t, func(c *api.Config) {
				c.Token = "canary-4711"
				c.BaseURL = parseBaseURL(t, s.URL+"/v1")
			})
			created, err := client.CreateTLSEdge(t.Context(), api.TLSEdgeSettings{})
			wantError(t, err, test.says)
			if err == nil && created.ID != test.id {
				t.Errorf("got id %q, want %q", created.ID, test.id)
			}
			mayHaveActed := test.status != http.StatusUnprocessableEntity && test.status != http.StatusTemporaryRedirect
			if err != nil && (strings.Contains(err.Error(), "canary") || api.MayHaveActed(err) != mayHaveActed) {
				t.Errorf("got %v", err)
			}
			s.wantOne(t, "POST /v1/edges/tls", "{}")
		})
	}
}
