// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

const causeCanary = "canary-token-4711"

// speakRaw answers every connection with the same bytes, be they HTTP or not.
func speakRaw(t *testing.T, answer string) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = http.ReadRequest(bufio.NewReader(connection))
			_, _ = io.WriteString(connection, answer)
			_ = connection.Close()
		}
	}()
	return "http://" + listener.Addr().String()
}

// checkClean fails the test unless err is an *Error that says want, without a
// secret or a control character.
func checkClean(t *testing.T, err error, want string) {
	t.Helper()
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		t.Fatalf("got %T: %v", err, err)
	}
	text := failure.Error()
	if !strings.Contains(text, want) {
		t.Errorf("expected %q in %q", want, text)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("not printable: %q", text)
	}
	for _, canary := range []string{causeCanary, base64.StdEncoding.EncodeToString([]byte(causeCanary))} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(canary)) {
			t.Errorf("a secret is in %q", text)
		}
	}
	if len(text) > 4<<10 {
		t.Errorf("%d bytes: %.200q…", len(text), text)
	}
}

// Go's own errors quote the service's answer.
func TestError_causesAreClean(t *testing.T) {
	t.Parallel()
	const escape = "\x1b[31m"
	long := strings.Repeat("x", 100_000)
	answer := func(header, body string) string {
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n%s", len(body), header, body)
	}
	for name, test := range map[string]struct{ answer, want string }{
		"malformed header line": {answer(causeCanary+escape+long+"\r\n", "{}"), "malformed MIME header"},
		"no HTTP":               {causeCanary + escape + long + "\r\n", "malformed HTTP"},
		"reason phrase":         {"HTTP/1.1 400 " + causeCanary + escape + "\r\nContent-Length: 0\r\n\r\n", "responded 400 Bad Request"},
		"another long id":       {answer("", fmt.Sprintf("{\"id\":\"\\u001b%s\"}", long)), "another object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, err := api.New(api.Config{
				BaseURL: parseBaseURL(t, speakRaw(t, test.answer)), Token: causeCanary, RequestTimeout: time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = client.GetFailoverBackend(t.Context(), "x", api.Repeat{})
			checkClean(t, err, test.want)
		})
	}
}

// certificate returns a self-signed certificate for names.
func certificate(t *testing.T, names ...string) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: names[0]}, DNSNames: names,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
		string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

func TestError_certificatesAreClean(t *testing.T) {
	t.Parallel()
	pair, trusted := certificate(t, causeCanary+".example.com", "red\x1b[31malert")
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	server.Config.ErrorLog = nil
	server.StartTLS()
	t.Cleanup(server.Close)
	client, err := api.New(api.Config{
		BaseURL:          parseBaseURL(t, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)),
		CACertificatePEM: trusted, Token: causeCanary, RequestTimeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.GetFailoverBackend(t.Context(), "x", api.Repeat{})
	checkClean(t, err, "certificate is valid for (redacted).example.com, red [31malert, not localhost")
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); !ok {
		t.Errorf("the cause cannot be reached in %v", err)
	}
}
