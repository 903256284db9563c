// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// start returns a session for a test service. Refreshes use lists. The
// service runs until the end of the test.
func start(t *testing.T, service http.Handler) *session.Session {
	t.Helper()
	return session.New(clientOf(t, service, api.UndocumentedOperations()...), true)
}

// clientOf returns a client of a test service. The service runs until
// the end of the test.
func clientOf(t *testing.T, service http.Handler, operations ...api.UndocumentedOperation) *api.Client {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	base, err := api.ParseBaseURL(server.URL, false)
	if err != nil {
		t.Fatal(err)
	}
	client, err := api.New(api.Config{
		BaseURL: base, RequestTimeout: time.Minute, MaxRetries: 2, MaxRetryWait: 30 * time.Millisecond, Undocumented: operations,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func respondJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// object returns an object that is complete both as a failover backend and as a TLS edge.
func object(id string) map[string]any {
	return map[string]any{
		"id": id, "uri": "/x", "created_at": "2026-01-02T03:04:05Z", "backends": []string{"a"},
		"backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
	}
}
