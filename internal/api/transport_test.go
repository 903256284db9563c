// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"crypto/rand"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// A read is retried if that may help. A creation is sent once, because the service may have
// acted on it. The error is readable and shows no secret.
func TestTransport_unusable(t *testing.T) {
	t.Parallel()
	endless := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, rand.Reader) }
	for name, test := range map[string]struct {
		handler  http.HandlerFunc
		want     string
		attempts int // to read
	}{
		"without an end": {endless, errTooLarge.Error(), 1},
		"breaks off":     {raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":\"x\""), "broke off", 3},
		"a bad header":   {raw("HTTP/1.1 200 OK\r\ncanary\x1b[31m\r\n\r\n{}"), "malformed MIME header", 3},
		"other protocol": {raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: canary\r\n\r\n{}"), "responded 101", 3},
		"not HTTP":       {raw("canary\x1b[31m\r\n"), "malformed HTTP", 3},
	} {
		server := httptest.NewServer(test.handler)
		t.Cleanup(server.Close)
		var clients [2]*Client // A creation would wait for the end of the outage that the read shows.
		for i := range clients {
			var err error
			if clients[i], err = New(Config{
				BaseURL: baseURL(t, server.URL), Token: "canary", RequestTimeout: time.Minute, MaxRetries: 2, MaxRetryWait: 10 * time.Millisecond,
			}); err != nil {
				t.Fatal(err)
			}
		}
		read, _ := errors.AsType[*Error](errorOf(clients[0].FailoverBackends.Get(t.Context(), "x")))
		created, _ := errors.AsType[*Error](createError(clients[1].FailoverBackends.Create(t.Context(), FailoverBackendSettings{})))
		if read == nil || created == nil {
			t.Fatalf("%s: got %v and %v", name, read, created)
		}
		if read.attempts != test.attempts || created.attempts != 1 || !created.Acted {
			t.Errorf("%s: got %+v and %+v", name, read, created)
		}
		for _, failure := range []*Error{read, created} {
			wantError(t, failure, test.want, name)
			if strings.ContainsAny(failure.Error(), "\x1b\r\n") || strings.Contains(failure.Error(), "canary") {
				t.Errorf("%s: got %q", name, failure)
			}
		}
	}
}

// raw returns a handler that sends exactly this response, even if it is invalid HTTP.
// After status 101, the connection stays open until the client closes it.
func raw(response string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(connection, response)
		if strings.Contains(response, " 101 ") {
			_, _ = connection.Read(make([]byte, 1))
		}
		_ = connection.Close()
	}
}

// If a proxy refuses the connection, no request waits for it. The error contains the proxy's
// address without credentials.
func TestTransport_proxyRefuses(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"407 Proxy Authentication Required", "403 Forbidden", "405 Method Not Allowed"} {
		proxy := httptest.NewServer(raw("HTTP/1.1 " + status + "\r\n\r\n"))
		t.Cleanup(proxy.Close)
		transport, err := newTransport("")
		if err != nil {
			t.Fatal(err)
		}
		transport.Proxy = http.ProxyURL(&url.URL{Scheme: "http", User: url.UserPassword("u", "canary"), Host: proxy.Listener.Addr().String()})
		s := serve(t, Config{MaxRetries: 5, MaxRetryWait: time.Minute}, nil)
		s.http.Transport = transport
		failure, want := createX(t.Context(), s), fmt.Sprintf("%v: %s responded %s", ErrProxyRefused, proxy.URL, status)
		if !errors.Is(failure, ErrProxyRefused) || !strings.HasSuffix(fmt.Sprint(failure), want) || MayHaveActed(failure) {
			t.Errorf("got %v, expected %s", failure, want)
		}
	}
	s := serve(t, Config{}, always(http.StatusProxyAuthRequired, "<html>", "Content-Type", "text/html")) // through plain http
	if failure := errorOf(s.FailoverBackends.Get(t.Context(), "x")); !errors.Is(failure, ErrProxyRefused) {
		t.Errorf("got %v", failure)
	}
}

// No request is sent on a connection that the service has just closed: with requests at intervals
// of the time for which the service keeps connections, each creation would have an unknown outcome.
func TestTransport_idleConnections(t *testing.T) {
	t.Parallel()
	client, connections := countConnections(t, func() {})
	for _, wait := range []time.Duration{0, 1900 * time.Millisecond, 0} {
		time.Sleep(wait)
		wantError(t, createError(client.FailoverBackends.Create(t.Context(), FailoverBackendSettings{})), "")
	}
	if opened := connections.Load(); opened != 2 {
		t.Errorf("opened %d connections", opened)
	}
}

