// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"regexp"
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
func apply(t *testing.T, provider *protocoltest.Provider, instance *protocoltest.Instance, arguments map[string]any) (string, protocoltest.Diagnostics) {
	t.Helper()
	plan, shown, err := provider.PlanDestroy(t.Context(), instance)
	if arguments != nil {
		plan, shown, err = provider.Plan(t.Context(), instance, provider.Config(typeName, arguments))
	}
	if plan == nil {
		t.Fatal(shown, err)
	}
	more, err := provider.Apply(t.Context(), instance, plan)
	if err != nil {
		t.Fatal(more, err)
	}
	return fmt.Sprint(plan.Action), append(shown, more...)
}

func bare() map[string]any { return map[string]any{"backends": []string{"bkd_a", "bkd_b"}} }

func described() map[string]any {
	return map[string]any{"backends": []string{"bkd_a", "bkd_b"}, "description": "primary, then standby", "metadata": `{"owner":"edge"}`}
}

// The error of a failed request names the operation and contains the message of the
// service. After a failed deletion, the object stays in state.
func TestFaults(t *testing.T) {
	t.Parallel()
	const post, get, patch, del = http.MethodPost, http.MethodGet, http.MethodPatch, http.MethodDelete
	for name, test := range map[string]struct {
		method string
		fault  refapi.Fault
		want   []string
	}{
		"create, element": {post, refapi.Fault{Status: 422, Body: `{"detail":"bad","errors":[{"pointer":"/backends/1","detail":"no such backend"}]}`}, []string{"Could not create failover backend", "The service refused /backends/1: no such backend"}},
		"read, 500":       {get, refapi.Fault{Status: 500}, []string{"Could not read failover backend", "500 Internal Server Error at attempt 3"}},
		"read, page":      {get, refapi.Fault{Status: 404, Body: "<html>not found</html>"}, []string{"Could not read failover backend", "404 Not Found"}},
		"update, field":   {patch, refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/description","detail":"too rude"}]}`}, []string{"Could not update failover backend", "The service refused /description: too rude"}},
		"update, done":    {patch, refapi.Fault{Status: 502, Body: "<title>oops</title>", AfterActing: true}, []string{"Could not update failover backend", "oops"}},
		"delete, 409":     {del, refapi.Fault{Status: 409, Body: `{"detail":"still in use"}`}, []string{"Could not delete failover backend", "still in use", "409 Conflict"}},
		"delete, page":    {del, refapi.Fault{Status: 404, Body: "<html>not found</html>"}, []string{"Could not delete failover backend", "404 Not Found"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, provider, instance := start(t)
			if test.method != post {
				if _, shown := apply(t, provider, instance, bare()); len(shown) > 0 {
					t.Fatal(shown)
				}
			}
			act := func() (shown protocoltest.Diagnostics) {
				switch test.method {
				case get:
					shown, _ = provider.Refresh(t.Context(), instance)
				case del:
					_, shown = apply(t, provider, instance, nil)
				default:
					_, shown = apply(t, provider, instance, described())
				}
				return shown
			}
			server.Fail(test.method, test.fault)
			shown := act()
			text := shown.String()
			for _, words := range test.want {
				_, after, found := strings.Cut(text, words)
				if text = after; !found {
					t.Errorf("expected %q in %s", words, shown)
				}
			}
			if shown.Err() == nil || instance.Exists() != (test.method != post) {
				t.Errorf("in state: %t, %s", instance.Exists(), shown)
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
	for name, fault := range map[string]*refapi.Fault{
		"503":         {Status: 503},
		"a gateway":   {Status: 502, Body: "<title>502 Bad Gateway</title>"},
		"broken":      {Drop: true},
		"unreachable": nil,
	} {
		server, provider, instance := start(t)
		apply(t, provider, instance, bare())
		if fault != nil {
			server.Fail(http.MethodGet, *fault)
		} else {
			server.URL = "http://127.0.0.1:1" // Nothing listens on this port.
			provider = impatient(t, server)
		}
		shown, _ := provider.Refresh(t.Context(), instance)
		const before, objects, around, most = 43, 30, 6, 400 // CLIs add progress, a frame and the place of the resource.
		if len(shown) != 1 || before+objects*(protocoltest.Lines("Error", shown[0].Summary, shown[0].Detail)+around) > most {
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
	if shown, err := provider.Refresh(t.Context(), instance); err != nil || len(shown) > 0 || !instance.Exists() {
		t.Fatal(shown, err)
	}
	id := instance.Text("id")
	server.RemoveFailoverBackend(id)
	shown, err := provider.Refresh(t.Context(), instance)
	if err != nil || shown.Err() != nil || instance.Exists() || len(shown) != 1 ||
		!strings.Contains(shown.String(), fmt.Sprintf("The service has no failover backend %q any more", id)) {
		t.Errorf("in state: %t, %s, %v", instance.Exists(), shown, err)
	}
}

// The response to a creation may contain only the id. If the object then cannot be read,
// the object is in state and not tainted.
func TestCreate_unread(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	server.SetResponses(func(a *refapi.Responses) { a.Create, a.ReadLag = refapi.CreateIDAlone, 1000 })
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
	server.SetResponses(func(a *refapi.Responses) { a.Create, a.PatchIgnores = refapi.CreateIDAlone, []string{"description"} })
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if backends := server.FailoverBackends(); r.Method == http.MethodGet && len(backends) > 0 {
			server.ChangeFailoverBackend(backends[0].ID, func(b *refapi.FailoverBackend) { b.Description = "the service's" })
		}
		return nil
	})
	for _, step := range []struct {
		action string
		failed bool
	}{{"create", false}, {"update", true}, {"update", true}} {
		action, shown := apply(t, provider, instance, described())
		if action != step.action || (shown.Err() != nil) != step.failed || len(shown) != 1 || instance.Tainted || !instance.Exists() ||
			!strings.Contains(shown.String(), "The service did not apply description") || !strings.Contains(shown.String(), `at AttributeName("description")`) {
			t.Errorf("%s: tainted %t, %s", action, instance.Tainted, shown)
		}
		if _, err := provider.Refresh(t.Context(), instance); err != nil {
			t.Error(err)
		}
	}
	server.Intercept(nil)
	server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = nil })
	if action, shown := apply(t, provider, instance, described()); action != "update" || len(shown) > 0 || instance.Text("description") != described()["description"] {
		t.Errorf("%s: %s", action, shown)
	}
}

// An update keeps the planned id, URI and creation time in state, even if the response
// contains other values.
func TestUpdate_keepsWhatThePlanHasFixed(t *testing.T) {
	t.Parallel()
	server, provider, instance := start(t)
	apply(t, provider, instance, bare())
	before := protocoltest.PlainObject(instance.State)
	server.Fail(http.MethodPatch, refapi.Fault{Status: http.StatusOK, AfterActing: true, Body: `{"id":"` + instance.Text("id") + `","uri":"https://b.example.com/x",
		"created_at":"2026-01-02T03:04:05.000Z","description":"primary, then standby","metadata":"{\"owner\":\"edge\"}","backends":["bkd_a","bkd_b"]}`})
	action, shown := apply(t, provider, instance, described())
	after := protocoltest.PlainObject(instance.State)
	if action != "update" || len(shown) > 0 || after["uri"] != before["uri"] || after["created_at"] != before["created_at"] {
		t.Errorf("%s: from %v to %v, %s", action, before, after, shown)
	}
}

// If the outcome of a creation is unknown, the error contains an import
// block for the candidate. The request is not retried. With that import
// block, the next apply imports the object.
func TestAccResource_creationUnknown(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	config := server.Config(backendConfig(minimal))
	server.Fail(http.MethodPost, refapi.Fault{Drop: true, AfterActing: true})
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, config)
	output, err := cli.Run(t, "apply", "-auto-approve")
	if err == nil {
		t.Fatal("expected an error")
	}
	backends := server.FailoverBackends()
	if err := server.ExpectWritesNow(create); err != nil || len(backends) != 1 {
		t.Fatalf("the service has %v, %v\n%s", backends, err, output)
	}
	block := regexp.MustCompile(`import \{[^}]*\}`).FindString(strings.NewReplacer("│", "", "NAME", "test").Replace(output))
	if !strings.Contains(block, backends[0].ID) {
		t.Fatalf("expected an import block for %s in\n%s", backends[0].ID, output)
	}
	cli.Configure(t, config+block)
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	acctest.NoError(t, server.ExpectWritesNow())
}
