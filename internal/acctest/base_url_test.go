// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// providerAt returns a provider for a service with all undocumented operations.
func providerAt(t *testing.T, baseURL string) *protocoltest.Provider {
	t.Helper()
	return acctest.Must(protocoltest.New(t.Context(), map[string]any{
		"base_url":                baseURL,
		"undocumented_operations": api.UndocumentedOperations(),
	}))(t)
}

// oldObjects adds an object of each type to a service. All creation times are old.
func oldObjects(server *acctest.Server) {
	const created = "2026-01-02T03:04:05Z"
	server.AddFailoverBackend(refapi.FailoverBackend{ID: oldBackend, CreatedAt: created, Backends: []string{"x"}})
	server.AddTLSEdge(refapi.TLSEdge{ID: oldEdge, CreatedAt: created})
	addModule(server, "r1")
}

type oldObject struct {
	id        string
	arguments map[string]any
	text      string // the attribute that the test updates
}

// argumentsOfOldObjects returns the arguments of each of the [oldObjects], by type.
func argumentsOfOldObjects() map[string]oldObject {
	domains := map[string]any{"idp_2": map[string]any{"email_domains": []string{"example.com"}}}
	module := map[string]any{"edge_id": "e", "route_id": "r1", "identity_provider": domains}
	return map[string]oldObject{
		"trafficedge_failover_backend": {oldBackend, map[string]any{"backends": []string{"x"}}, "description"},
		edgeType:                       {oldEdge, map[string]any{"deletion_policy": "DELETE"}, "description"},
		oauthType:                      {"e/r1", module, "cookie_prefix"},
	}
}

// A refresh, an update or a deletion fails if the object is not found and was last seen
// at another base_url. The object then stays in state.
func TestCheckBaseURL(t *testing.T) {
	t.Parallel()
	for typeName, old := range argumentsOfOldObjects() {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			oldObjects(server)
			empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
			moved := httptest.NewServer(server.API)
			t.Cleanup(empty.Close)
			t.Cleanup(moved.Close)
			there, elsewhere := providerAt(t, server.URL), providerAt(t, empty.URL)
			instance, _, err := there.Import(t.Context(), typeName, old.id)
			acctest.NoError(t, err)
			apply := func(provider *protocoltest.Provider, plan *protocoltest.Plan, diagnostics protocoltest.Diagnostics, err error) protocoltest.Diagnostics {
				t.Helper()
				acctest.NoError(t, err, diagnostics.Err())
				return acctest.Must(provider.Apply(t.Context(), instance, plan))(t)
			}
			plan, diagnostics, err := there.Plan(t.Context(), instance, there.Config(typeName, old.arguments))
			acctest.NoError(t, apply(there, plan, diagnostics, err).Err())
			state := instance.State
			refuses := func(what, seen string, diagnostics protocoltest.Diagnostics) {
				t.Helper()
				text := diagnostics.String()
				if diagnostics.Err() == nil || len(diagnostics) > 1 || len(diagnostics.Long()) > 0 || !instance.State.Equal(state) ||
					!strings.Contains(text, "was last seen at "+seen+", so") || !strings.Contains(text, empty.URL+"/") {
					t.Errorf("%s: in state: %t, %s", what, instance.Exists(), text)
				}
			}
			read := func(provider *protocoltest.Provider) protocoltest.Diagnostics {
				t.Helper()
				return acctest.Must(provider.Refresh(t.Context(), instance))(t)
			}
			refuses("refresh", server.URL, read(elsewhere))
			old.arguments[old.text] = "new"
			plan, diagnostics, err = elsewhere.Plan(t.Context(), instance, elsewhere.Config(typeName, old.arguments))
			refuses("update", server.URL, apply(elsewhere, plan, diagnostics, err))
			if typeName != oauthType { // a destroy of an OAuth module sends nothing
				elsewhere = providerAt(t, empty.URL)
				plan, diagnostics, err = elsewhere.PlanDestroy(t.Context(), instance)
				refuses("deletion", server.URL, apply(elsewhere, plan, diagnostics, err))
			}

			if text := read(providerAt(t, moved.URL)).String(); !strings.HasPrefix(text, "WARNING: The base_url of the provider has changed") {
				t.Errorf("a refresh at another base URL shows %q", text)
			}
			state = instance.State
			refuses("refresh after a move", moved.URL, read(elsewhere))
			private := instance.Private
			acctest.NoError(t, read(providerAt(t, moved.URL)).Err())
			if !bytes.Equal(private, instance.Private) {
				t.Errorf("a refresh changes private state from %s to %s", private, instance.Private)
			}
			instance.Private = nil // an import that cannot read an OAuth module stores no base URL
			acctest.NoError(t, read(elsewhere).Err())
			if instance.Exists() {
				t.Error("an object that was seen nowhere stays in state")
			}
		})
	}
}

// A creation or an update stores the base URL in private state, as a refresh does.
func TestNoteBaseURL(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	moved := httptest.NewServer(server.API)
	t.Cleanup(moved.Close)
	for typeName, created := range argumentsOfOldObjects() {
		instance := providerAt(t, server.URL).NewInstance(typeName)
		for _, at := range []string{server.URL, moved.URL} {
			created.arguments[created.text] = at
			provider := providerAt(t, at)
			plan, diagnostics, err := provider.Plan(t.Context(), instance, provider.Config(typeName, created.arguments))
			acctest.NoError(t, err, diagnostics.Err())
			diagnostics, err = provider.Apply(t.Context(), instance, plan)
			acctest.NoError(t, err, diagnostics.Err())
			var private map[string][]byte
			acctest.NoError(t, json.Unmarshal(instance.Private, &private))
			if noted := string(private["base_url"]); noted != strconv.Quote(at) {
				t.Errorf("%s was seen at %s, and the note is %s", typeName, at, noted)
			}
		}
	}
}
