// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// A creation, a refresh and an update store the base URL in private state. A refresh, an
// update or a deletion fails if the object is not found and was last seen at another
// base_url. The object then stays in state.
func TestBaseURL(t *testing.T) {
	t.Parallel()
	const backendType = "trafficedge_failover_backend"
	for typeName, config := range map[string]map[string]any{
		backendType: {"backends": []string{"x"}},
		edgeType:    {"deletion_policy": "DELETE"},
		oauthType:   oauthArguments(),
	} {
		text := map[string]string{backendType: "description", edgeType: "description", oauthType: "cookie_prefix"}[typeName]
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, typeName, mode{})
			moved := httptest.NewServer(w.server.API)
			t.Cleanup(moved.Close)
			empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)) // so no object is young
				w.WriteHeader(http.StatusNotFound)
			}))
			t.Cleanup(empty.Close)
			instance := w.provider.NewInstance(typeName)
			at := func(baseURL string) *protocoltest.Provider {
				block := map[string]any{"base_url": baseURL, "undocumented_operations": api.UndocumentedOperations()}
				return acctest.Must(protocoltest.New(t.Context(), block))(t)
			}
			refresh := func(baseURL string) protocoltest.Diagnostics {
				return acctest.Must(at(baseURL).Refresh(t.Context(), instance))(t)
			}
			apply := func(baseURL string, config map[string]any) protocoltest.Diagnostics {
				plan, diagnostics, err := w.plan(at(baseURL), instance, wish{config: config})
				acctest.NoError(t, err, diagnostics.Err())
				return acctest.Must(at(baseURL).Apply(t.Context(), instance, plan))(t)
			}
			stores := func(baseURL string, diagnostics protocoltest.Diagnostics) {
				t.Helper()
				var private map[string][]byte
				acctest.NoError(t, diagnostics.Err(), json.Unmarshal(instance.Private, &private))
				if stored := string(private["base_url"]); stored != strconv.Quote(baseURL) {
					t.Errorf("stores %s at %s", stored, baseURL)
				}
			}
			refuses := func(diagnostics protocoltest.Diagnostics, state any) {
				t.Helper()
				text := diagnostics.String()
				if diagnostics.Err() == nil || len(diagnostics) > 1 || len(diagnostics.Long()) > 0 || instance.State.String() != state ||
					!strings.Contains(text, "was last seen at "+w.server.URL+", so") || !strings.Contains(text, empty.URL+"/") {
					t.Errorf("in state: %t, %s", instance.Exists(), text)
				}
			}

			stores(w.server.URL, apply(w.server.URL, config))
			warned := refresh(moved.URL)
			stores(moved.URL, warned)
			if !strings.HasPrefix(warned.String(), "WARNING: The base_url of the provider has changed") {
				t.Errorf("a refresh at another base URL shows %q", warned)
			}
			stores(w.server.URL, apply(w.server.URL, with(config, text, "new")))
			state := instance.State.String()
			refuses(refresh(empty.URL), state)
			refuses(apply(empty.URL, with(config, text, "newer")), state)
			if typeName != oauthType { // a destroy of an OAuth module sends nothing
				refuses(apply(empty.URL, nil), state)
			}
		})
	}
}
