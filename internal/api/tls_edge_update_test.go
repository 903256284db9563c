// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// The settings are sent before modules are deleted. If the whole edge in the response lacks
// a module already, no deletion is sent. If nobody answers a deletion, a read that shows
// everything else confirms it. Where reads show less, a 404 of the API does.
func TestUpdateTLSEdge_removal(t *testing.T) {
	t.Parallel()
	const whole = `{"id":"edge_1","uri":"u","created_at":"c","description":null,"metadata":null,"hostports":[],"backend":null,` +
		`"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`
	has := func(body string) string {
		return strings.Replace(body, `"backend":null`, `"backend":{"enabled":true,"backend":{"id":"b"}}`, 1)
	}
	removed := []string{"backend", "mutual_tls"}
	for name, test := range map[string]struct {
		patch          int    // the status of the PATCH; 0 sends none
		response, read string // the bodies of the PATCH and of reads
		deletion       int    // the status of each DELETE
		removed        []string
		fails          string
		want           string // the first letters of the request methods
	}{
		"PATCH removes them":         {200, whole, whole, 204, removed, "", "P"},
		"PATCH removes one":          {200, has(whole), whole, 204, removed, "", "PDG"},
		"PATCH without a body":       {204, "", whole, 204, removed, "", "PDDG"},
		"PATCH is refused":           {422, "", whole, 204, nil, "422", "P"},
		"only DELETE, 204":           {0, "", `{"id":"edge_1"}`, 204, removed, "", "DDG"},
		"only DELETE, 403":           {0, "", whole, 403, nil, "403", "D"},
		"202, shown":                 {0, "", whole, 202, removed, "", "DGDGG"},
		"202, left out":              {0, "", `{"id":"edge_1"}`, 202, nil, "no response says", "DG"},
		"202, still there":           {0, "", has(whole), 202, nil, "still has it after the request to delete it", "DGGGGG"},
		"404, shown":                 {0, "", whole, 404, removed, "", "DGDGG"},
		"404, left out":              {0, "", `{"id":"edge_1"}`, 404, removed, "", "DGDGG"},
		"404, still there":           {0, "", has(whole), 404, nil, "does not offer", "DG"},
		"404, unreadable":            {0, "", `{"id":7}`, 404, nil, "no response says", "DG"},
		"204, unreadable":            {0, "", `{"id":7}`, 204, removed, "wrong type", "DDG"},
		"PATCH, then DELETE refused": {200, has(whole), whole, 403, nil, "403", "PD"},
	} {
		requested := ""
		s := serve(t, Config{MaxRetryWait: time.Millisecond}, func(r *http.Request) *http.Response {
			requested += r.Method[:1]
			switch r.Method {
			case http.MethodDelete:
				return response(test.deletion, "")
			case http.MethodPatch:
				return response(test.patch, test.response)
			}
			return response(200, test.read)
		})
		update := &TLSEdgeUpdate{RemovedModules: removed, Known: []string{"description"}}
		if test.patch != 0 {
			update.Sent = []string{"description"}
		}
		updated, err := s.UpdateTLSEdge(t.Context(), Target{ID: "edge_1"}, update, anyOf)
		acted := test.patch == 200 || test.patch == 204 || test.deletion == 202 || test.removed != nil
		isAsWanted := test.fails != "" && err != nil && strings.Contains(err.Error(), test.fails) ||
			test.fails == "" && err == nil && updated.Backend.Value == nil
		if !isAsWanted || !slices.Equal(update.Gone, test.removed) || update.Acted != acted || requested != test.want {
			t.Errorf("%s: got %+v, %v after %s, expected %s", name, update.Gone, err, requested, test.want)
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
