// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestBodiesRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	const isJSON, fine = "application/json", `{"backends":[]}`
	spaces := strings.Repeat(" ", 1<<20-len(fine))
	for name, test := range map[string]struct {
		contentType, body string
		status            int
		code              string
	}{
		"fine":          {isJSON, fine, 201, ""},
		"no type":       {"", fine, 415, "unsupported_media_type"},
		"form":          {"application/x-www-form-urlencoded", fine, 415, "unsupported_media_type"},
		"nothing":       {isJSON, "", 400, "malformed_json"},
		"two documents": {isJSON, fine + fine, 400, "malformed_json"},
		"not UTF-8":     {isJSON, "{\"backends\":[\"\xff\"]}", 400, "malformed_json"},
		"very deep":     {isJSON, strings.Repeat("[", 100_000), 400, "malformed_json"},
		"list":          {isJSON, `[]`, 422, "invalid_fields"},
		"null":          {isJSON, `null`, 422, "invalid_fields"},
		"largest":       {isJSON, fine + spaces, 201, ""},
		"too large":     {isJSON, fine + spaces + " ", 413, "body_too_large"},
	} {
		g := s.do(t, "POST", "/backends/failover", test.body, "Content-Type", test.contentType)
		if g.status != test.status || g.text("code") != test.code {
			t.Errorf("%s: got %d %q, want %d %q", name, g.status, g.text("code"), test.status, test.code)
		}
	}
}

// Without the token, the response for an unknown path does not reveal that the path is
// unknown.
func TestToken(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{Token: "right"})
	for authorization, status := range map[string]int{
		"": 401, "Bearer wrong": 401, "Bearer rightly": 401, "Basic right": 401, "right": 401,
		"Bearer right": 404, "bearer right": 404, "Bearer right ": 404, // net/http removes the space at the end
	} {
		g := s.do(t, "GET", "/nowhere", "", "Authorization", authorization)
		asked, refused := g.header.Get("WWW-Authenticate") != "", g.text("code") == "unauthorized"
		if g.status != status || asked != (status == 401) || refused != (status == 401) {
			t.Errorf("%q: got %d %s, %v", authorization, g.status, g.raw, g.header)
		}
	}
}

func TestAnyIDSurvivesThePath(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	ids := []string{"a/b", "..", ".", "%2F", "a b", `"quoted"`, "line\nbreak", "q?x=1#y", "ü", "a+b", ";", strings.Repeat("x", 10_000)}
	for _, id := range ids {
		s.AddFailoverBackend(refapi.FailoverBackend{ID: id, Description: "I am " + id})
	}
	for i, id := range ids {
		g := s.do(t, "GET", "/backends/failover/"+url.PathEscape(id), "")
		if g.text("id") != id || g.text("description") != "I am "+id || s.FailoverBackends()[i].ID != id {
			t.Errorf("%.20q: got %s", id, g.raw)
		}
	}
}

func TestPages_defaultSize(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	for range 101 {
		s.AddFailoverBackend(refapi.FailoverBackend{})
	}
	var sizes []int
	for next := s.url + "/backends/failover"; next != ""; {
		page := s.do(t, "GET", strings.TrimPrefix(next, s.url), "")
		sizes, next = append(sizes, len(page.body["backends"].([]any))), page.text("next_page_uri")
	}
	if !slices.Equal(sizes, []int{100, 1}) {
		t.Errorf("got pages of %v", sizes)
	}
}

// This test calls the API without a network, because the fake clock of synctest does not
// advance while a goroutine waits for a network.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		api := refapi.New(refapi.Options{Token: "t", RateLimit: refapi.RateLimit{Requests: 3, Window: time.Minute}})
		hooked := 0
		api.Intercept(func(refapi.Request) *refapi.Fault { hooked++; return nil })
		begin := time.Now()
		steps := []struct{ second, status int }{
			// Requests with an invalid token also count toward the rate limit.
			{0, 401}, {20, 401}, {20, 401}, {20, 429}, {59, 429},
			// The limit applies to every period of one minute. Rejected
			// requests do not count toward the limit.
			{60, 401}, {61, 429}, {79, 429}, {80, 401}, {80, 401}, {81, 429}, {120, 401}, {120, 429},
		}
		seen := map[string]bool{}
		for _, step := range steps {
			time.Sleep(time.Until(begin.Add(time.Duration(step.second) * time.Second)))
			w := httptest.NewRecorder()
			api.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/backends/failover", nil))
			g := read(w.Result())
			g.wantForm(t, "GET", seen)
			if g.status != step.status || g.status == 429 && (g.text("code") != "rate_limited" || g.header.Get("Retry-After") != "") {
				t.Errorf("after %d s: %d, want %d: %v %s", step.second, g.status, step.status, g.header, g.raw)
			}
		}
		requests := api.Requests()
		if len(requests) != len(steps) || requests[3].Status != 429 || hooked != 7 {
			t.Errorf("%d requests logged, %d passed to the hook", len(requests), hooked)
		}
	})
}

func TestClocks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		api := refapi.New(refapi.Options{ClockOffset: 2 * time.Minute, CreatedAtOffset: -time.Hour})
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/edges/tls", strings.NewReader("{}"))
		request.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		api.ServeHTTP(w, request)
		// The fake clock begins at midnight.
		g := read(w.Result())
		if date, created := g.header.Get("Date"), g.text("created_at"); date != "Sat, 01 Jan 2000 00:02:00 GMT" || created != "1999-12-31T23:02:00.000000Z" {
			t.Errorf("responded at %s, created at %s", date, created)
		}
	})
}

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
			wantStored := func(stored int) {
				requests := s.Requests()
				if len(requests) != 1 || requests[0].Status != test.status || len(s.FailoverBackends()) != stored {
					t.Errorf("logged %+v, %d stored, want %d", requests, len(s.FailoverBackends()), stored)
				}
			}
			wantStored(test.stored)
			pending, acted, again := s.Pending(), s.ActPending(), s.ActPending()
			if pending != test.late || acted != test.late || again != 0 || s.Pending() != 0 {
				t.Errorf("%d pending, %d acted, then %d", pending, acted, again)
			}
			wantStored(test.stored + test.late)
			s.Intercept(nil)
			if g := s.do(t, "POST", "/backends/failover", creation); g.status != 201 {
				t.Errorf("without a fault: got %d %s", g.status, g.raw)
			}
		})
	}
}
