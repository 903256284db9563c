// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// start starts a service, and returns a failover backend that is not in state. Its provider
// retries only twice, and waits only milliseconds before a retry.
func start(t *testing.T, options refapi.Options) *acctest.Resource {
	t.Helper()
	return acctest.Start(t, options).NewResource(t, typeName, map[string]any{"max_retries": 2, "max_retry_wait": "5ms"})
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
			refapi.Fault{Status: 502, Body: "<title>oops</title>"}, []string{"Could not update failover backend", "oops"},
		},
		http.MethodDelete: {
			refapi.Fault{Status: 409, Body: `{"detail":"still in use"}`},
			[]string{"Could not delete failover backend", "still in use", "409 Conflict"},
		},
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			backend := start(t, refapi.Options{})
			action, changed := protocoltest.Create, described()
			if method != http.MethodPost {
				backend.MustApply(protocoltest.Create, bare(), "POST /backends/failover")
				action = protocoltest.Update
			}
			if method == http.MethodDelete {
				action, changed = protocoltest.Delete, nil
			}
			before := backend.State
			act := func() protocoltest.Diagnostics {
				if method == http.MethodGet {
					return backend.Refresh()
				}
				return backend.Apply(action, changed)
			}
			backend.Server.Fail(method, test.fault)
			if shown := act(); shown.Err() == nil || !acctest.Message(test.want...).MatchString(shown.String()) || !backend.State.Equal(before) {
				t.Errorf("expected %q, got %s and %s in state", test.want, shown, backend.State)
			}
			backend.Server.Intercept(nil)
			if shown := act(); len(shown) > 0 {
				t.Errorf("without the fault: %s", shown)
			}
		})
	}
}

// During an outage, a CLI prints at most 400 lines for the errors of 30 objects.
func TestFaults_outageIsShort(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	backend.Apply(protocoltest.Create, bare())
	reachable := backend.Provider
	nobody := &acctest.Server{URL: "http://127.0.0.1:1"} // Nothing listens on this port.
	unreachable := nobody.NewResource(t, typeName, map[string]any{"max_retries": 2, "max_retry_wait": "5ms"}).Provider
	for name, fault := range map[string]refapi.Fault{
		"503":         {Status: 503},
		"a gateway":   {Status: 502, Body: "<title>502 Bad Gateway</title>"},
		"broken":      {Drop: true},
		"unreachable": {},
	} {
		if backend.Provider = reachable; name == "unreachable" {
			backend.Provider = unreachable
		}
		backend.Server.Fail(http.MethodGet, fault)
		shown := backend.Refresh()
		const before, objects, around, most = 43, 30, 6, 400 // CLIs add progress, a frame and the place of the resource.
		if len(shown) != 1 || before+objects*(protocoltest.Lines("Error: "+shown[0].Summary+"\n\n"+shown[0].Detail)+around) > most {
			t.Errorf("%s: got %s", name, shown)
		}
	}
}

// A young failover backend that the service does not show yet stays in
// state, even if created_at goes by another clock. A failover backend that
// the service has deleted is removed from state, with a warning that names
// the backend.
func TestRead_gone(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{CreatedAtOffset: -2 * time.Minute})
	backend.Server.SetResponses(func(a *refapi.Responses) { a.ReadLag = time.Second })
	backend.Apply(protocoltest.Create, bare())
	if shown := backend.Refresh(); len(shown) > 0 || !backend.Exists() {
		t.Fatal(shown)
	}
	id := backend.Text("id")
	backend.Server.ChangeFailoverBackend(id, func(b *refapi.FailoverBackend) { b.CreatedAt = created })
	backend.Forgetful = true // Private state has the time of the creation too. The backend is no longer young.
	acctest.NoError(t, backend.Refresh().Err())
	backend.Server.RemoveFailoverBackend(id)
	shown := backend.Refresh()
	want := fmt.Sprintf("WARNING: The service has no such object any more\nThe failover backend %q is removed from state", id)
	if len(shown) != 1 || backend.Exists() || !strings.HasPrefix(shown.String(), want) {
		t.Errorf("in state: %t, %s", backend.Exists(), shown)
	}
}

