// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestCreateAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		form     refapi.Answers
		status   int
		body     string // "*" for the whole object
		location string // followed by the id; "" for none, "/" for a path
	}{
		{"whole", refapi.Answers{Create: refapi.CreateWhole}, 201, "*", ""},
		{"id alone", refapi.Answers{Create: refapi.CreateIDAlone}, 201, `{"id":"ID"}`, ""},
		{"path", refapi.Answers{Create: refapi.CreateLocationPath}, 201, "", "/prefix"},
		{"URL", refapi.Answers{Create: refapi.CreateLocationURL}, 201, "", "URL"},
		{"accepted", refapi.Answers{Create: refapi.CreateAccepted}, 202, "", ""},
		{"OK", refapi.Answers{Create: refapi.CreateOK}, 200, "*", ""},
		{"redirect", refapi.Answers{Create: refapi.CreateLocationURL, CreateStatus: 303}, 303, "", "URL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			api := refapi.New(refapi.Options{})
			server := httptest.NewServer(http.StripPrefix("/prefix", api))
			t.Cleanup(server.Close)
			s := &service{API: api, url: server.URL + "/prefix", client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
			s.Answer(func(a *refapi.Answers) { *a = test.form })
			for path, body := range map[string]string{"/backends/failover": creation, "/edges/tls": `{}`} {
				g := s.do(t, "POST", path, body).wants(t, test.status)
				id := s.lastID(t, path)
				whole := string(s.do(t, "GET", path+"/"+id, "").wants(t, 200).raw)
				want := map[string]string{"*": whole, `{"id":"ID"}`: `{"id":"` + id + `"}`, "": ""}[test.body]
				if string(g.raw) != want {
					t.Errorf("body %q, want %q", g.raw, want)
				}
				wantLocation := map[string]string{"": "", "/prefix": "/prefix" + path + "/" + id, "URL": s.url + path + "/" + id}[test.location]
				if location := g.header.Get("Location"); location != wantLocation {
					t.Errorf("Location %q, want %q", location, wantLocation)
				}
				if mediaType := g.header.Get("Content-Type"); (mediaType == "application/json") != (want != "") || want == "" && mediaType != "" {
					t.Errorf("Content-Type %q", mediaType)
				}
			}
		})
	}
}

func TestCreationsAnsweredWithTheIDOfAnotherObject(t *testing.T) {
	t.Parallel()
	for _, form := range []refapi.CreateAnswer{refapi.CreateWhole, refapi.CreateIDAlone, refapi.CreateLocationURL} {
		s := start(t, refapi.Options{})
		s.Answer(func(a *refapi.Answers) { a.Create, a.CreateID = form, "other" })
		for path, body := range map[string]string{"/backends/failover": `{"description":"asked","backends":[]}`, "/edges/tls": `{"description":"asked"}`} {
			g := s.do(t, "POST", path, body).wants(t, 201)
			whole, uri := form == refapi.CreateWhole, s.url+path+"/other"
			if form != refapi.CreateLocationURL && g.text("id") != "other" || whole && (g.text("uri") != uri || g.text("description") != "asked") || form == refapi.CreateLocationURL && g.header.Get("Location") != uri {
				t.Errorf("form %d: %v %s", form, g.header, g.raw)
			}
			if id := s.lastID(t, path); id == "other" {
				t.Error("the object itself has the id")
			}
		}
	}
}

// lastID returns the id of the last object created at a path.
func (s *service) lastID(t *testing.T, path string) string {
	t.Helper()
	var ids []string
	switch path {
	case "/backends/failover":
		for _, backend := range s.FailoverBackends() {
			ids = append(ids, backend.ID)
		}
	default:
		for _, edge := range s.TLSEdges() {
			ids = append(ids, edge.ID)
		}
	}
	if len(ids) == 0 {
		t.Fatalf("nothing was created at %s", path)
	}
	return ids[len(ids)-1]
}
