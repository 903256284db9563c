// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// refused returns the error of a read that is answered with status and body.
func refused(t *testing.T, status int, contentType, body string) *api.Error {
	t.Helper()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		// Nil keeps the server from guessing one.
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	_, err := s.client(t, func(c *api.Config) { c.Token = "canary-token"; c.MaxRetries = 0 }).GetFailoverBackend(t.Context(), "x")
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	return failure
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
		more   int
	}{
		"5000 field errors":    {`{"errors":[` + strings.TrimRight(many, ",") + `]}`, 20, 4980},
		"25 texts":             {`["` + strings.Join(strings.Split("abcdefghijklmnopqrstuvwxy", ""), `","`) + `"]`, 0, 5},
		"15 MiB of objects":    {`{"errors":[` + strings.Repeat("{},", 5<<20) + `{}]}`, 0, 0},
		"15 MiB of members":    {`{"errors":{` + strings.Repeat(`"a":{},`, 2<<20) + `"b":[]}}`, 0, 0},
		"a message of 8 MiB":   {`{"detail":"` + strings.Repeat("ü", 4<<20) + `"}`, 0, 0},
		"a text of 8 MiB":      {strings.Repeat("ü", 4<<20), 0, 0},
		"a page of 8 MiB":      {"<p>" + strings.Repeat("ü", 4<<20), 0, 0},
		"a thousand deep":      {strings.Repeat(`{"error":`, 1000) + `"x"` + strings.Repeat("}", 1000), 0, 0},
		"a pointer of 8 MiB":   {`{"errors":[{"pointer":"/` + strings.Repeat("/0", 4<<20) + `","detail":"x"}]}`, 0, 0},
		"a list of many lists": {`{"errors":[` + strings.Repeat("["+strings.Repeat("[1],", 50)+"[1]],", 50) + `[]]}`, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := refused(t, http.StatusUnprocessableEntity, "application/json", test.body)
			if len(got.Fields) != test.fields || test.more > 0 && got.MoreFields != test.more {
				t.Errorf("got %d fields and %d more", len(got.Fields), got.MoreFields)
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
