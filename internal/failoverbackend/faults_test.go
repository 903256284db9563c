// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// impatient returns a provider that retries only twice and waits only
// milliseconds before a retry.
func impatient(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	block := server.Block()
	block["max_retries"] = 2
	block["max_retry_wait"] = "5ms"
	return acctest.Must(protocoltest.New(t.Context(), block))(t)
}

// start starts a service, and returns it with an impatient provider and a new instance.
func start(t *testing.T) (*acctest.Server, *protocoltest.Provider, *protocoltest.Instance) {
	t.Helper()
	server := acctest.Start(t, refapi.Options{})
	provider := impatient(t, server)
	instance := provider.NewInstance(typeName)
	return server, provider, instance
}

// apply plans and applies arguments. If arguments is nil, apply destroys the instance.
func apply(
	t *testing.T, provider *protocoltest.Provider, instance *protocoltest.Instance, arguments map[string]any,
) (protocoltest.Action, protocoltest.Diagnostics) {
	t.Helper()
	plan, shown, err := provider.PlanDestroy(t.Context(), instance)
	if arguments != nil {
		plan, shown, err = provider.PlanChange(t.Context(), instance, protocoltest.Change{Config: provider.Config(typeName, arguments)})
	}
	acctest.NoError(t, err, shown.Err())
	return plan.Action, acctest.Must(provider.Apply(t.Context(), instance, plan))(t)
}

func bare() map[string]any { return map[string]any{"backends": []string{"bkd_a", "bkd_b"}} }

func described() map[string]any {
	return map[string]any{"backends": []string{"bkd_a", "bkd_b"}, "description": "primary, then standby", "metadata": `{"owner":"edge"}`}
}

// The error of a failed request names the operation and contains the message of the service.
// After a failed request, state stays as it is, and the same operation can succeed.
func TestFaults(t *testing.T) {
	t.Parallel()
	for method, test := range map[string]struct {
		fault refapi.Fault
		want  []string
	}{
		http.MethodPost: {
			refapi.Fault{Status: 422, Body: `{"detail":"bad","errors":[{"pointer":"/backends/1","detail":"no such backend"}]}`},
			[]string{"Could not create failover backend", "The service refused /backends/1: no such backend"},
		},
		http.MethodGet: {refapi.Fault{Status: 500}, []string{"Could not read failover backend", "500 Internal Server Error at attempt 3"}},
		http.MethodPatch: {
			refapi.Fault{Status: 502, Body: "<title>oops</title>", AfterActing: true}, []string{"Could not update failover backend", "oops"},
		},
		http.MethodDelete: {
			refapi.Fault{Status: 409, Body: `{"detail":"still in use"}`},
			[]string{"Could not delete failover backend", "still in use", "409 Conflict"},
		},
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			server, provider, instance := start(t)
			if method != http.MethodPost {
				apply(t, provider, instance, bare())
			}
			before := instance.State
			act := func() protocoltest.Diagnostics {
				if method == http.MethodGet {
					return acctest.Must(provider.Refresh(t.Context(), instance))(t)
				}
				arguments := map[string]map[string]any{http.MethodPost: described(), http.MethodPatch: described()}
				_, shown := apply(t, provider, instance, arguments[method])
				return shown
			}
			server.Fail(method, test.fault)
			if shown := act(); shown.Err() == nil || !acctest.Message(test.want...).MatchString(shown.String()) || !instance.State.Equal(before) {
				t.Errorf("expected %q, got %s and %s in state", test.want, shown, instance.State)
			}
			server.Intercept(nil)
			if shown := act(); len(shown) > 0 {
				t.Errorf("without the fault: %s", shown)
			}
		})
	}
}

// During an outage, a CLI prints at most 400 lines for the errors of 30 objects.
func TestFaults_outageIsShort(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	apply(t, provider, instance, bare())
	unreachable := impatient(t, &acctest.Server{URL: "http://127.0.0.1:1"}) // Nothing listens on this port.
	for name, fault := range map[string]refapi.Fault{
		"503":         {Status: 503},
		"a gateway":   {Status: 502, Body: "<title>502 Bad Gateway</title>"},
		"broken":      {Drop: true},
		"unreachable": {},
	} {
		refreshing := provider
		if name == "unreachable" {
			refreshing = unreachable
		}
		server.Fail(http.MethodGet, fault)
		shown := acctest.Must(refreshing.Refresh(t.Context(), instance))(t)
		const before, objects, around, most = 43, 30, 6, 400 // CLIs add progress, a frame and the place of the resource.
		if len(shown) != 1 || before+objects*(protocoltest.Lines("Error: "+shown[0].Summary+"\n\n"+shown[0].Detail)+around) > most {
			t.Errorf("%s: got %s", name, shown)
		}
	}
}

