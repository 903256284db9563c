// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// A creation that is answered with the id of an object that another resource holds
// is an error. One that was deleted, or that is gone, is nobody's.
func TestCreate_answeredWithAHeldObject(t *testing.T) {
	t.Parallel()
	const old = "2020-01-01T00:00:00Z"
	for name, test := range map[string]struct {
		before string // what befalls x, one after the other
		isHeld bool
	}{
		"unheard of":                  {"", false},
		"created":                     {"created", true},
		"refreshed":                   {"refreshed", true},
		"refreshed from the list":     {"listed", true},
		"created and deleted":         {"created removed", false},
		"created, but not deleted":    {"created kept", true},
		"refreshed, and gone by then": {"refreshed gone", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lagging{get: found, list: listing("x"), remove: deleted}
			var posts int
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.URL.Path = strings.Replace(r.URL.Path, "/edges/tls", "/backends/failover", 1)
				if r.Method != http.MethodPost {
					service.ServeHTTP(w, r)
					return
				}
				posts++
				answerJSON(w, http.StatusCreated, backend("x"))
			}))
			create := map[string]func() (any, error){
				"failover backend": func() (any, error) {
					made, err := s.CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
					return made == nil, err
				},
				"TLS edge": func() (any, error) {
					made, err := s.CreateTLSEdge(t.Context(), api.TLSEdgeSettings{})
					return made == nil, err
				},
			}
			for step := range strings.FieldsSeq(test.before) {
				service.get, service.list, service.remove = found, listing("x"), deleted
				switch step {
				case "created":
					for kind, create := range create {
						if _, err := create(); err != nil {
							t.Fatalf("%s: %v", kind, err)
						}
					}
				case "refreshed", "gone", "listed":
					if step == "gone" {
						service.get, service.list = missing, listing()
					}
					if step == "listed" { // After reads of others, the list alone can answer.
						service.get = failing
						for range 3 {
							_, _ = s.RefreshFailoverBackend(t.Context(), "y", old, always)
							_, _ = s.RefreshTLSEdge(t.Context(), "y", old, nil)
						}
					}
					_, _ = s.RefreshFailoverBackend(t.Context(), "x", old, always)
					_, _ = s.RefreshTLSEdge(t.Context(), "x", old, func(*api.TLSEdge) bool { return true })
				case "kept":
					service.remove = failing
					fallthrough
				case "removed":
					_ = s.DeleteFailoverBackend(t.Context(), "x", old)
					_ = s.DeleteTLSEdge(t.Context(), "x", old)
				}
			}
			posts = 0
			for kind, create := range create {
				isNil, err := create()
				if (err != nil) != test.isHeld || isNil != test.isHeld || api.IsCreationUnknown(err) != test.isHeld ||
					err != nil && !strings.Contains(err.Error(), `the id "x"`) {
					t.Errorf("%s: got %v", kind, err)
				}
			}
			if posts != 2 {
				t.Errorf("sent %d creations", posts)
			}
		})
	}
}