// countConnections returns a client, and the number of connections that its server has accepted.
// The server closes a connection that is idle for two seconds, and calls respond before each response.
func countConnections(t *testing.T, respond func()) (*Client, *atomic.Int32) {
	t.Helper()
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		respond()
		_, _ = io.WriteString(w, wholeBackend)
	}))
	server.Config.IdleTimeout = 2 * time.Second
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client, err := New(Config{BaseURL: baseURL(t, server.URL), RequestTimeout: time.Minute})
	wantError(t, err, "")
	return client, &connections
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

// A service that wants a client certificate aborts the handshake, so it has certainly not processed
// the request. In TLS 1.3, its alert arrives after the request was written.
func TestTransport_clientCertificate(t *testing.T) {
	t.Parallel()
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request was processed") }))
		server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
		server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert, MinVersion: version, MaxVersion: version}
		server.StartTLS()
		t.Cleanup(server.Close)
		authority := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
		client, err := New(Config{BaseURL: baseURL(t, server.URL), CACertificatePEM: authority, RequestTimeout: time.Minute, MaxRetries: 2, MaxRetryWait: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{
			errorOf(client.FailoverBackends.Get(t.Context(), "x")),
			createError(client.FailoverBackends.Create(t.Context(), FailoverBackendSettings{})),
			client.FailoverBackends.Delete(t.Context(), Target{ID: "x"}),
		} {
			failure, _ := errors.AsType[*Error](err)
			if !errors.Is(err, ErrHandshakeRefused) || failure.attempts != 1 || failure.Acted || failure.Class != Unreachable {
				t.Errorf("TLS %x: got %+v", version, failure)
			}
		}
	}
}

// No wait makes a port speak TLS, or a server speak TLS 1.2 or serve another host.
func TestTransport_noTLS(t *testing.T) {
	t.Parallel()
	old := httptest.NewUnstartedServer(nil)
	old.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	old.StartTLS()
	silent := tcp(t, "\x15\x03\x01\x00\x02\x02\x28") // an alert without a reason: a handshake failure
	other := tcp(t, "\x15\x03\x01\x00\x02\x02\x70")  // an alert that the server does not have this host
	choosing := tcp(t, "\x16\x03\x01\x00\x2a\x02\x00\x00\x26\x03\x01"+strings.Repeat("\x00", 32)+"\x00\xc0\x13\x00")
	plain := httptest.NewServer(raw("HTTP/1.1 400 Bad Request\r\n\r\n"))
	t.Cleanup(plain.Close)
	t.Cleanup(old.Close)
	for address, want := range map[string]error{
		plain.Listener.Addr().String(): ErrNotTLS, tcp(t, "220 mail.example.com\r\n"): ErrNotTLS, old.Listener.Addr().String(): ErrHandshakeRefused,
		silent: ErrHandshakeRefused, choosing: ErrHandshakeRefused, other: ErrHandshakeRefused,
	} {
		client, err := New(Config{BaseURL: baseURL(t, "https://"+address), RequestTimeout: time.Minute, MaxRetries: 5, MaxRetryWait: time.Minute})
		wantError(t, err, "")
		failure, _ := errors.AsType[*Error](errorOf(client.FailoverBackends.Get(t.Context(), "x")))
		if !errors.Is(failure, want) || failure.attempts != 1 || failure.Acted {
			t.Errorf("got %v, want %v", failure, want)
		}
	}
}

// tcp returns the address of a server that sends the same bytes to every client.
func tcp(t *testing.T, sent string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	wantError(t, err, "")
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for connection, err := listener.Accept(); err == nil; connection, err = listener.Accept() {
			_, _ = connection.Read(make([]byte, 1))
			_, _ = io.WriteString(connection, sent)
			_, _ = io.Copy(io.Discard, connection)
		}
	}()
	return listener.Addr().String()
}

// Parallel requests keep their connections for the next ones. Go keeps two for each host, and
// would connect again for most requests at a high -parallelism.
func TestTransport_parallelRequests(t *testing.T) {
	t.Parallel()
	const parallel, bursts = 10, 3
	var arrived sync.WaitGroup
	client, connections := countConnections(t, func() {
		arrived.Done()
		arrived.Wait() // All requests of a burst are under way at the same time.
	})
	client.http.Transport.(*http.Transport).IdleConnTimeout = 0 // Not even a step of the clock ends a connection.
	for range bursts {
		arrived.Add(parallel)
		var group sync.WaitGroup
		for range parallel {
			group.Go(func() { wantError(t, getX(t.Context(), &service{Client: client}), "") })
		}
		group.Wait()
	}
	// A response may reach its caller just before the connection is free.
	if opened := connections.Load(); opened >= 2*parallel {
		t.Errorf("opened %d connections", opened)
	}
}
