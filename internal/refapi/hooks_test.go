// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	const creation, ordinary, half = `{"backends":["a"]}`, "the ordinary body", "half of the body"
	html := http.Header{"content-type": {"text/html"}, "Retry-After": {"7"}}
	for name, test := range map[string]struct {
		fault  refapi.Fault
		status int // 0 if the connection is closed without a response
		body   string
		stored int // the number of stored objects before the call of ActPending
		late   int // the number of objects that this call adds
	}{
		"status before acting": {refapi.Fault{Status: 502, Header: html, Body: "<p>no"}, 502, "<p>no", 0, 0},
		"status after acting":  {refapi.Fault{Status: 500, AfterActing: true}, 500, "", 1, 0},
		"another body":         {refapi.Fault{Body: "[", AfterActing: true}, 201, "[", 1, 0},
		"headers alone":        {refapi.Fault{Header: html}, 201, ordinary, 1, 0},
		"nothing":              {refapi.Fault{}, 201, ordinary, 1, 0},
		"cut before acting":    {refapi.Fault{Drop: true}, 0, "", 0, 0},
		"cut after acting":     {refapi.Fault{Drop: true, AfterActing: true}, 0, "", 1, 0},
		"cut in the body":      {refapi.Fault{Truncate: true}, 201, half, 1, 0},
		"late":                 {refapi.Fault{ActLate: true}, 202, "", 0, 1},
		"late, with a status":  {refapi.Fault{ActLate: true, Status: 502, Body: "<p>"}, 502, "<p>", 0, 1},
		"late and cut":         {refapi.Fault{ActLate: true, Drop: true}, 0, "", 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Intercept(func(refapi.Request) *refapi.Fault { return &test.fault })
			g := s.do(t, "POST", "/backends/failover", creation)
			body := string(g.raw)
			switch {
			case g.text("id") != "":
				body = ordinary
			case errors.Is(g.err, io.ErrUnexpectedEOF) && body != "" && int64(len(body)) == g.length/2:
				body = half
			}
			if g.status != test.status || body != test.body || g.status != 0 && g.header.Get("X-Request-Id") == "" {
				t.Errorf("got %d %q, headers %v, error %v", g.status, g.raw, g.header, g.err)
			}
			for name, values := range test.fault.Header {
				if got := g.header.Values(name); !slices.Equal(got, values) {
					t.Errorf("%s: got %q", name, got)
				}
			}
			wantLogged(t, s, test.status, test.stored)
			pending, acted, again := s.Pending(), s.ActPending(), s.ActPending()
			if pending != test.late || acted != test.late || again != 0 || s.Pending() != 0 {
				t.Errorf("%d pending, %d acted, then %d", pending, acted, again)
			}
			wantLogged(t, s, test.status, test.stored+test.late)

			s.Intercept(nil)
			if g := s.do(t, "POST", "/backends/failover", creation); g.status != 201 {
				t.Errorf("without a fault: got %d %s", g.status, g.raw)
			}
		})
	}
}

// wantLogged checks that exactly one request was logged, with the given status,
// and that the store contains the given number of failover backends.
func wantLogged(t *testing.T, s *service, status, stored int) {
	t.Helper()
	if requests := s.Requests(); len(requests) != 1 || requests[0].Status != status {
		t.Errorf("logged %+v, want one request of status %d", requests, status)
	}
	if n := len(s.FailoverBackends()); n != stored {
		t.Errorf("%d stored, want %d", n, stored)
	}
}
