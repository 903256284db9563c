// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestError_readsAnyBody(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		contentType, body string
		want              api.Error
	}{
		"problem": {
			"application/problem+json", `{"title":"Invalid","detail":"bad list","code":"invalid","request_id":"r1","errors":[{"pointer":"#/backends/0","detail":"empty"}]}`,
			api.Error{Message: "Invalid: bad list", Code: "invalid", RequestID: "r1", Fields: []api.FieldError{{Pointer: "/backends/0", Message: "empty"}}},
		},
		"HTML":               {"text/html; charset=utf-8", "<!doctype html><script>x()</script><title>Gone&nbsp;away</title>", api.Error{Message: "Gone away", Err: api.ErrNotJSON}},
		"empty":              {},
		"escape sequences":   {"", "red \x1b[31malert", api.Error{Message: "red  [31malert"}},
		"long":               {"", strings.Repeat("x", 1000), api.Error{Message: strings.Repeat("x", 512) + "…"}},
		"quotes the secrets": {"", `{"detail":"Bearer token-canary and header-canary are wrong"}`, api.Error{Message: "Bearer (redacted) and (redacted) are wrong"}},
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
			_, err := client.GetFailoverBackend(t.Context(), "x", api.Repeat{})
			got, _ := errors.AsType[*api.Error](err)
			want := &test.want
			want.Operation, want.Method, want.URL, want.Kind = `read failover backend "x"`, "GET", s.URL+"/backends/failover/x", api.Refused
			difference := cmp.Diff(want, got, cmpopts.IgnoreUnexported(api.Error{}), cmpopts.IgnoreFields(api.Error{}, "Err"))
			if difference != "" || !errors.Is(got.Err, want.Err) {
				t.Errorf("got %v; (-want +got):\n%s", err, difference)
			}
		})
	}
}

// A creation that may have been acted on is sent once.
func TestCreation_isSentOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		unknown bool
	}{
		"422":         {status(422), false},
		"307, away":   {redirecting(307), false},
		"504":         {status(504), true},
		"303":         {redirecting(303), true},
		"204":         {status(204), true},
		"no id":       {func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, map[string]any{"uri": "/x"}) }, true},
		"a foul id":   {func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, backend("x\x1b[31m")) }, true},
		"connection":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, true},
		"half a body": {breaks, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handler)
			_, err := s.client(t, nil).CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
			if err == nil || api.MayHaveActed(err) != test.unknown {
				t.Errorf("got %v", err)
			}
			if made := s.operations(); len(made) != 1 {
				t.Errorf("expected one request, got %v", made)
			}
		})
	}
}

// redirecting leads to another origin.
func redirecting(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://localhost:1/elsewhere", status)
	}
}

func status(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
	}
}

// JSON is read under any Content-Type, even in an answer of success.
func TestClient_readsJSONUnderAnyLabel(t *testing.T) {
	t.Parallel()
	for _, contentType := range []string{"", "text/html; charset=utf-8", "text/plain", "application/octet-stream", ";"} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if contentType != "" {
				w.Header().Set("Content-Type", contentType)
			}
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte("\n" + ` {"id":"made","backends":[]}`))
		})
		created, err := s.client(t, nil).CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
		if err != nil || created.ID != "made" {
			t.Errorf("%q: got %v, %v", contentType, created, err)
		}
	}
}

