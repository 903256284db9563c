// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// The settings are sent before modules are deleted. If the whole edge in the response lacks
// a module already, no deletion is sent. If nobody answers a deletion, a read that shows
// everything else confirms it. Where reads show less, a 404 of the API does.
func TestUpdateTLSEdge_removal(t *testing.T) {
	t.Parallel()
	whole := strings.Replace(objectWith("x", ofOld, ""), "{", `{"description":null,"hostports":[],`, 1)
	bodies := map[string]string{
		"whole": whole, "id": `{"id":"x"}`, "wrong": `{"id":7}`, "empty": "",
		"has": strings.Replace(whole, `"backend":null`, `"backend":{"enabled":true,"backend":{"id":"b"}}`, 1),
	}
	none, both := []string(nil), []string{"backend", "mutual_tls"}
	for exchanged, test := range map[string]struct {
		gone  []string
		acted bool
		fails string
	}{
		"Uwhole":                    {both, true, ""},
		"Uhas D204 Rwhole":          {both, true, ""},
		"Uempty 2*D204 Rwhole":      {both, true, ""},
		"U422":                      {none, false, "422"},
		"Uhas D403":                 {none, true, "403"},
		"2*D204 Rid":                {both, true, ""},
		"2*D204 Rwrong":             {both, true, "wrong type"},
		"D403":                      {none, false, "403"},
		"D202 Rwhole D202 2*Rwhole": {both, true, ""},
		"D202 Rid":                  {none, true, "no response says"},
		"D202 5*Rhas":               {none, true, "still has it after"},
		"D404 Rwhole D404 2*Rwhole": {both, true, ""},
		"D404 Rid D404 2*Rid":       {both, true, ""},
		"D404 Rhas":                 {none, false, "does not offer"},
		"D404 Rwrong":               {none, false, "no response says"},
	} {
		update := &TLSEdgeUpdate{RemovedModules: both, Known: []string{"description"}}
		if exchanged[:1] == "U" {
			update.Sent = []string{"description"}
		}
		inExchange(t, exchange{bodies: bodies}, exchanged, func(ctx context.Context, c *Client) {
			updated, err := c.UpdateTLSEdge(ctx, Target{ID: "x", CreatedAt: ofOld}, update, anyOf)
			wantError(t, err, test.fails, exchanged)
			if !slices.Equal(update.Gone, test.gone) || update.Acted != test.acted || err == nil && updated.Backend.Value != nil {
				t.Errorf("%s: got %+v, %v", exchanged, update, err)
			}
		})
	}
}

// A module without the member that gives it its meaning is unset.
func TestTLSEdge_HasModule(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`"backend":{"enabled":true,"backend":{"id":"b"}}`:                     true,
		`"backend":{"enabled":true,"backend":null}`:                           false,
		`"tls_termination":{"enabled":false,"terminate_at":"edge"}`:           true,
		`"tls_termination":{"enabled":true,"min_version":"1.2"}`:              false,
		`"traffic_policy":{"enabled":false,"value":"v"}`:                      true,
		`"traffic_policy":{"enabled":true,"value":" \n"}`:                     false,
		`"ip_restriction":{"enabled":true,"ip_policies":[]}`:                  true,
		`"ip_restriction":{"enabled":false,"ip_policies":[{"id":"p"}]}`:       true,
		`"mutual_tls":{"enabled":false,"certificate_authorities":{"id":"c"}}`: true,
		`"mutual_tls":{"enabled":false,"certificate_authorities":null}`:       false,
		`"mutual_tls":null`: false,
	} {
		var edge TLSEdge
		if err := json.Unmarshal([]byte("{"+body+"}"), &edge); err != nil {
			t.Fatal(err)
		}
		if name, _, _ := strings.Cut(body[1:], `"`); edge.HasModule(name) != want {
			t.Errorf("%s: got %t", body, !want)
		}
	}
}
