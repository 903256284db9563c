// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestParallelUse(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{PageSize: 3})
	s.client.Transport.(*http.Transport).MaxConnsPerHost = 8
	const workers, rounds = 8, 10
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for range rounds {
				created := s.do(t, "POST", "/backends/failover", `{"backends":["a","b"]}`)
				path := strings.TrimPrefix(created.text("uri"), s.url)
				s.do(t, "PATCH", path, `{"backends":["b","a"]}`)
				s.do(t, "GET", "/backends/failover", "")
				s.ChangeFailoverBackend(created.text("id"), func(b *refapi.FailoverBackend) { b.Backends[0] = "c" })
				s.do(t, "DELETE", path, "")
				s.Answer(func(a *refapi.Answers) { a.ReverseSets = !a.ReverseSets })
				s.Intercept(func(refapi.Request) *refapi.Fault { return nil })
				s.do(t, "POST", "/edges/tls", `{"hostports":["a:1","b:2"]}`)
				s.do(t, "PUT", "/edges/https/e/routes/r/oauth", `{"provider":{"idp_1":{"teams":["a/b","c/d"]}}}`)
				s.Requests()
			}
		})
	}
	wait.Wait()
	if backends, edges := len(s.FailoverBackends()), len(s.TLSEdges()); backends != 0 || edges != workers*rounds {
		t.Errorf("%d failover backends and %d TLS edges are left", backends, edges)
	}
	for _, request := range s.Requests() {
		if request.Status < 200 || request.Status > 204 {
			t.Errorf("%s %s: %d", request.Method, request.Path, request.Status)
		}
	}
}
