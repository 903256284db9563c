package api_test

import (
	"errors"
	"net/http"
	"strings"
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
		"400":          {status(400, ""), false, 1},
		"429":          {status(429, ""), false, 3},
		"500":          {status(500, ""), true, 1},
		"503":          {status(503, ""), true, 1},
		"503, later":   {status(503, "0"), false, 3},
		"201, no JSON": {status(201, ""), true, 1},
		"connection":   {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, true, 1},
		"half a body": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			w.WriteHeader(http.StatusCreated)
		}, true, 1},
		"404 to a POST": {status(404, ""), false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handler)
			_, err := s.client(t, nil).CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
			if err == nil || api.IsOutcomeUnknown(err) != test.unknown {
				t.Errorf("got %v", err)
			}
			if made := s.operations(); len(made) != test.posts {
				t.Errorf("expected %d requests, got %v", test.posts, made)
			}
		})
	}
}

func status(status int, retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
	}
}

func TestError_refusedConnectionIsRetriedAndCannotHaveActed(t *testing.T) {
	t.Parallel()
	s := serve(t, status(200, ""))
	client := s.client(t, nil)
	s.Close()
	_, err := client.CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
	failure, ok := errors.AsType[*api.Error](err)
	if !ok || failure.OutcomeUnknown || failure.Attempts != 3 || failure.Status != 0 {
		t.Errorf("got %+v", err)
	}
}

func TestIsNotFound(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		contentType, body string
		want              bool
	}{
		"problem": {"application/problem+json", `{"title":"Not Found"}`, true},
		"empty":   {"", "", true},
		"text":    {"text/plain", "not found", true},
		"HTML":    {"text/html", "<html>nginx</html>", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", test.contentType)
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte(test.body))
			})
			client := s.client(t, nil)
			_, err := client.GetFailoverBackend(t.Context(), "x")
			if api.IsNotFound(err) != test.want {
				t.Errorf("get: got %v", err)
			}
			if err := client.DeleteFailoverBackend(t.Context(), "x"); (err == nil) != test.want {
				t.Errorf("delete: got %v", err)
			}
		})
	}
}
