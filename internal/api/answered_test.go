// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

// A client asks for the list once, unless a request has succeeded already. Only a success,
// or a refusal that no gateway would send, shows that the API is at the base URL.
func TestClient_hasAnswered(t *testing.T) {
	t.Parallel()
	const page = `{"backends":[],"uri":"/"}`
	for name, test := range map[string]struct {
		status int // of the list
		body   string
		before int // the status of an earlier read, or 0
		want   bool
		probes int
	}{
		"a page":                        {200, page, 0, true, 1},
		"an HTML page":                  {200, "<html>", 0, false, 1},
		"403":                           {403, "", 0, true, 1},
		"422":                           {422, "", 0, true, 1},
		"401":                           {401, "", 0, false, 1},
		"404":                           {404, `{"message":"no Route matched"}`, 0, false, 1},
		"408":                           {408, "", 0, false, 1},
		"410":                           {410, "", 0, false, 1},
		"429":                           {429, "", 0, false, 1},
		"500":                           {500, "", 0, false, 1},
		"307 elsewhere":                 {307, "", 0, false, 1},
		"a success before":              {404, "", 200, true, 0},
		"a missing object before":       {404, "", 404, false, 1},
		"a refusal of a request before": {404, "", 403, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				probes := 0
				s := serve(t, Config{MaxRetryWait: 1}, func(r *http.Request) *http.Response {
					if strings.HasSuffix(r.URL.Path, "/x") {
						return response(test.before, wholeBackend)
					}
					probes++
					if probes > 1 && test.status != http.StatusTooManyRequests {
						t.Errorf("sent %s %s again", r.Method, r.URL)
					}
					return response(test.status, test.body, "Location", "https://192.0.2.1/")
				})
				if test.before != 0 {
					_, _ = s.FailoverBackends.Get(t.Context(), "x")
				}
				ctx := t.Context()
				if got, again := s.hasAnswered(ctx), s.hasAnswered(ctx); got != test.want || again != test.want || (probes > 0) != (test.probes > 0) {
					t.Errorf("got %t, then %t after %d probes", got, again, probes)
				}
			})
		})
	}
}
