// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// impatient returns a provider that gives up soon.
func impatient(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	block := server.Block()
	block["max_retries"] = tftypes.NewValue(tftypes.Number, 2)
	block["max_retry_wait"] = protocoltest.String("5ms")
	provider, err := protocoltest.New(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

// apply plans and applies arguments, or the end of the instance if there are none.
func apply(t *testing.T, provider *protocoltest.Provider, instance *protocoltest.Instance, arguments map[string]any) (string, protocoltest.Diagnostics) {
	t.Helper()
	plan, said, err := provider.PlanDestroy(t.Context(), instance)
	if arguments != nil {
		plan, said, err = provider.Plan(t.Context(), instance, provider.Config(typeName, arguments))
	}
	if plan == nil {
		t.Fatal(said, err)
	}
	more, err := provider.Apply(t.Context(), instance, plan)
	if err != nil {
		t.Fatal(more, err)
	}
	return fmt.Sprint(plan.Action), append(said, more...)
}

// always is more often than anything is sent.
const always = 1000

// on strikes the first requests of a method.
func on(method string, fault refapi.Fault, times int64) refapi.Hook {
	var seen atomic.Int64
	return func(r refapi.Request) *refapi.Fault {
		if r.Method != method || seen.Add(1) > times {
			return nil
		}
		return &fault
	}
}

func bare() map[string]any { return map[string]any{"backends": []string{"bkd_a", "bkd_b"}} }

func described() map[string]any {
	return map[string]any{"backends": []string{"bkd_a", "bkd_b"}, "description": "primary, then standby", "metadata": `{"owner":"edge"}`}
}

// A failure says what failed and what to do, and state keeps an object until the
// service has given it up. What may be repeated is.
func TestFaults(t *testing.T) {
	t.Parallel()
	const post, get, patch, del = http.MethodPost, http.MethodGet, http.MethodPatch, http.MethodDelete
	for name, test := range map[string]struct {
		method   string
		fault    refapi.Fault
		times    int64 // that the fault strikes
		requests int
		says     []string // nil for success
	}{
		"create, 409":     {post, refapi.Fault{Status: 409, Body: `{"error_code":"ERR_7","msg":"quota reached"}`}, always, 1, []string{"Could not create failover backend", "quota reached", "409 Conflict, code ERR_7"}},
		"create, element": {post, refapi.Fault{Status: 422, Body: `{"detail":"bad","errors":[{"pointer":"/backends/1","detail":"no such backend"}]}`}, always, 1, []string{"Could not create failover backend", "no such backend", `at AttributeName("backends")`}},
		"create, later":   {post, refapi.Fault{Status: 429, Header: http.Header{"Retry-After": {"0"}}}, 2, 3, nil},
		"read, 500":       {get, refapi.Fault{Status: 500}, always, 3, []string{"Could not read failover backend", "500 Internal Server Error at attempt 3"}},
		"read, half":      {get, refapi.Fault{Truncate: true}, always, 3, []string{"Could not read failover backend", "broke off"}},
		"read, another":   {get, refapi.Fault{Status: 200, Body: `{"id":"another"}`}, always, 1, []string{"Could not read failover backend", "describes another object"}},
		"read, later":     {get, refapi.Fault{Status: 502}, 2, 3, nil},
		"read, page":      {get, refapi.Fault{Status: 404, Body: "<html>not found</html>"}, always, 1, []string{"Could not read failover backend", "404 Not Found"}},
		"update, field":   {patch, refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/description","detail":"too rude"}]}`}, always, 1, []string{"Could not update failover backend", "too rude", `at AttributeName("description")`}},
		"update, done":    {patch, refapi.Fault{Status: 502, Body: "<title>oops</title>", AfterActing: true}, always, 3, []string{"Could not update failover backend", "oops"}},
		"update, later":   {patch, refapi.Fault{Status: 429, Header: http.Header{"Retry-After": {"0"}}}, 2, 3, nil},
		"delete, 409":     {del, refapi.Fault{Status: 409, Body: `{"detail":"still in use"}`}, always, 1, []string{"Could not delete failover backend", "still in use", "409 Conflict"}},
		"delete, gone":    {del, refapi.Fault{Status: 404, AfterActing: true}, always, 1, nil},
		"delete, page":    {del, refapi.Fault{Status: 404, Body: "<html>not found</html>"}, always, 1, []string{"Could not delete failover backend", "404 Not Found"}},
		"delete, kept":    {del, refapi.Fault{Status: 404}, always, 1, []string{"Could not delete failover backend", "404 Not Found"}},
		"delete, later":   {del, refapi.Fault{Drop: true, AfterActing: true}, 2, 3, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			provider := impatient(t, server)
			instance := provider.NewInstance(typeName)
			if test.method != post {
				if _, said := apply(t, provider, instance, bare()); len(said) > 0 {
					t.Fatal(said)
				}
			}
			act := func() (said protocoltest.Diagnostics) {
				switch test.method {
				case get:
					said, _ = provider.Refresh(t.Context(), instance)
				case del:
					_, said = apply(t, provider, instance, nil)
				default:
					_, said = apply(t, provider, instance, described())
				}
				return said
			}
			server.Intercept(on(test.method, test.fault, test.times))
			said := act()
			text := said.String()
			for _, words := range test.says {
				_, after, found := strings.Cut(text, words)
				if text = after; !found {
					t.Errorf("expected %q in %s", words, said)
				}
			}
			failed := len(test.says) > 0
			exists := test.method == get || test.method == patch || (test.method == post) != failed
			if (said.Err() != nil) != failed || instance.Exists() != exists || !failed && len(said) > 0 {
				t.Errorf("in state: %t, %s", instance.Exists(), said)
			}
			sent := 0
			for _, request := range server.Requests() {
				if request.Method == test.method && (test.method != get || !strings.HasSuffix(request.Path, "/failover")) {
					sent++
				}
			}
			if sent != test.requests {
				t.Errorf("sent %d requests, want %d", sent, test.requests)
			}
			server.Intercept(nil)
			if failed {
				if said := act(); len(said) > 0 {
					t.Errorf("without the fault: %s", said)
				}
			}
		})
	}
}

// A young failover backend may show late. What the service says is gone leaves
// state, with a warning that names it.
func TestRead_gone(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	provider := impatient(t, server)
	instance := provider.NewInstance(typeName)
	server.Answer(func(a *refapi.Answers) { a.ReadLag = 2 })
	apply(t, provider, instance, bare())
	if said, err := provider.Refresh(t.Context(), instance); err != nil || len(said) > 0 || !instance.Exists() {
		t.Fatal(said, err)
	}
	id := instance.Text("id")
	server.RemoveFailoverBackend(id)
	said, err := provider.Refresh(t.Context(), instance)
	if err != nil || said.Err() != nil || instance.Exists() || len(said) != 1 ||
		!strings.Contains(said.String(), fmt.Sprintf("The service has no failover backend %q any more", id)) {
		t.Errorf("in state: %t, %s, %v", instance.Exists(), said, err)
	}
}

// After a creation of unknown outcome the error names every candidate, says if the
// search failed, and leaves nothing in state. Nothing is sent again.
func TestCreate_unknown(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault refapi.Fault
		made  int
	}{
		"no response":  {refapi.Fault{Drop: true, AfterActing: true}, 1},
		"nothing made": {refapi.Fault{Status: http.StatusBadGateway}, 0},
	} {
		for list, answer := range map[string]*refapi.Fault{
			"whole": nil, "empty": {Status: 200, Body: `{"backends":[]}`}, "refused": {Status: 403, Body: `{"detail":"no listing for you"}`},
		} {
			t.Run(name+"/"+list, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{})
				server.AddFailoverBackend(refapi.FailoverBackend{ID: "twin", Backends: []string{"bkd_a", "bkd_b"}, CreatedAt: "2020-01-01T00:00:00Z"})
				server.Intercept(func(r refapi.Request) *refapi.Fault {
					if r.Method == http.MethodPost {
						return &test.fault
					}
					return answer
				})
				provider := impatient(t, server)
				instance := provider.NewInstance(typeName)
				_, said := apply(t, provider, instance, bare())
				want := []string{"Could not tell whether a failover backend was created", "in the Troubleshooting guide"}
				made := server.FailoverBackends()[1:]
				switch {
				case list == "refused":
					want = append(want, "could not be searched to its end", "no listing for you")
				case list == "whole" && len(made) > 0:
					want = append(want, fmt.Sprintf("id = %q", made[0].ID))
				default:
					want = append(want, "trafficedge_failover_backends")
					if len(said.Long()) > 0 {
						t.Errorf("too long: %s", said)
					}
				}
				for _, words := range want {
					if !strings.Contains(said.String(), words) {
						t.Errorf("expected %q in %s", words, said)
					}
				}
				if len(made) != test.made || said.Err() == nil || instance.Exists() || strings.Contains(said.String(), "twin") {
					t.Errorf("made %v, in state: %t, %s", made, instance.Exists(), said)
				}
				if err := server.ExpectWritesNow(create); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// An error names so many candidates that a screen holds them, and counts the rest.
func TestCreate_manyCandidates(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	for range 22 {
		server.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"bkd_a", "bkd_b"}})
	}
	server.Intercept(on(http.MethodPost, refapi.Fault{Drop: true}, always))
	provider := impatient(t, server)
	_, said := apply(t, provider, provider.NewInstance(typeName), bare())
	if named := strings.Count(said.String(), "import {"); named != 20 || !strings.Contains(said.String(), "There are 2 more, all created earlier.") {
		t.Errorf("named %d: %s", named, said)
	}
}

// One that its answer only names is in state untainted, although it cannot be read.
func TestCreate_unread(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.Answer(func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateIDAlone, always })
	provider := impatient(t, server)
	instance := provider.NewInstance(typeName)
	_, said := apply(t, provider, instance, bare())
	if made := server.FailoverBackends(); len(made) != 1 || instance.Text("id") != made[0].ID || instance.Tainted || said.Err() != nil || len(said) != 1 ||
		!strings.Contains(said.String(), "but could not read it") {
		t.Errorf("made %v, tainted %t, %s", made, instance.Tainted, said)
	}
}

