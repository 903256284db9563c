// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// If a proxy refuses the connection, the error contains the proxy's address without
// credentials.
func TestTransport_proxyRefuses(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) }))
	t.Cleanup(proxy.Close)
	transport, err := newTransport("")
	transport.Proxy = http.ProxyURL(&url.URL{Scheme: "http", User: url.UserPassword("u", "canary"), Host: proxy.Listener.Addr().String()})
	client := scripted(t, Config{}, nil)
	client.http.Transport = transport
	_, failure := client.GetFailoverBackend(t.Context(), "x")
	if want := "the proxy " + proxy.URL + " responded 407 Proxy Authentication Required"; err != nil || !strings.HasSuffix(fmt.Sprint(failure), want) {
		t.Errorf("got %v, expected %s", failure, want)
	}
}

// Requests to a loopback host go to no proxy, because base_url may then use plain http. Go's
// http.ProxyFromEnvironment is made of package httpproxy.
func TestTransport_loopbackHasNoProxy(t *testing.T) {
	t.Parallel()
	proxyOf := (&httpproxy.Config{HTTPProxy: "http://proxy.example.com:3128"}).ProxyFunc()
	for host, isDirect := range map[string]bool{
		"localhost:1": true, "LOCALHOST:1": true, "LocalHost": true, "127.0.0.1:1": true, "127.9.9.9": true, "[::1]:1": true, "api.example.com": false,
	} {
		base, _ := ParseBaseURL("http://"+host, true)
		if proxy, err := proxyOf(base); err != nil || (proxy == nil) != isDirect {
			t.Errorf("%s goes to %v, %v", host, proxy, err)
		}
	}
}

// Every configured provider has its own connections. Idle ones end soon, because a process
// may configure the provider many times.
func TestTransport_settings(t *testing.T) {
	t.Parallel()
	transport, err := newTransport("")
	if err != nil || transport.IdleConnTimeout > 10*time.Second {
		t.Fatalf("idle connections live for %s, %v", transport.IdleConnTimeout, err)
	}
}
