// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"compress/gzip"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

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
		"compression bomb":     {bomb, api.ErrAnswerTooLarge.Error(), 1},
		"half a document":      {text(`{"id":"x","uri":`), "not a complete JSON document", 1},
		"nothing":              {text(""), "the answer is empty", 1},
		"null":                 {text("null"), "describes another object", 1},
		"a list":               {text("[]"), "array where another type was expected", 1},
		"another object":       {text(`{"id":"y"}`), "describes another object", 1},
		"no id":                {text(`{}`), "describes another object", 1},
		"a member twice":       {text(`{"id":"y","id":"x","uri":"u"}`), "", 1},
		"no timestamp":         {text(`{"id":"x","created_at":"yesterday"}`), "", 1},
		"deep nesting":         {text(`{"id":"x","extra":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`), "not a complete JSON document", 1},
		"unknown members":      {text(`{"id":"x","extra":{"more":[1,2,3]}}`), "", 1},
		"a page that signs in": {text("<html><title>Sign in</title></html>"), api.ErrNotJSON.Error(), 1},
		"not UTF-8":            {text("{\"id\":\"x\",\"uri\":\"\xff\xfe\"}"), "", 1},
		"a body that breaks":   {breaks, "broke off", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handler)
			found, err := s.client(t, nil).GetFailoverBackend(t.Context(), "x")
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
