// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// The service chooses the paths of next pages and redirects, and the log has them.
func TestLog_pathsWithoutSecrets(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	ctx := tflogtest.RootLogger(t.Context(), &log)
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPut:
			w.Header().Set("Location", "/at/canary%2Dclient-secret")
			w.WriteHeader(http.StatusTemporaryRedirect)
		case r.URL.Path == "/backends/failover":
			answerJSON(w, http.StatusOK, map[string]any{"backends": []any{backend("x")}, "next_page_uri": "/at/canary-token/2"})
		default:
			w.WriteHeader(http.StatusBadRequest)
		}
	})
	client := s.client(t, func(c *api.Config) { c.Token = "canary-token" })
	var last error
	for _, err := range client.FailoverBackends().All(ctx) {
		last = err
	}
	if last == nil {
		t.Error("expected the second page to fail")
	}
	module := api.OAuthModule{Provider: api.OAuthProvider{"idp_1": {ClientID: "app", ClientSecret: "canary-client-secret"}}}
	if _, err := client.ReplaceRouteOAuth(ctx, "e", "r", module, "canary-client-secret"); err == nil {
		t.Error("expected the redirect to lead nowhere")
	}
	if text := log.String(); strings.Contains(text, "canary") || !strings.Contains(text, "/at/(redacted)/2") || !strings.Contains(text, "/at/(redacted)\"") {
		t.Error(text)
	}
}
