// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Null, or a module without any identity provider, means that there is no module.
// Any other answer says nothing about it.
func TestGetRouteOAuth_none(t *testing.T) {
	t.Parallel()
	for body, wantGone := range map[string]bool{
		`null`: true, `{"enabled":true}`: true, `{"enabled":false,"provider":null}`: true, `{"provider":{}}`: true,
		`{"enabled":true,"provider":{"idp_1":null}}`: true,
		`{}`: false, `{"success":true}`: false, `[]`: false, `<html>`: false, `{"enabled":`: false, ``: false,
	} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
		if _, err := s.client(t, nil).GetRouteOAuth(t.Context(), "e", "r"); err == nil || api.IsNotFound(err) != wantGone {
			t.Errorf("%q: got %v", body, err)
		}
	}
}

// An update sends every member but the unnamed modules: "" for an unset text, null
// for an unset module. It reads an answer that is not the whole edge.
func TestUpdateTLSEdge(t *testing.T) {
	t.Parallel()
	sent := ""
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			body, _ := io.ReadAll(r.Body)
			sent = string(body)
			answerJSON(w, http.StatusOK, map[string]any{"status": "ok"})
			return
		}
		answerJSON(w, http.StatusOK, map[string]any{"id": "e", "uri": "/e", "description": "d"})
	})
	updated, err := s.client(t, nil).UpdateTLSEdge(t.Context(), "e", api.TLSEdgeSettings{
		Description:    "d",
		Hostports:      []string{},
		TLSTermination: &api.EndpointTLSTerminationMutate{Enabled: true, TerminateAt: "upstream"},
	}, "mutual_tls")
	if err != nil || updated.ID != "e" || !updated.Description.Present {
		t.Errorf("got %+v, %v", updated, err)
	}
	want := `{"backend":null,"description":"d","hostports":[],"ip_restriction":null,"metadata":"",` +
		`"tls_termination":{"enabled":true,"min_version":null,"terminate_at":"upstream"},"traffic_policy":null}`
	if sent != want {
		t.Errorf("sent\n%s, want\n%s", sent, want)
	}
	if want := []string{"PATCH /edges/tls/e", "GET /edges/tls/e"}; !slices.Equal(s.operations(), want) {
		t.Errorf("requests %q, want %q", s.operations(), want)
	}
}
