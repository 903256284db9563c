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

// Only the service's own word makes an object not found.
func TestIsNotFound(t *testing.T) {
	t.Parallel()
	page := func(w http.ResponseWriter, contentType, body string) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, body)
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		want    bool
	}{
		"problem": {func(w http.ResponseWriter, _ *http.Request) {
			page(w, "application/problem+json", `{"title":"Not Found"}`)
		}, true},
		"JSON as HTML":      {func(w http.ResponseWriter, _ *http.Request) { page(w, "text/html", ` {"title":"Not Found"}`) }, true},
		"empty":             {status(http.StatusNotFound), true},
		"410":               {status(http.StatusGone), true},
		"text":              {func(w http.ResponseWriter, _ *http.Request) { page(w, "text/plain", "404 page not found") }, false},
		"a number":          {func(w http.ResponseWriter, _ *http.Request) { page(w, "text/plain", "404") }, false},
		"HTML":              {func(w http.ResponseWriter, _ *http.Request) { page(w, "text/html", "<html>nginx</html>") }, false},
		"HTML without type": {func(w http.ResponseWriter, _ *http.Request) { page(w, "", "<html>nginx</html>") }, false},
		"half a problem":    {func(w http.ResponseWriter, _ *http.Request) { page(w, "application/json", `{"title":"Not`) }, false},
		"breaks off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			page(w, "application/json", "{}")
		}, false},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			page(w, "application/json", "{"+strings.Repeat(" ", 17<<20)+"}")
		}, false},
		"405": {status(http.StatusMethodNotAllowed), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := serve(t, test.handler).client(t, nil).GetTLSEdge(t.Context(), "x")
			if err == nil || api.IsNotFound(err) != test.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A request is sent again after any answer that may be different the next time, if
// it may be repeated.
func TestClient_repeatsWhatMayPass(t *testing.T) {
	t.Parallel()
	for _, first := range []int{408, 421, 425, 429, 500, 502, 503, 504} {
		if _, err := serve(t, once(first)).client(t, nil).GetFailoverBackend(t.Context(), "x"); err != nil {
			t.Errorf("%d: %v", first, err)
		}
	}
	if _, err := serve(t, once(http.StatusBadGateway)).client(t, nil).UpdateFailoverBackend(t.Context(), "x", api.FailoverBackendSettings{}); err != nil {
		t.Errorf("a PATCH: %v", err)
	}
	replaced := serve(t, once(http.StatusBadGateway))
	if _, err := replaced.client(t, nil).ReplaceRouteOAuth(t.Context(), "e", "r", api.OAuthModule{}); err == nil || len(replaced.operations()) != 2 {
		t.Errorf("a PUT: %q, %v", replaced.operations(), err)
	}
}

// once answers once with status and then with an object.
func once(status int) http.HandlerFunc {
	var asked atomic.Int64
	return func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) == 1 {
			w.WriteHeader(status)
			return
		}
		answerJSON(w, http.StatusOK, backend("x"))
	}
}

// The hops of a redirect are one attempt.
func TestClient_redirectsAreOneAttempt(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/there" {
			http.Redirect(w, r, "/there", http.StatusTemporaryRedirect)
			return
		}
		w.WriteHeader(http.StatusForbidden)
	})
	_, err := s.client(t, nil).GetFailoverBackend(t.Context(), "x")
	if failure, ok := errors.AsType[*api.Error](err); !ok || failure.Attempts != 1 {
		t.Errorf("got %+v", err)
	}
}
