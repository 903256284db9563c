// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// An answer to a creation that breaks off or leads elsewhere still names the
// object. Nothing is followed, and nothing is sent again.
func TestCreate_unusableAnswersNameTheObject(t *testing.T) {
	t.Parallel()
	const whole = `{"id": "edge_1", "uri": "u", "backend": {"backend": {"id": "bkd_1"}}, "created_at": "t"}`
	for name, test := range map[string]struct {
		status   int
		location string
		body     string // of which a longer Content-Length is announced, unless complete
		complete bool
		id       string
		says     string
	}{
		"after the id":             {201, "", whole[:len(`{"id": "edge_1"`)], false, "edge_1", "broke off"},
		"after more":               {201, "", whole[:len(whole)-1], false, "edge_1", "broke off"},
		"before its end":           {201, "", whole[:len(`{"id": "edge_1`)], false, "", "broke off"},
		"inside an escape":         {201, "", `{"id": "edge_\u00`, false, "", "broke off"},
		"an id further down":       {201, "", `{"backend": {"backend": {"id": "bkd_1"`, false, "", "broke off"},
		"an id after a module":     {201, "", `{"backend": {"backend": {"id": "bkd_1"}}, "id": "edge_1", "u`, false, "edge_1", "broke off"},
		"an id twice":              {201, "", `{"id": "edge_1", "id": "edge_2", `, false, "edge_2", "broke off"},
		"then no id":               {201, "", `{"id": "edge_1", "id": 2, `, false, "", "broke off"},
		"a foul id":                {201, "", `{"id": "edge\u001b[31m", `, false, "", "broke off"},
		"the token for an id":      {201, "", `{"id": "canary-4711", `, false, "", "broke off"},
		"a list":                   {201, "", `[{"id": "edge_1"}, `, false, "", "broke off"},
		"a Location":               {201, "/v1/edges/tls/edge_1", `{"uri": "u"`, false, "edge_1", "broke off"},
		"a complete half":          {201, "", `{"id": "edge_1", "uri"`, true, "edge_1", "not a complete JSON document"},
		"an error that broke off":  {500, "/v1/edges/tls/edge_1", `{"id": "err_1", `, false, "", "broke off"},
		"300 to the edge":          {300, "/v1/edges/tls/edge_1", "", true, "edge_1", "it led to http://"},
		"301 to the edge":          {301, "edge_1", "", true, "", "it led to http://"},
		"302 to the edge":          {302, "tls/edge_1", "", true, "edge_1", "it led to http://"},
		"303 to the edge":          {303, "/v1/edges/tls/edge%201?token=canary-4711", "", true, "edge 1", "/v1/edges/tls/edge%201"},
		"303, and an id":           {303, "/v1/edges/tls/edge_1", `{"id": "redirect"}`, true, "edge_1", "it led to"},
		"303 to another origin":    {303, "https://192.0.2.1/v1/edges/tls/edge_1", "", true, "", "it led to https://192.0.2.1/v1/edges/tls/edge_1"},
		"303 to the collection":    {303, "/v1/edges/tls/", "", true, "", "it led to http://"},
		"303 to something deeper":  {303, "/v1/edges/tls/edge_1/backend", "", true, "", "it led to http://"},
		"303 to something else":    {303, "/v1/status/edge_1", "", true, "", "it led to http://"},
		"303 to nowhere":           {303, "", "", true, "", "redirected a write"},
		"303 to what cannot be":    {303, "http://[", "", true, "", "redirected a write"},
		"304":                      {304, "/v1/edges/tls/edge_1", "", true, "", "304 Not Modified"},
		"the token in a Location":  {303, "/v1/edges/tls/canary-4711", "", true, "", "(redacted)"},
		"307 to the edge, refused": {307, "https://192.0.2.1/v1/edges/tls/edge_1", "", true, "", "it led to https://192.0.2.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if test.location != "" {
					w.Header().Set("Location", test.location)
				}
				if !test.complete {
					w.Header().Set("Content-Length", strconv.Itoa(len(test.body)+1))
				}
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			})
			client := s.client(t, func(c *api.Config) {
				c.Token = "canary-4711"
				c.BaseURL = parseBaseURL(t, s.URL+"/v1")
			})
			_, err := client.CreateTLSEdge(t.Context(), api.TLSEdgeSettings{})
			if err == nil || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "canary") {
				t.Errorf("got %v", err)
			}
			if got := api.CreatedID(err); got != test.id {
				t.Errorf("got id %q, want %q", got, test.id)
			}
			if made := s.operations(); len(made) != 1 {
				t.Errorf("expected one request, got %v", made)
			}
		})
	}
}
