// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// recordingProxy passes every request of a provider to a reference API, whatever
// its host.
type recordingProxy struct {
	api *refapi.API

	mu    sync.Mutex
	hosts map[string]int
}

// ServeHTTP answers for every host, and notes which.
func (p *recordingProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.hosts[r.Method+" "+r.Host]++
	p.mu.Unlock()
	if r.Method == http.MethodConnect {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	p.api.ServeHTTP(w, r)
}

// The provider sends requests to base_url only, whatever it does and wherever the
// service points it.
func TestAccProvider_asksNobodyElse(t *testing.T) {
	t.Parallel()
	const host = "api.trafficedge.test"
	proxy := &recordingProxy{api: refapi.New(refapi.Options{PageSize: 2}), hosts: map[string]int{}}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	cli := acctest.BuildProvider(t).NewCLI(t)
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		cli.Setenv(name, server.URL)
	}
	cli.Setenv("NO_PROXY", "")
	cli.Setenv("no_proxy", "")
	cli.Setenv("TRAFFICEDGE_API_TOKEN", "secret")
	secrets := canaries{header: "key", cookie: "crumb", stored: "stored"}.files(t)
	configure := func(description string) { cli.Configure(t, everything("http://"+host, secrets, description)) }
	configure("one")
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	configure("two")
	for _, fault := range []refapi.Fault{
		{Status: http.StatusInternalServerError},
		{Status: http.StatusTemporaryRedirect, Header: http.Header{"Location": {"http://elsewhere.test/"}}},
		{Body: `{"backends":[],"uri":"u","next_page_uri":"http://elsewhere.test/backends/failover"}`},
	} {
		proxy.api.Intercept(func(refapi.Request) *refapi.Fault { return &fault })
		if output, err := cli.Run(t, "apply", "-auto-approve"); err == nil {
			t.Errorf("expected %+v to fail, got\n%s", fault, output)
		}
	}
	proxy.api.Intercept(nil)
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "destroy", "-auto-approve")

	proxy.mu.Lock()
	defer proxy.mu.Unlock()
	want := []string{"DELETE " + host, "GET " + host, "PATCH " + host, "POST " + host, "PUT " + host}
	if got := slices.Sorted(maps.Keys(proxy.hosts)); !slices.Equal(got, want) {
		t.Errorf("asked %v, expected only %v", got, want)
	}
}
