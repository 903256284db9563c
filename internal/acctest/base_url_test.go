// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A creation, a refresh and an update store the base URL in private state. At another base_url,
// a refresh, an update and a deletion fail if the id belongs to an object that was created at
// another time, or, for an OAuth module, if it is not found. The object then stays in state.
func TestBaseURL(t *testing.T) {
	t.Parallel()
	for typeName, config := range map[string]map[string]any{
		backendType: {"backends": []string{"x"}},
		edgeType:    {"deletion_policy": "DELETE"},
		oauthType:   oauthArguments(),
	} {
		text := map[string]string{backendType: "description", edgeType: "description", oauthType: "cookie_prefix"}[typeName]
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, typeName, mode{})
			moved := httptest.NewServer(w.Server.API)
			t.Cleanup(moved.Close)
			other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if typeName == oauthType { // which has no creation time
					w.WriteHeader(http.StatusNotFound)
					return
				}
				_, _ = fmt.Fprintf(w, `{"id":%q,"uri":"u","created_at":"2020-01-02T03:04:05Z","backends":[]}`, path.Base(r.URL.Path))
			}))
			t.Cleanup(other.Close)
			instance := w.Instance
			at := func(baseURL string) *protocoltest.Provider {
				block := map[string]any{"base_url": baseURL, "undocumented_operations": api.UndocumentedOperations()}
				return acctest.Must(protocoltest.New(t.Context(), block))(t)
			}
			refresh := func(baseURL string) protocoltest.Diagnostics {
				return acctest.Must(at(baseURL).Refresh(t.Context(), instance))(t)
			}
			apply := func(baseURL string, config map[string]any) protocoltest.Diagnostics {
				plan, diagnostics, err := at(baseURL).PlanChange(t.Context(), instance, protocoltest.Change{Config: w.Config(config)})
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
			stores(w.Server.URL, apply(w.Server.URL, config))
			warned := refresh(moved.URL)
			stores(moved.URL, warned)
			if !strings.HasPrefix(warned.String(), "WARNING: The base_url of the provider has changed") {
				t.Errorf("a refresh at another base URL shows %q", warned)
			}
			stores(w.Server.URL, apply(w.Server.URL, with(config, text, "new")))
			state, reason := instance.State, ", and was created at another time than the object with this id at "+other.URL
			refused := []protocoltest.Diagnostics{refresh(other.URL), apply(other.URL, with(config, text, "newer"))}
			if typeName == oauthType {
				reason = "."
			} else { // the destroy of an OAuth module sends nothing
				refused = append(refused, apply(other.URL, nil))
			}
			for i, shown := range refused {
				isRefused := shown.Err() != nil && strings.Contains(shown.String(), "was last seen at "+w.Server.URL+reason) &&
					strings.Contains(shown.String(), "Nothing is removed from state.")
				if !isRefused || len(shown) > 1 || len(shown.Long()) > 0 || !strings.Contains(shown.String(), other.URL) || !instance.State.Equal(state) {
					t.Errorf("request %d, in state: %t, %s", i, instance.Exists(), shown)
				}
			}
		})
	}
}

// A value in the provider block may depend on a resource that does not exist yet. The plan
// fails only if the value decides what the plan shows.
func TestAccProvider_unknownValues(t *testing.T) {
	t.Parallel()
	const later = "resource \"terraform_data\" \"later\" {\ninput = { url = %q, operations = [\"read_route_oauth\"] }\n}\n"
	const operations, url = "undocumented_operations = terraform_data.later.output.operations", "base_url = terraform_data.later.output.url"
	server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), acctest.BuildProvider(t).NewCLI(t)
	run := func(provider, args string, words ...string) error {
		cli.Configure(t, fmt.Sprintf(later, server.URL)+provider+moduleHCL("a", ""))
		output, err := cli.Run(t, strings.Fields(args)...)
		if !acctest.Message(words...).MatchString(output) {
			t.Errorf("expected %q, got %s", words, output)
		}
		return err
	}
	if run(server.Config("", operations), "plan", "Unknown value in the provider block", operations, "Set a value that is known during the plan") == nil {
		t.Error("a plan with unknown operations succeeds")
	}
	acctest.NoError(t, run("provider \"trafficedge\" {\n"+url+"\n}\n", doApply, "2 added"),
		run(server.Config("", operations), "plan -detailed-exitcode", "No changes"))
}
