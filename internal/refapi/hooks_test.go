// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	creation = `{"backends":["a"]}`
	ordinary = "the ordinary body"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	html := http.Header{"content-type": {"text/html"}, "Retry-After": {"7"}}
	for name, test := range map[string]struct {
		fault  refapi.Fault
		status int // 0 if the connection is closed without a response
		body   string
		retry  string // the header Retry-After
		stored int    // the number of stored objects before the call of ActPending
	}{
		"status before acting": {refapi.Fault{Status: 502, Header: html, Body: "<p>no"}, 502, "<p>no", "7", 0},
		"status after acting":  {refapi.Fault{Status: 500, AfterActing: true}, 500, "", "", 1},
		"another body":         {refapi.Fault{Body: "[", AfterActing: true}, 201, "[", "", 1},
		"headers alone":        {refapi.Fault{Header: html}, 201, ordinary, "7", 1},
		"nothing":              {refapi.Fault{}, 201, ordinary, "", 1},
		"cut before acting":    {refapi.Fault{Drop: true}, 0, "", "", 0},
		"cut after acting":     {refapi.Fault{Drop: true, AfterActing: true}, 0, "", "", 1},
		"late":                 {refapi.Fault{ActLate: true}, 202, "", "", 0},
		"late, with a status":  {refapi.Fault{ActLate: true, Status: 502, Body: "<p>"}, 502, "<p>", "", 0},
		"late and cut":         {refapi.Fault{ActLate: true, Drop: true}, 0, "", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Intercept(func(refapi.Request) *refapi.Fault { return &test.fault })
			response, err := s.client.Do(s.request(t, "POST", "/backends/failover", creation))
			if (err == nil) != (test.status != 0) {
				t.Fatalf("got %v, error %v", response, err)
			}
			if err == nil {
				g := read(t, response).wants(t, test.status)
				if string(g.raw) != test.body && (test.body != ordinary || g.text("id") == "") {
					t.Errorf("body %q, want %q", g.raw, test.body)
				}
				retry, isHTML := g.header.Get("Retry-After"), g.header.Get("Content-Type") == "text/html"
				if retry != test.retry || retry != "" && !isHTML || g.header.Get("X-Request-Id") == "" {
					t.Errorf("headers %v", g.header)
				}
			}
			wantLogged(t, s, test.status, test.stored)
			late := 0
			if test.fault.ActLate {
				late = 1
			}
			if pending, n, again := s.Pending(), s.ActPending(), s.ActPending(); pending != late || n != late || again != 0 || s.Pending() != 0 {
				t.Errorf("%d pending, %d acted, then %d", pending, n, again)
			}
			wantLogged(t, s, test.status, test.stored+late)

			s.Intercept(nil)
			s.do(t, "POST", "/backends/failover", creation).wants(t, 201)
		})
	}
}

// wantLogged checks that exactly one request was logged, with the given status,
// and that the store contains the given number of failover backends.
func wantLogged(t *testing.T, s *service, status, stored int) {
	t.Helper()
	requests := s.Requests()
	if len(requests) != 1 || requests[0].Status != status {
		t.Errorf("logged %+v, want one request of status %d", requests, status)
	}
	if n := len(s.FailoverBackends()); n != stored {
		t.Errorf("%d stored, want %d", n, stored)
	}
}

func TestFaultThatTruncates(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.Intercept(func(refapi.Request) *refapi.Fault { return &refapi.Fault{Truncate: true} })
	response, err := s.client.Do(s.request(t, "POST", "/backends/failover", creation))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if half := response.ContentLength / 2; !errors.Is(err, io.ErrUnexpectedEOF) || int64(len(body)) != half || half == 0 {
		t.Errorf("read %d of %d bytes: %v", len(body), response.ContentLength, err)
	}
	wantLogged(t, s, 201, 1)
}
