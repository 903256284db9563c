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
	for worker := range workers {
		wait.Go(func() {
			for range rounds {
				created := s.do(t, "POST", "/backends/failover", `{"backends":["a","b"]}`)
				path := strings.TrimPrefix(created.text("uri"), s.url)
				s.do(t, "PATCH", path, `{"backends":["b","a"]}`)
				s.do(t, "GET", "/backends/failover", "")
				s.ChangeFailoverBackend(created.text("id"), func(b *refapi.FailoverBackend) { b.Backends[0] = "c" })
				if worker%2 == 0 {
					s.do(t, "DELETE", path, "")
				}
				s.Answer(func(a *refapi.Answers) { a.ReverseSets = !a.ReverseSets })
				s.Intercept(func(refapi.Request) *refapi.Fault { return nil })
				s.do(t, "POST", "/edges/tls", `{"hostports":["a:1","b:2"]}`)
				s.do(t, "PUT", "/edges/https/e/routes/r/oauth", `{"provider":{"idp_1":{"teams":["a/b","c/d"]}}}`)
				s.Requests()
			}
		})
	}
	wait.Wait()
	if n := len(s.FailoverBackends()); n != workers*rounds/2 {
		t.Errorf("%d failover backends left", n)
	}
	if n := len(s.TLSEdges()); n != workers*rounds {
		t.Errorf("%d TLS edges", n)
	}
	for _, request := range s.Requests() {
		if request.Status < 200 || request.Status > 204 {
			t.Errorf("%s %s: %d", request.Method, request.Path, request.Status)
		}
	}
}
