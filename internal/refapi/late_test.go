// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestListThatLags(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{PageSize: 2})
	ids := fill(s, 5)
	s.RemoveFailoverBackend(ids[4])
	s.FreezeList()
	s.RemoveFailoverBackend(ids[0])
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "late"})
	s.ChangeFailoverBackend(ids[1], func(b *refapi.FailoverBackend) { b.Description = "changed" })

	if listed, sizes := walk(t, s, func(int) {}); !slices.Equal(listed, ids[:4]) || !slices.Equal(sizes, []int{2, 2}) {
		t.Errorf("a frozen list shows %q on pages of %v", listed, sizes)
	}
	first := s.do(t, "GET", "/backends/failover", "").body["backends"].([]any)[1].(map[string]any)
	if first["description"] != nil {
		t.Errorf("a frozen list shows a change: %v", first)
	}
	s.do(t, "GET", "/backends/failover/"+ids[0], "").wants(t, 404)
	s.do(t, "GET", "/backends/failover/late", "").wants(t, 200)
	if n := len(s.FailoverBackends()); n != 4 {
		t.Errorf("the store holds %d", n)
	}

	s.FreezeList()
	s.RemoveFailoverBackend("late")
	if listed, _ := walk(t, s, func(int) {}); !slices.Equal(listed, []string{ids[1], ids[2], ids[3], "late"}) {
		t.Errorf("frozen once more, it shows %q", listed)
	}
	s.ThawList()
	if listed, _ := walk(t, s, func(int) {}); !slices.Equal(listed, ids[1:4]) {
		t.Errorf("after the thaw it shows %q", listed)
	}
}

func TestReadsThatLag_end(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		api := refapi.New(refapi.Options{})
		api.Answer(func(a *refapi.Answers) { a.ReadLag = 9 })
		ask := func(method, path, body string) got {
			w := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			api.ServeHTTP(w, r)
			return read(t, w.Result())
		}
		path := "/edges/tls/" + ask("POST", "/edges/tls", `{}`).text("id")
		for _, status := range []int{404, 404, 404, 200} {
			if g := ask("GET", path, ""); g.status != status {
				t.Errorf("got %d, want %d", g.status, status)
			}
			time.Sleep(10 * time.Second)
		}
	})
}

func TestFaultAfterWhichTheStoreActsLate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		fault  refapi.Fault
		status int // 0 for a connection that is cut
		body   string
	}{
		{"nothing else", refapi.Fault{ActLate: true}, 202, ""},
		{"with a body", refapi.Fault{ActLate: true, Body: "{}"}, 202, "{}"},
		{"with a status", refapi.Fault{ActLate: true, Status: 502, Body: "<p>"}, 502, "<p>"},
		{"rather than at once", refapi.Fault{ActLate: true, AfterActing: true}, 202, ""},
		{"cut", refapi.Fault{ActLate: true, Drop: true}, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Intercept(func(refapi.Request) *refapi.Fault { return &test.fault })
			response, err := s.client.Do(s.request(t, "POST", "/backends/failover", creation))
			switch {
			case test.status == 0 && err == nil:
				response.Body.Close()
				t.Fatalf("answered %d", response.StatusCode)
			case test.status == 0:
			case err != nil:
				t.Fatal(err)
			default:
				g := read(t, response).wants(t, test.status)
				if string(g.raw) != test.body || g.header.Get("X-Request-Id") == "" {
					t.Errorf("body %q, headers %v", g.raw, g.header)
				}
			}
			wantLogged(t, s, test.status, 0)
			if n := s.Pending(); n != 1 {
				t.Errorf("%d pending", n)
			}
			if n := s.ActPending(); n != 1 || s.Pending() != 0 {
				t.Errorf("%d acted, %d pending", n, s.Pending())
			}
			wantLogged(t, s, test.status, 1)
			if n := s.ActPending(); n != 0 {
				t.Errorf("%d acted twice", n)
			}
		})
	}
}

func TestLateActionsRunInOrderOnTheStoreOfTheirTime(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{Token: "t"})
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "first", Backends: []string{"x"}})
	s.Intercept(func(refapi.Request) *refapi.Fault { return &refapi.Fault{ActLate: true, Status: 504} })
	send := func(method, path, body, token string) {
		t.Helper()
		request := s.request(t, method, path, body)
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := s.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		read(t, response).wants(t, 504)
	}
	send("PATCH", "/backends/failover/a", `{"description":"second"}`, "t")
	send("PATCH", "/backends/failover/a", `{"description":"third"}`, "t")
	send("PATCH", "/backends/failover/a", `{"description":"of a stranger"}`, "wrong")
	send("DELETE", "/backends/failover/b", ``, "t")
	wantStored(t, s, refapi.FailoverBackend{Description: "first", Backends: []string{"x"}})

	s.ChangeFailoverBackend("a", func(b *refapi.FailoverBackend) { b.Metadata = "meanwhile" })
	if n := s.ActPending(); n != 4 {
		t.Errorf("%d acted", n)
	}
	wantStored(t, s, refapi.FailoverBackend{Description: "third", Metadata: "meanwhile", Backends: []string{"x"}})
}