// A setting that is not applied is a warning at a creation and an error at an update.
// The next plan shows the difference.
func TestNotApplied(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.Answer(func(a *refapi.Answers) { a.Create, a.PatchIgnores = refapi.CreateIDAlone, []string{"description"} })
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if backends := server.FailoverBackends(); r.Method == http.MethodGet && len(backends) > 0 {
			server.ChangeFailoverBackend(backends[0].ID, func(b *refapi.FailoverBackend) { b.Description = "the service's" })
		}
		return nil
	})
	provider := impatient(t, server)
	instance := provider.NewInstance(typeName)
	for _, step := range []struct {
		action string
		failed bool
	}{{"create", false}, {"update", true}, {"update", true}} {
		action, said := apply(t, provider, instance, described())
		if action != step.action || (said.Err() != nil) != step.failed || len(said) != 1 || instance.Tainted || !instance.Exists() ||
			!strings.Contains(said.String(), "The service did not apply description") || !strings.Contains(said.String(), `at AttributeName("description")`) {
			t.Errorf("%s: tainted %t, %s", action, instance.Tainted, said)
		}
		if _, err := provider.Refresh(t.Context(), instance); err != nil {
			t.Error(err)
		}
	}
	server.Intercept(nil)
	server.Answer(func(a *refapi.Answers) { a.PatchIgnores = nil })
	if action, said := apply(t, provider, instance, described()); action != "update" || len(said) > 0 || instance.Text("description") != described()["description"] {
		t.Errorf("%s: %s", action, said)
	}
}