// The response to a creation may contain only the id. If the object then cannot be read,
// the object is in state and not tainted.
func TestCreate_unread(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	backend.Server.SetResponses(func(a *refapi.Responses) { a.CreateIDAlone = true })
	backend.Server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
	shown := backend.Apply(protocoltest.Create, bare())
	if made := backend.Server.FailoverBackends(); len(made) != 1 || backend.Text("id") != made[0].ID || backend.Tainted || shown.Err() != nil ||
		len(shown) != 1 || !strings.HasPrefix(shown.String(), "WARNING: Created an object, but could not read it\n") {
		t.Errorf("made %v, tainted %t, %s", made, backend.Tainted, shown)
	}
}

// If the service does not apply a setting, a creation shows a warning and an update shows
// an error. The next plan shows the difference.
func TestNotApplied(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	created := backend.Server.AddFailoverBackend(refapi.FailoverBackend{
		Description: "the service's", Metadata: `{"owner":"edge"}`, Backends: []string{"bkd_a", "bkd_b"},
	})
	backend.Server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: fmt.Sprintf(`{"id":%q}`, created.ID)})
	backend.Server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = []string{"description"} })
	for _, want := range []struct {
		action   protocoltest.Action
		severity string
	}{{protocoltest.Create, "WARNING"}, {protocoltest.Update, "ERROR"}, {protocoltest.Update, "ERROR"}} {
		shown := backend.Apply(want.action, described())
		cause := map[string]string{"ERROR": "The service responded with a success status, but its value differs from the configuration"}[want.severity]
		text := acctest.Message(want.severity+": The service did not apply description", cause, `at AttributeName("description")`)
		if len(shown) != 1 || backend.Tainted || !text.MatchString(shown.String()) {
			t.Errorf("%s: tainted %t, %s", want.action, backend.Tainted, shown)
		}
	}
	backend.Server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = nil })
	backend.MustApply(protocoltest.Update, described(), "PATCH /backends/failover/*")
	if backend.Text("description") != described()["description"] {
		t.Errorf("state has %s", backend.State)
	}
}

// CLIs require the planned id, URI and creation time in state, whatever the response to an update contains.
func TestUpdate_keepsWhatThePlanHasFixed(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	backend.Apply(protocoltest.Create, described())
	backend.Server.Fail(http.MethodPatch, refapi.Fault{Status: http.StatusOK, Body: fmt.Sprintf(`{"id":%q,"uri":"https://b.example.com/x",
		"created_at":"2026-01-02T03:04:05.000Z","description":null,"metadata":null,"backends":["bkd_a","bkd_b"]}`, backend.Text("id"))})
	if shown := backend.Apply(protocoltest.Update, bare()); len(shown) > 0 {
		t.Errorf("an update shows %s", shown)
	}
}

// A service may respond to an update without the object, and still show the former settings. The provider then
// repeats the read.
func TestUpdate_readsUntilApplied(t *testing.T) {
	t.Parallel()
	backend := start(t, refapi.Options{})
	backend.Apply(protocoltest.Create, bare())
	backend.Server.SetResponses(func(a *refapi.Responses) { a.Patch = refapi.PatchNoContent })
	last := ""
	backend.Server.Intercept(func(r refapi.Request) (fault *refapi.Fault) {
		if last == http.MethodPatch {
			fault = &refapi.Fault{Status: http.StatusOK, Body: fmt.Sprintf(`{"id":%q,"description":null}`, backend.Text("id"))}
		}
		last = r.Method
		return fault
	})
	backend.MustApply(protocoltest.Update, described(), "PATCH /backends/failover/*")
}
