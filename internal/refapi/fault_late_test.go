// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