// A change is one request where the answer is the whole object, and two otherwise.
func TestUpdate_patchAnswers(t *testing.T) {
	t.Parallel()
	for answer, requests := range map[refapi.PatchAnswer][]string{
		refapi.PatchWhole: {update}, refapi.PatchNoContent: {update, read}, refapi.PatchEmpty: {update, read}, refapi.PatchOtherShape: {update, read},
	} {
		server := acctest.Start(t, refapi.Options{})
		server.Answer(func(a *refapi.Answers) { a.Patch, a.PatchClearsOmitted = answer, true })
		provider := impatient(t, server)
		instance := provider.NewInstance(typeName)
		apply(t, provider, instance, described())
		server.ResetRequests()
		if _, said := apply(t, provider, instance, bare()); len(said) > 0 || protocoltest.PlainObject(instance.State)["description"] != nil {
			t.Errorf("%d: state %s, %s", answer, instance.State, said)
		}
		if err := server.ExpectRequestsNow(requests...); err != nil {
			t.Errorf("%d: %v", answer, err)
		}
	}
}

// An update leaves in state what the plan has fixed, whatever the response writes there.
func TestUpdate_keepsWhatThePlanHasFixed(t *testing.T) {
	t.Parallel()
	for name, isRead := range map[string]bool{"other uri and created_at": true, "neither in state": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			provider := impatient(t, server)
			instance := provider.NewInstance(typeName)
			if !isRead {
				server.Answer(func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateIDAlone, always })
			}
			apply(t, provider, instance, bare())
			before, id := protocoltest.PlainObject(instance.State), instance.Text("id")
			server.Intercept(on(http.MethodPatch, refapi.Fault{Status: http.StatusOK, AfterActing: true, Body: `{"id":"` + id + `","uri":"https://b.example.com/x",
				"created_at":"2026-01-02T03:04:05.000Z","description":"primary, then standby","metadata":"{\"owner\":\"edge\"}","backends":["bkd_a","bkd_b"]}`}, always))
			action, said := apply(t, provider, instance, described())
			after := protocoltest.PlainObject(instance.State)
			if action != "update" || len(said) > 0 || after["uri"] != before["uri"] || after["created_at"] != before["created_at"] {
				t.Errorf("%s: from %v to %v, %s", action, before, after, said)
			}
		})
	}
}

