// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// A session sends only those undocumented requests that undocumented_operations lists.
func TestUndocumented_notNamed(t *testing.T) {
	t.Parallel()
	client := clientOf(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) }))
	s := session.New(client, true)
	_, update := updateEdge(t.Context(), s, session.Known{ID: "edge"}, always)
	_, read := client.GetRouteOAuth(t.Context(), "edge", "route")
	for name, err := range map[string]error{
		"update TLS edge":   update,
		"delete TLS edge":   s.TLSEdges.Delete(t.Context(), session.Known{ID: "edge", CreatedAt: longAgo}),
		"read OAuth module": read,
	} {
		failure, ok := errors.AsType[*api.Error](err)
		if !ok || !errors.Is(failure, api.ErrNotEnabled) || failure.UndocumentedOperation == "" || api.MayHaveActed(failure) {
			t.Errorf("%s: got %v", name, failure)
		}
	}
}
