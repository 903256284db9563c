// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

func TestTLSEdgesLike(t *testing.T) {
	t.Parallel()
	settings := func(backend string) api.TLSEdgeSettings {
		return api.TLSEdgeSettings{Description: "d", Backend: &api.EndpointBackendMutate{Enabled: true, BackendID: backend}}
	}
	s := session.New(nil, session.Options{})
	if like := s.TLSEdgesLike("a", settings("x")); len(like) > 0 {
		t.Errorf("got %q of none", like)
	}
	for id, backend := range map[string]string{"a": "x", "c": "x", "b": "x", "d": "y"} {
		s.SeeTLSEdge(id, settings(backend))
	}
	if like := s.TLSEdgesLike("a", settings("x")); !slices.Equal(like, []string{"b", "c"}) {
		t.Errorf("got %q", like)
	}
}
