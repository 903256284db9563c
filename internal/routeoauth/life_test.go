// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// life is one OAuth module that a provider creates, changes and destroys without
// a CLI, in milliseconds instead of seconds. Modules are given as they would be
// sent.
type life struct {
	*protocoltest.Instance

	t       *testing.T
	server  *acctest.Server
	like    *protocoltest.Provider // has the configuration of every run's provider
	reads   bool                   // whether a refresh may read the module
	ignored []string               // the attributes in ignore_changes
	sent    refapi.Request         // the last request that was expected
}

func liveOn(t *testing.T, server *acctest.Server) *life {
	t.Helper()
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &life{Instance: protocol.NewInstance(typeName), t: t, server: server, like: protocol}
}

// liveUndocumented is liveOn with undocumented_operations switched on.
func liveUndocumented(t *testing.T, server *acctest.Server) *life {
	t.Helper()
	protocol := switchedOn(t, server)
	return &life{Instance: protocol.NewInstance(typeName), t: t, server: server, like: protocol, reads: true}
}

// A module may be destroyed unless a test says otherwise.
const (
	deletionPolicy = "deletion_policy"
	disabling      = `"deletion_policy":"DISABLE"`
)

// check looks at a module after an apply.
type check func(*life) error

// has checks an attribute of state, given by its path with dots. The elements of
// a set are sorted.
func has(attribute string, want any) check {
	return func(l *life) error {
		var got any = protocoltest.PlainObject(l.State)
		for name := range strings.SplitSeq(attribute, ".") {
			object, _ := got.(map[string]any)
			got = object[name]
		}
		if object, isObject := got.(map[string]any); isObject && object == nil {
			got = nil
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s is %#v in state, want %#v", attribute, got, want)
		}
		return nil
	}
}

// serves checks the module that the service has.
func serves(expected func(refapi.OAuthModule) bool) check {
	return func(l *life) error { return holdsNow(l.server.API, expected) }
}

func servesSecret(secret string) check {
	return serves(func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret })
}

// run returns the provider of another run, which has refreshed the module.
func (l *life) run() *protocoltest.Provider {
	l.t.Helper()
	next := again(l.t, l.like)
	if told, err := next.Refresh(l.t.Context(), l.Instance); err != nil || told.Err() != nil {
		l.t.Fatalf("refreshing: %v, %s", err, told)
	}
	return next
}

// plans returns the plan of another run and expects its action.
func (l *life) plans(action protocoltest.Action, module string) (*protocoltest.Provider, *protocoltest.Plan) {
	l.t.Helper()
	run := l.run()
	plan, told, err := run.PlanChange(l.t.Context(), l.Instance, l.change(module))
	if err != nil || told.Err() != nil {
		l.t.Fatalf("planning %s: %v, %s", module, err, told)
	}
	if plan.Action != action {
		l.t.Fatalf("the plan for %s is to %s, want %s", module, plan.Action, action)
	}
	return run, plan
}

// change returns the change to a module.
func (l *life) change(module string) protocoltest.Change {
	if !strings.Contains(module, deletionPolicy) {
		module = with(module, disabling)
	}
	return protocoltest.Change{Config: attributesOf(l.t, l.like, module), Ignored: l.ignored}
}

// applies expects an action, its one request, which only a no-op lacks, and
// nothing to do after it.
func (l *life) applies(action protocoltest.Action, module string, checks ...check) {
	l.t.Helper()
	l.appliesOnly(action, module, checks...)
	l.plans(protocoltest.NoOp, module)
}

// appliesOnly is applies without looking at the next plan.
func (l *life) appliesOnly(action protocoltest.Action, module string, checks ...check) {
	l.t.Helper()
	requests := []string{put}
	if action == protocoltest.NoOp {
		requests = nil
	}
	l.carriesOut(action, module, requests)
	for _, check := range checks {
		if err := check(l); err != nil {
			l.t.Errorf("after %s: %v", module, err)
		}
	}
}