// An answer of any size makes a readable error, quickly and within a small multiple
// of its size.
func TestError_isBounded(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`{"pointer":"/backends/0","detail":"is wrong"},`, 5000)
	for name, test := range map[string]struct {
		body   string
		fields int
	}{
		"5000 field errors":    {`{"errors":[` + strings.TrimRight(many, ",") + `]}`, 20},
		"25 texts":             {`["` + strings.Join(strings.Split("abcdefghijklmnopqrstuvwxy", ""), strings.Repeat("-", 300)+`","`) + `"]`, 0},
		"15 MiB of objects":    {`{"errors":[` + strings.Repeat("{},", 5<<20) + `{}]}`, 0},
		"15 MiB of members":    {`{"errors":{` + strings.Repeat(`"a":{},`, 2<<20) + `"b":[]}}`, 0},
		"a message of 8 MiB":   {`{"detail":"` + strings.Repeat("ü", 4<<20) + `"}`, 0},
		"a text of 8 MiB":      {strings.Repeat("ü", 4<<20), 0},
		"a page of 8 MiB":      {"<p>" + strings.Repeat("ü", 4<<20), 0},
		"a thousand deep":      {strings.Repeat(`{"error":`, 1000) + `"x"` + strings.Repeat("}", 1000), 0},
		"a pointer of 8 MiB":   {`{"errors":[{"pointer":"/` + strings.Repeat("/0", 4<<20) + `","detail":"x"}]}`, 0},
		"a list of many lists": {`{"errors":[` + strings.Repeat("["+strings.Repeat("[1],", 50)+"[1]],", 50) + `[]]}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusUnprocessableEntity)
				_, _ = io.WriteString(w, test.body)
			})
			_, err := s.client(t, nil).GetFailoverBackend(t.Context(), "x", api.Repeat{})
			got, ok := errors.AsType[*api.Error](err)
			if !ok {
				t.Fatalf("got %v", err)
			}
			if len(got.Fields) != test.fields {
				t.Errorf("got %d fields", len(got.Fields))
			}
			if text := got.Error(); len(text) > 32<<10 || !utf8.ValidString(text) {
				t.Errorf("the error has %d bytes", len(text))
			}
			if len(got.Message) > 512+len("…") {
				t.Errorf("the message has %d bytes", len(got.Message))
			}
		})
	}
}

// Each answer makes a readable error or a right result. It costs one request if
// repeating would not help.
func TestClient_hostileAnswers(t *testing.T) {
	t.Parallel()
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(body))
		}
	}
	for name, test := range map[string]struct {
		handler  http.HandlerFunc
		wantErr  string
		requests int
	}{
		"without an end":       {endless, api.ErrResponseTooLarge.Error(), 1},
		"compression bomb":     {bomb, api.ErrResponseTooLarge.Error(), 1},
		"half a document":      {text(`{"id":"x","uri":`), "the response is not JSON", 1},
		"nothing":              {text(""), "the response is not JSON", 1},
		"null":                 {text("null"), "describes another object", 1},
		"a list":               {text("[]"), "array where another type was expected", 1},
		"another object":       {text(`{"id":"y"}`), "describes another object", 1},
		"no id":                {text(`{}`), "describes another object", 1},
		"a member twice":       {text(`{"id":"y","id":"x","uri":"u"}`), "", 1},
		"no timestamp":         {text(`{"id":"x","created_at":"yesterday"}`), "", 1},
		"deep nesting":         {text(`{"id":"x","extra":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`), "the response is not JSON", 1},
		"unknown members":      {text(`{"id":"x","extra":{"more":[1,2,3]}}`), "", 1},
		"a page that signs in": {text("<html><title>Sign in</title></html>"), api.ErrNotJSON.Error(), 1},
		"not UTF-8":            {text("{\"id\":\"x\",\"uri\":\"\xff\xfe\"}"), "", 1},
		"a body that breaks":   {breaks, "broke off", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handler)
			found, err := s.client(t, nil).GetFailoverBackend(t.Context(), "x", api.Repeat{})
			wantError(t, err, test.wantErr)
			if err == nil && found.ID != "x" {
				t.Errorf("got %+v", found)
			}
			if made := s.operations(); len(made) != test.requests {
				t.Errorf("expected %d requests, got %v", test.requests, made)
			}
		})
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	chunk := []byte(strings.Repeat(" ", 1<<20))
	for r.Context().Err() == nil {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// bomb is 17 MiB of spaces in some kilobytes.
func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Type", "application/json")
	compressed := gzip.NewWriter(w)
	spaces := []byte(strings.Repeat(" ", 1<<20))
	for range 17 {
		if _, err := compressed.Write(spaces); err != nil {
			return
		}
	}
	_ = compressed.Close()
}

func breaks(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = w.Write([]byte(`{"id":"x"`))
}
