// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestError_readsAnyBody(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		contentType, body string
		message, code, id string
		fields            []api.FieldError
	}{
		"problem": {
			contentType: "application/problem+json",
			body:        `{"title":"Invalid","detail":"bad list","code":"invalid","request_id":"r1","errors":[{"pointer":"#/backends/0","detail":"empty"}]}`,
			message:     "Invalid: bad list", code: "invalid", id: "r1",
			fields: []api.FieldError{{Pointer: "/backends/0", Message: "empty"}},
		},
		"msg and error_code": {body: `{"error_code":"ERR_1","status_code":400,"msg":"no"}`, message: "no", code: "ERR_1"},
		"nested error":       {body: `{"error":{"code":42,"message":"deep"}}`, message: "deep", code: "42"},
		"error is text":      {body: `{"error":"forbidden"}`, message: "forbidden"},
		"errors of text":     {body: `{"errors":["one","two"]}`, message: "one; two"},
		"text":               {body: "first line\nsecond line", message: "first line"},
		"HTML":               {contentType: "text/html; charset=utf-8", body: "<!doctype html><script>x()</script><b>Gone&nbsp;away</b>", message: "Gone away"},
		"empty":              {},
		"a code said twice":  {body: `{"code":"E_1","message":"E_1: no"}`, message: "E_1: no"},
		"a code in a word":   {body: `{"code":"42","message":"no 1042"}`, message: "no 1042", code: "42"},
		"a list":             {body: `["one",2]`, message: "one; 2"},
		"escape sequences":   {body: "red \x1b[31malert", message: "red  [31malert"},
		"long":               {body: strings.Repeat("x", 1000), message: strings.Repeat("x", 512) + "…"},
		"quotes the secrets": {body: `{"detail":"Bearer token-canary and header-canary are wrong"}`, message: "Bearer (redacted) and (redacted) are wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", test.contentType)
				w.WriteHeader(http.StatusBadRequest)
				_, _ = w.Write([]byte(test.body))
			})
			client := s.client(t, func(c *api.Config) {
				c.Token = "token-canary"
				c.Headers = map[string]string{"X-Key": "header-canary"}
			})
			_, err := client.GetFailoverBackend(t.Context(), "x")
			got, ok := errors.AsType[*api.Error](err)
			if !ok {
				t.Fatalf("got %v", err)
			}
			if got.Message != test.message || got.Code != test.code || got.RequestID != test.id {
				t.Errorf("got message %q, code %q, request id %q", got.Message, got.Code, got.RequestID)
			}
			if len(got.Fields) != len(test.fields) || len(got.Fields) > 0 && got.Fields[0] != test.fields[0] {
				t.Errorf("got fields %v", got.Fields)
			}
			if got.NoAuthorization {
				t.Error("expected an error that knows of the token")
			}
			if got.Status != 400 || got.Method != http.MethodGet || got.URL != s.URL+"/backends/failover/x" || got.Attempts != 1 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestError_outcome(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		unknown bool
		posts   int
	}{
		"400":          {status(400), false, 1},
		"429":          {inTurn(429, 429, 429, 409), false, 4},
		"500":          {status(500), true, 1},
		"503":          {status(503), true, 1},
		"503, later":   {pausing(`{"detail":"later"}`), false, 3},
		"503, gateway": {pausing("<html>later</html>"), true, 1},
		"101":          {switching, true, 1},
		"300":          {status(300), true, 1},
		"302":          {redirecting(302), true, 1},
		"303":          {redirecting(303), true, 1},
		"304":          {status(304), true, 1},
		"307, away":    {redirecting(307), false, 1},
		"307, nowhere": {status(307), false, 1},
		"308, nowhere": {status(308), false, 1},
		"408":          {status(408), true, 1},
		"409":          {status(409), false, 1},
		"425":          {status(425), false, 1},
		"499":          {status(499), true, 1},
		"501":          {status(501), true, 1},
		"502":          {status(502), true, 1},
		"504":          {status(504), true, 1},
		"524":          {status(524), true, 1},
		"202":          {status(202), true, 1},
		"204":          {status(204), true, 1},
		"no id":        {func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, map[string]any{"uri": "/x"}) }, true, 1},
		"a foul id":    {func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, backend("x\x1b[31m")) }, true, 1},
		"201, no JSON": {status(201), true, 1},
		"connection":   {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, true, 1},
		"half a body": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			w.WriteHeader(http.StatusCreated)
		}, true, 1},
		"404 to a POST": {status(404), false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handler)
			_, err := s.client(t, nil).CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
			if err == nil || api.IsCreationUnknown(err) != test.unknown {
				t.Errorf("got %v", err)
			}
			if made := s.operations(); len(made) != test.posts {
				t.Errorf("expected %d requests, got %v", test.posts, made)
			}
		})
	}
}

// pausing answers 503 with a Retry-After, as a service under load does.
func pausing(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, body)
	}
}

// redirecting leads to another origin.
func redirecting(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://localhost:1/elsewhere", status)
	}
}

// switching goes on in another protocol, which never ends.
func switching(w http.ResponseWriter, r *http.Request) {
	connection, buffer, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = buffer.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
	_ = buffer.Flush()
	go func() {
		<-r.Context().Done()
		_ = connection.Close()
	}()
}

func status(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
	}
}

// inTurn answers with one status after the other.
func inTurn(statuses ...int) http.HandlerFunc {
	var asked atomic.Int64
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(statuses[asked.Add(1)-1]) }
}

func TestError_refusedConnectionIsRetriedAndCannotHaveActed(t *testing.T) {
	t.Parallel()
	s := serve(t, status(200))
	client := s.client(t, nil)
	s.Close()
	_, err := client.CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
	failure, ok := errors.AsType[*api.Error](err)
	if !ok || failure.CreationUnknown || !failure.NoAuthorization || failure.Attempts != 3 || failure.Status != 0 {
		t.Errorf("got %+v", err)
	}
}