// replaces expects a replacement with these requests, and nothing to do after it.
func (l *life) replaces(module string, requests ...string) {
	l.t.Helper()
	l.carriesOut(protocoltest.Replace, module, requests)
	l.plans(protocoltest.NoOp, module)
}

func (l *life) carriesOut(action protocoltest.Action, module string, requests []string) {
	l.t.Helper()
	l.requests(requests, func() {
		run, plan := l.plans(action, module)
		if told, err := run.Apply(l.t.Context(), l.Instance, plan); err != nil || told.Err() != nil || l.Tainted {
			l.t.Fatalf("applying %s: %v, %s", module, err, told)
		}
	})
}

// fails expects an error with these words, from the plan or from the apply.
func (l *life) fails(module string, words ...string) {
	l.t.Helper()
	run := l.run()
	plan, told, err := run.PlanChange(l.t.Context(), l.Instance, l.change(module))
	l.failsAs(run, plan, told, err, words)
}

// failsToDestroy is fails for a destroy, and returns what it says.
func (l *life) failsToDestroy(words ...string) protocoltest.Diagnostics {
	l.t.Helper()
	run := l.run()
	plan, told, err := run.PlanDestroy(l.t.Context(), l.Instance)
	return l.failsAs(run, plan, told, err, words)
}

func (l *life) failsAs(run *protocoltest.Provider, plan *protocoltest.Plan, told protocoltest.Diagnostics, err error, words []string) protocoltest.Diagnostics {
	l.t.Helper()
	if plan != nil && err == nil {
		told, err = run.Apply(l.t.Context(), l.Instance, plan)
	}
	if err != nil || told.Err() == nil || !mentions(told, words...) {
		l.t.Fatalf("expected an error with %q, got %v, %s", words, err, told)
	}
	return told
}

// destroys expects these requests.
func (l *life) destroys(requests ...string) {
	l.t.Helper()
	l.requests(requests, func() {
		run := l.run()
		plan, told, err := run.PlanDestroy(l.t.Context(), l.Instance)
		if err != nil || told.Err() != nil {
			l.t.Fatalf("planning to destroy: %v, %s", err, told)
		}
		if told, err = run.Apply(l.t.Context(), l.Instance, plan); err != nil || told.Err() != nil || l.Exists() {
			l.t.Fatalf("destroying: %v, %s", err, told)
		}
	})
}

// disables destroys the module, and expects it to be off and without
// credentials.
func (l *life) disables() {
	l.t.Helper()
	l.destroys(put)
	if err := holdsNow(l.server.API, isDisabled); err != nil {
		l.t.Error(err)
	}
}

// requests expects these requests. It does not count reads if a refresh makes
// some.
func (l *life) requests(expected []string, of func()) {
	l.t.Helper()
	l.server.ResetRequests()
	of()
	if made := l.server.Requests(); len(made) > 0 {
		l.sent = made[len(made)-1]
	}
	compare := l.server.ExpectRequestsNow
	if l.reads {
		compare = l.server.ExpectWritesNow
	}
	if err := compare(expected...); err != nil {
		l.t.Error(err)
	}
}

// meeting injects the fault into every request while of runs.
func (l *life) meeting(fault refapi.Fault, of func()) {
	l.t.Helper()
	l.server.Intercept(func(refapi.Request) *refapi.Fault { return &fault })
	defer l.server.Intercept(nil)
	of()
}

// with returns a module with one more member, which is given as JSON.
func with(module, member string) string {
	return strings.TrimSuffix(module, "}") + "," + member + "}"
}

// idpWith returns a module with an identity provider and nothing else.
func idpWith(name string, settings ...string) string {
	return fmt.Sprintf(`{"provider":{%q:{%s}}}`, name, strings.Join(settings, ","))
}

// hidden and plain return the settings of an app with a write-only secret and with a
// stored one, which let in one domain.
func hidden(secret, version, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret_wo":%q,"client_secret_wo_version":%q,"email_domains":[%q]`, secret, version, domain)
}

func plain(secret, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret":%q,"email_domains":[%q]`, secret, domain)
}
