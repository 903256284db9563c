// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// The settings are sent before modules are deleted. If the whole edge in the response lacks
// a module already, no deletion is sent. If nobody answers a deletion, a read that shows
// everything else confirms it. Where reads show less, a 404 of the API does.
func TestUpdate_removal(t *testing.T) {
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
		"202, still there":           {0, "", has(whole), 202, nil, "still has the module", "DGGGGG"},
		"404, shown":                 {0, "", whole, 404, removed, "", "DGDGG"},
		"404, left out":              {0, "", `{"id":"edge_1"}`, 404, removed, "", "DGDGG"},
		"404, still there":           {0, "", has(whole), 404, nil, "does not offer", "DG"},
		"404, unreadable":            {0, "", `{"id":7}`, 404, nil, "no response says", "DG"},
		"204, unreadable":            {0, "", `{"id":7}`, 204, removed, "wrong type", "DDG"},
		"PATCH, then DELETE refused": {200, has(whole), whole, 403, nil, "403", "PD"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requested := ""
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requested += r.Method[:1]
				switch r.Method {
				case http.MethodDelete:
					w.WriteHeader(test.deletion)
				case http.MethodPatch:
					w.WriteHeader(test.patch)
					_, _ = io.WriteString(w, test.response)
				default:
					_, _ = io.WriteString(w, test.read)
				}
			}))
			t.Cleanup(s.Close)
			base, invalid := api.ParseBaseURL(s.URL, false)
			client, err := api.New(api.Config{
				BaseURL: base, RequestTimeout: time.Minute, MaxRetryWait: time.Millisecond, Undocumented: api.UndocumentedOperations(),
			})
			if err := errors.Join(invalid, err); err != nil {
				t.Fatal(err)
			}
			sending := update{session: session.New(client, false), id: "edge_1", removedModules: removed}
			if sending.prior = modelOf(t, `{"description":"d"}`); test.patch != 0 {
				sending.sent = []string{"description"}
			}
			updated, err := sending.session.TLSEdges.Update(t.Context(), session.Known{ID: "edge_1"}, func() (*api.TLSEdge, error) {
				return sending.send(t.Context())
			}, func(*api.TLSEdge) bool { return true })
			acted := test.patch == 200 || test.patch == 204 || test.deletion == 202 || test.removed != nil
			isAsWanted := (err != nil) == (test.fails != "") && (err == nil || strings.Contains(err.Error(), test.fails))
			if !isAsWanted || !slices.Equal(sending.gone, test.removed) || sending.acted != acted || requested != test.want {
				t.Errorf("got %+v, %v after %s, expected %s", sending.gone, err, requested, test.want)
			}
			if err == nil && updated.Backend.Value != nil {
				t.Errorf("the edge still has the module: %+v", updated)
			}
		})
	}
}
