// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// ask calls the API without a network, because the fake clock of synctest does not
// advance while a goroutine waits for a network.
func ask(t *testing.T, api *refapi.API, method, path, body string) got {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	api.ServeHTTP(w, r)
	return read(t, w.Result())
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		api := refapi.New(refapi.Options{Token: "t", RateLimit: refapi.RateLimit{Requests: 3, Window: time.Minute}})
		hooked := 0
		api.Intercept(func(refapi.Request) *refapi.Fault { hooked++; return nil })
		begin := time.Now()
		steps := []struct {
			second, status int
		}{
			// Requests with an invalid token also count toward the rate limit.
			{0, 401}, {20, 401}, {20, 401}, {20, 429}, {59, 429},
			// The limit applies to every period of one minute. Rejected
			// requests do not count toward the limit.
			{60, 401}, {61, 429}, {79, 429}, {80, 401}, {80, 401}, {81, 429}, {120, 401}, {120, 429},
		}
		seen := map[string]bool{}
		for _, step := range steps {
			time.Sleep(time.Until(begin.Add(time.Duration(step.second) * time.Second)))
			g := ask(t, api, "GET", "/backends/failover", "")
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
