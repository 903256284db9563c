// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"reflect"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	typeName  = "trafficedge_https_edge_route_oauth"
	address   = typeName + ".test"
	put       = "PUT /edges/https/edge_1/routes/route_1/oauth"
	putSecond = "PUT /edges/https/edge_1/routes/route_2/oauth"
	provider  = "identity_provider"
	idp1      = "identity_provider.idp_1."
	idp2      = "identity_provider.idp_2."
	oneDomain = `"email_domains":["example.com"]`
	// destroyed stands for a configuration without the module, so that
	// the module is destroyed.
	destroyed = ""
)

func start(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{})
}

func startUndocumented(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{Undocumented: true})
}

// switchedOn returns a provider whose undocumented_operations lists all operations. The
// provider does not retry.
func switchedOn(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	block := server.Block()
	block["undocumented_operations"] = api.UndocumentedOperations()
	block["max_retries"] = 0
	block["max_retry_wait"] = "1ms"
	return acctest.Must(protocoltest.New(t.Context(), block))(t)
}

// life is one OAuth module that a provider creates, changes and destroys. A test with a
// life runs no CLI, so it takes milliseconds instead of seconds. In these tests, each
// configuration is written as the request body of a module.
type life struct {
	*protocoltest.Instance

	t           *testing.T
	server      *acctest.Server
	like        *protocoltest.Provider // every run uses a provider with this configuration
	reads       bool                   // whether a refresh may read the module
	ignored     []string               // the attributes in ignore_changes
	createFirst bool                   // create_before_destroy
	sent        refapi.Request         // the last request that the test expected
}

func liveOn(t *testing.T, server *acctest.Server) *life {
	t.Helper()
	protocol := acctest.Must(protocoltest.New(t.Context(), server.Block()))(t)
	return &life{Instance: protocol.NewInstance(typeName), t: t, server: server, like: protocol}
}

func liveUndocumented(t *testing.T, server *acctest.Server) *life {
	t.Helper()
	module := liveOn(t, server)
	module.like, module.reads = switchedOn(t, server), true
	return module
}

// importModule imports the module of the first route and replaces the
// instance with the imported instance.
func (l *life) importModule() {
	l.t.Helper()
	var diags protocoltest.Diagnostics
	var err error
	if l.Instance, diags, err = l.like.Import(l.t.Context(), typeName, "edge_1/route_1"); err != nil || diags.Err() != nil {
		l.t.Fatalf("got %v, %s", err, diags)
	}
}

func (l *life) expect(checks ...check) {
	l.t.Helper()
	for _, check := range checks {
		if err := check(l); err != nil {
			l.t.Error(err)
		}
	}
}

// run starts another run: it refreshes the module with a new provider, and returns this
// provider.
func (l *life) run() *protocoltest.Provider {
	l.t.Helper()
	next := acctest.Must(l.like.Again(l.t.Context()))(l.t)
	if diags, err := next.Refresh(l.t.Context(), l.Instance); err != nil || diags.Err() != nil {
		l.t.Fatalf("refreshing: %v, %s", err, diags)
	}
	return next
}

func (l *life) tryPlan(run *protocoltest.Provider, module string) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
	l.t.Helper()
	if module == destroyed {
		return run.PlanDestroy(l.t.Context(), l.Instance)
	}
	return run.PlanChange(l.t.Context(), l.Instance, l.change(module))
}

// change returns the change that configures the given module.
func (l *life) change(module string) protocoltest.Change {
	return protocoltest.Change{Config: attributesOf(l.t, l.like, module), Ignored: l.ignored, CreateFirst: l.createFirst}
}

// plan plans the given module in a new run, and expects the given action.
func (l *life) plan(action protocoltest.Action, module string) (*protocoltest.Provider, *protocoltest.Plan) {
	l.t.Helper()
	run := l.run()
	plan, diags, err := l.tryPlan(run, module)
	if err != nil || diags.Err() != nil || len(diags.Long()) > 0 {
		l.t.Fatalf("planning %s: %v, %s", module, err, diags)
	}
	if plan.Action != action {
		l.t.Fatalf("the plan for %s is to %s, want %s", module, plan.Action, action)
	}
	return run, plan
}

// apply applies a module and expects the given action. It expects one request, or no
// request for a no-op. Afterwards it expects an empty plan.
func (l *life) apply(action protocoltest.Action, module string, checks ...check) {
	l.t.Helper()
	if action == protocoltest.NoOp {
		l.applyWith(action, module)
	} else {
		l.applyWith(action, module, put)
	}
	l.expect(checks...)
	l.plan(protocoltest.NoOp, module)
}

// destroy destroys the module. It expects no request, and the same module on the service.
func (l *life) destroy() {
	l.t.Helper()
	before, _ := l.server.RouteOAuth("edge_1", "route_1")
	l.applyWith(protocoltest.Delete, destroyed)
	l.expect(serves(func(m refapi.OAuthModule) bool { return reflect.DeepEqual(m, before) }))
}

// applyWith applies a module, and expects the given action and requests.
func (l *life) applyWith(action protocoltest.Action, module string, requests ...string) {
	l.t.Helper()
	l.expectRequests(requests, func() {
		run, plan := l.plan(action, module)
		diags, err := run.Apply(l.t.Context(), l.Instance, plan)
		if err != nil || diags.Err() != nil || l.Tainted || l.Exists() == (action == protocoltest.Delete) {
			l.t.Fatalf("applying %s: %v, %s", module, err, diags)
		}
	})
}

// expectError expects an error from the plan or the apply. The error must contain the
// given words.
func (l *life) expectError(module string, words ...string) protocoltest.Diagnostics {
	l.t.Helper()
	run := l.run()
	plan, diags, err := l.tryPlan(run, module)
	if plan != nil && err == nil {
		diags, err = run.Apply(l.t.Context(), l.Instance, plan)
	}
	if err != nil || diags.Err() == nil || !mentions(diags, words...) {
		l.t.Fatalf("expected an error with %q, got %v, %s", words, err, diags)
	}
	return diags
}

// expectRequests expects that the function "of" sends exactly the given requests. If a
// refresh may read the module, expectRequests ignores reads.
func (l *life) expectRequests(expected []string, of func()) {
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

// withFault injects the fault into every request that the function "of" causes.
func (l *life) withFault(fault refapi.Fault, of func()) {
	l.t.Helper()
	l.server.Intercept(func(refapi.Request) *refapi.Fault { return &fault })
	defer l.server.Intercept(nil)
	of()
}