// Unset members, in any of their forms, stay as they are configured.
func TestUnsetAnswers(t *testing.T) {
	t.Parallel()
	for _, unset := range []refapi.UnsetAnswer{refapi.UnsetNull, refapi.UnsetEmpty, refapi.UnsetAbsent} {
		server := acctest.Start(t, refapi.Options{})
		server.Answer(func(a *refapi.Answers) { a.Unset = unset })
		provider := impatient(t, server)
		instance := provider.NewInstance(typeName)
		for _, arguments := range []map[string]any{bare(), {"backends": []string{}, "description": ""}, {"backends": []string{}, "metadata": ""}} {
			_, said := apply(t, provider, instance, arguments)
			told, err := provider.Refresh(t.Context(), instance)
			action, more := apply(t, provider, instance, arguments)
			if len(said)+len(told)+len(more) > 0 || err != nil || action != "no-op" {
				t.Errorf("%d, %v: then %s, %s%s%s%v", unset, arguments, action, said, told, more, err)
			}
		}
	}
}

// After a creation of unknown outcome the error names every candidate, with the
// block that imports it. Nothing is sent again.
func TestAccResource_creationUnknown(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	config := server.Config(backendConfig(minimal))
	server.Intercept(on(http.MethodPost, refapi.Fault{Drop: true, AfterActing: true}, always))
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, config)
	output, err := cli.Run(t, "apply", "-auto-approve")
	if err == nil {
		t.Fatal("expected an error")
	}
	backends := server.FailoverBackends()
	if err := server.ExpectWritesNow(create); err != nil || len(backends) != 1 {
		t.Fatalf("the service holds %v, %v\n%s", backends, err, output)
	}
	block := regexp.MustCompile(`import \{[^}]*\}`).FindString(strings.NewReplacer("│", "", "NAME", "test").Replace(output))
	if !strings.Contains(block, backends[0].ID) {
		t.Fatalf("expected an import block for %s in\n%s", backends[0].ID, output)
	}
	cli.Configure(t, config+block)
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	if err := server.ExpectWritesNow(); err != nil {
		t.Error(err)
	}
}
