// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// An update has the id and every member, so that nothing depends on how a service
// treats an omitted one.
func TestFailoverBackend_bodies(t *testing.T) {
	t.Parallel()
	full := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"b", "a", "b"}}
	create := func(c *api.Client, settings api.FailoverBackendSettings) error {
		_, err := c.CreateFailoverBackend(t.Context(), settings)
		return err
	}
	update := func(c *api.Client, settings api.FailoverBackendSettings) error {
		_, err := c.UpdateFailoverBackend(t.Context(), "x", settings)
		return err
	}
	for name, test := range map[string]struct {
		send     func(*api.Client, api.FailoverBackendSettings) error
		settings api.FailoverBackendSettings
		want     string
	}{
		"creation":            {create, full, `{"description":"d","metadata":"m","backends":["b","a","b"]}`},
		"creation of nothing": {create, api.FailoverBackendSettings{Backends: []string{}}, `{"backends":[]}`},
		"update":              {update, full, `{"id":"x","description":"d","metadata":"m","backends":["b","a","b"]}`},
		"update to nothing":   {update, api.FailoverBackendSettings{Backends: []string{}}, `{"id":"x","description":"","metadata":"","backends":[]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent, contentType string
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				sent, contentType = string(body), r.Header.Get("Content-Type")
				answerJSON(w, http.StatusOK, backend("x"))
			})
			if err := test.send(s.client(t, nil), test.settings); err != nil {
				t.Fatal(err)
			}
			if sent != test.want || contentType != "application/json" {
				t.Errorf("sent %s as %q, want %s", sent, contentType, test.want)
			}
		})
	}
}

// A service may answer more than the interface shows, at any depth.
func TestAnswers_unknownMembersAreIgnored(t *testing.T) {
	t.Parallel()
	const more = `,"later":{"addition":[1]}}`
	for name, test := range map[string]struct {
		answer string
		ask    func(*api.Client) error
	}{
		"failover backend": {`{"id":"x","uri":"u","created_at":"c","backends":[]` + more, func(c *api.Client) error {
			_, err := c.GetFailoverBackend(t.Context(), "x")
			return err
		}},
		"list": {`{"backends":[{"id":"x"` + more + `]` + more, func(c *api.Client) error {
			for _, err := range c.FailoverBackends().All(t.Context()) {
				return err
			}
			return io.EOF
		}},
		"references of a TLS edge": {`{"id":"x","ip_restriction":{"ip_policies":[{"id":"p"` + more + `]` + more + more, func(c *api.Client) error {
			edge, err := c.GetTLSEdge(t.Context(), "x")
			if err == nil && (*edge.IPRestriction.Value.IPPolicies.Value)[0].ID != "p" {
				t.Errorf("got %+v", edge)
			}
			return err
		}},
		"OAuth module": {`{"enabled":true,"provider":{"idp_1":{"client_id":"a"` + more + more + more, func(c *api.Client) error {
			_, err := c.ReplaceRouteOAuth(t.Context(), "e", "r", fullModule())
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, test.answer) })
			if err := test.ask(s.client(t, nil)); err != nil {
				t.Error(err)
			}
		})
	}
}
