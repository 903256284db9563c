// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/http"
	"testing"
)

// errorAmong returns the last error of a list, or nil.
func errorAmong[T any](listed iter.Seq2[*T, error]) (last error) {
	for _, err := range listed {
		last = cmp.Or(err, last)
	}
	return last
}

// A list always exists, so a page that is not found is an error, never the end of the list. Only
// a 404 to the first page may mean that the service lacks the list of TLS edges.
func TestPages_notFound(t *testing.T) {
	t.Parallel()
	backends := func(ctx context.Context, s *service) error { return errorAmong(s.FailoverBackends.All(ctx, true)) }
	edges := func(ctx context.Context, s *service) error { return errorAmong(s.TLSEdges.All(ctx, false)) }
	for name, test := range map[string]struct {
		list  operation
		first int // the status of the first page
		want  error
	}{
		"backends, first page": {backends, 0, ErrPageNotFound},
		"backends, later page": {backends, http.StatusOK, ErrPageNotFound},
		"edges, first page":    {edges, 0, ErrNotSupported},
		"edges, later page":    {edges, http.StatusOK, ErrPageNotFound},
	} {
		for _, status := range []int{http.StatusNotFound, http.StatusGone} {
			for _, body := range []string{"", "{}", `{"message":"cursor expired"}`, "<html>"} {
				if body == "<html>" && test.first == 0 { // see below
					continue
				}
				s := serve(t, Config{}, func(r *http.Request) *http.Response {
					if test.first != 0 && r.URL.RawQuery == "" {
						return response(test.first, `{"backends":[{"id":"x","uri":"u","created_at":"c","backends":[]}],"tls_edges":[{"id":"x"}],"next_page_uri":"?page=2"}`)
					}
					return response(status, body)
				})
				want := test.want
				if status == http.StatusGone { // which says that the service once had the list
					want = ErrPageNotFound
				}
				err := test.list(t.Context(), s)
				failure, _ := errors.AsType[*Error](err)
				if !errors.Is(err, want) || IsGone(err) || test.first != 0 && failure.UndocumentedOperation != "" {
					t.Errorf("%s, %d %s: got %v", name, status, body, err)
				}
			}
		}
	}
}

// The next page of an https address may have http, behind a proxy that ends TLS. The host and the
// port must be the same as written. A web page in place of the first page says nothing of a list.
func TestPages_schemeOfTheNextPage(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]string{
		"http://api.example.com/p2": "", "HTTP://API.example.com/p2": "", "http://api.example.com:443/p2": "another origin",
		"http://api.example.com:8080/p2": "another origin", "http://other.example.com/p2": "another origin",
	} {
		s := serve(t, Config{}, func(r *http.Request) *http.Response {
			if r.URL.Path == "/p2" {
				return response(http.StatusOK, `{"backends":[],"uri":"/"}`)
			}
			return response(http.StatusOK, `{"backends":[{"id":"x"}],"next_page_uri":"`+next+`"}`)
		})
		var got error
		for _, err := range s.FailoverBackends.All(t.Context(), false) {
			got = err
		}
		wantError(t, got, want, next)
	}
	s := serve(t, Config{}, always(http.StatusNotFound, "<html>", "Content-Type", "text/html"))
	if err := errorOf(s.FailoverBackends.pages().read(t.Context())); !errors.Is(err, ErrNotJSON) || errors.Is(err, ErrPageNotFound) {
		t.Errorf("got %v", err)
	}
}

// A young element whose members are incomplete is not gone, although a lagging replica says so.
func TestAll_youngElements(t *testing.T) {
	t.Parallel()
	for createdAt, want := range map[string]int{ofYoung: 1, ofOld: 0} {
		bodies := map[string]string{"page": `{"backends":[{"id":"x","created_at":"` + createdAt + `"}]}`}
		expected := map[string]string{ofYoung: "Lpage 3*R404 R200", ofOld: "Lpage R404"}[createdAt]
		inExchange(t, exchange{bodies: bodies}, expected, func(ctx context.Context, c *Client) {
			count := 0
			for _, err := range c.FailoverBackends.All(ctx, true) {
				wantError(t, err, "", createdAt)
				count++
			}
			if count != want {
				t.Errorf("created at %s: got %d objects", createdAt, count)
			}
		})
	}
}