// A young failover backend that the service does not show yet stays in
// state. A failover backend that the service has deleted is removed from
// state, with a warning that names the backend.
func TestRead_gone(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	server.SetResponses(func(a *refapi.Responses) { a.ReadLag = 2 })
	apply(t, provider, instance, bare())
	if shown := acctest.Must(provider.Refresh(t.Context(), instance))(t); len(shown) > 0 || !instance.Exists() {
		t.Fatal(shown)
	}
	id := instance.Text("id")
	server.ChangeFailoverBackend(id, func(b *refapi.FailoverBackend) { b.CreatedAt = created }) // no longer young
	acctest.NoError(t, acctest.Must(provider.Refresh(t.Context(), instance))(t).Err())
	server.RemoveFailoverBackend(id)
	shown := acctest.Must(provider.Refresh(t.Context(), instance))(t)
	want := fmt.Sprintf("WARNING: The service has no failover backend %q any more", id)
	if len(shown) != 1 || instance.Exists() || !strings.HasPrefix(shown.String(), want) {
		t.Errorf("in state: %t, %s", instance.Exists(), shown)
	}
}

// The response to a creation may contain only the id. If the object then cannot be read,
// the object is in state and not tainted.
func TestCreate_unread(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	server.SetResponses(func(a *refapi.Responses) { a.CreateIDAlone = true })
	server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
	_, shown := apply(t, provider, instance, bare())
	if made := server.FailoverBackends(); len(made) != 1 || instance.Text("id") != made[0].ID || instance.Tainted || shown.Err() != nil || len(shown) != 1 ||
		!strings.Contains(shown.String(), "but could not read it") {
		t.Errorf("made %v, tainted %t, %s", made, instance.Tainted, shown)
	}
}

// If the service does not apply a setting, a creation shows a warning and an update shows
// an error. The next plan shows the difference.
func TestNotApplied(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	created := server.AddFailoverBackend(refapi.FailoverBackend{
		Description: "the service's", Metadata: `{"owner":"edge"}`, Backends: []string{"bkd_a", "bkd_b"},
	})
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: fmt.Sprintf(`{"id":%q}`, created.ID)})
	server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = []string{"description"} })
	for _, want := range []struct {
		action   protocoltest.Action
		severity string
	}{{protocoltest.Create, "WARNING"}, {protocoltest.Update, "ERROR"}, {protocoltest.Update, "ERROR"}} {
		action, shown := apply(t, provider, instance, described())
		text := acctest.Message(want.severity+": The service did not apply description", `at AttributeName("description")`)
		if action != want.action || len(shown) != 1 || instance.Tainted || !text.MatchString(shown.String()) {
			t.Errorf("%s: tainted %t, %s", action, instance.Tainted, shown)
		}
		acctest.NoError(t, acctest.Must(provider.Refresh(t.Context(), instance))(t).Err())
	}
	server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = nil })
	action, shown := apply(t, provider, instance, described())
	if action != protocoltest.Update || len(shown) > 0 || instance.Text("description") != described()["description"] {
		t.Errorf("%s: %s", action, shown)
	}
}

// CLIs require the planned id, URI and creation time in state, whatever the response to an update contains.
func TestUpdate_keepsWhatThePlanHasFixed(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	apply(t, provider, instance, described())
	server.Fail(http.MethodPatch, refapi.Fault{Status: http.StatusOK, Body: fmt.Sprintf(`{"id":%q,"uri":"https://b.example.com/x",
		"created_at":"2026-01-02T03:04:05.000Z","description":null,"metadata":null,"backends":["bkd_a","bkd_b"]}`, instance.Text("id"))})
	if action, shown := apply(t, provider, instance, bare()); action != protocoltest.Update || len(shown) > 0 {
		t.Errorf("%s: %s", action, shown)
	}
}
