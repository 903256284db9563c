// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	typeName       = "trafficedge_https_edge_route_oauth"
	address        = typeName + ".test"
	put            = "PUT /edges/https/edge_1/routes/route_1/oauth"
	putSecond      = "PUT /edges/https/edge_1/routes/route_2/oauth"
	provider       = "identity_provider"
	idp1           = "identity_provider.idp_1."
	idp2           = "identity_provider.idp_2."
	deletionPolicy = "deletion_policy"
	oneDomain      = `"email_domains":["example.com"]`
	// destroyed is the module of an operation that destroys it.
	destroyed = ""
)

// must returns a value for a test, which an error ends.
func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func start(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{})
}

func startUndocumented(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{Undocumented: true})
}

// switchedOn returns a provider with undocumented_operations, and without
// retries.
func switchedOn(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	block := server.Block()
	block["undocumented_operations"] = protocoltest.Undocumented(api.AllUndocumented()...)
	block["max_retries"] = tftypes.NewValue(tftypes.Number, 0)
	block["max_retry_wait"] = protocoltest.String("1ms")
	return must(protocoltest.New(t.Context(), block))(t)
}

// again returns the provider of the next run, which knows of no other resource of
// the route.
func again(t *testing.T, protocol *protocoltest.Provider) *protocoltest.Provider {
	t.Helper()
	return must(protocol.Again(t.Context()))(t)
}

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
	protocol := must(protocoltest.New(t.Context(), server.Block()))(t)
	return &life{Instance: protocol.NewInstance(typeName), t: t, server: server, like: protocol}
}

func liveUndocumented(t *testing.T, server *acctest.Server) *life {
	t.Helper()
	module := liveOn(t, server)
	module.like, module.reads = switchedOn(t, server), true
	return module
}

// imports replaces the module by that of the first route.
func (l *life) imports() {
	l.t.Helper()
	var told protocoltest.Diagnostics
	var err error
	if l.Instance, told, err = l.like.Import(l.t.Context(), typeName, "edge_1/route_1"); err != nil || told.Err() != nil {
		l.t.Fatalf("got %v, %s", err, told)
	}
}

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

func serves(expected func(refapi.OAuthModule) bool) check {
	return func(l *life) error { return holdsNow(l.server.API, expected) }
}

func servesSecret(secret string) check {
	return serves(func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret })
}

// holdsNow checks the module that the service has on the first route.
func holdsNow(service *refapi.API, expected func(refapi.OAuthModule) bool) error {
	held, there := service.RouteOAuth("edge_1", "route_1")
	if !there {
		return errors.New("the service holds no module")
	}
	if !expected(held) {
		return fmt.Errorf("the service holds %+v", held)
	}
	return nil
}

func isEnabled(m refapi.OAuthModule) bool { return m.Enabled }

func isDisabled(m refapi.OAuthModule) bool {
	return !m.Enabled && m.Provider.ClientID == "" && m.Provider.ClientSecret == "" && len(m.Provider.Scopes) == 0
}

func (l *life) is(checks ...check) {
	l.t.Helper()
	for _, check := range checks {
		if err := check(l); err != nil {
			l.t.Error(err)
		}
	}
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

func (l *life) planned(run *protocoltest.Provider, module string) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
	l.t.Helper()
	if module == destroyed {
		return run.PlanDestroy(l.t.Context(), l.Instance)
	}
	return run.PlanChange(l.t.Context(), l.Instance, l.change(module))
}

// change returns the change to a module, which may be destroyed unless it says
// otherwise.
func (l *life) change(module string) protocoltest.Change {
	if !strings.Contains(module, deletionPolicy) {
		module = with(module, `"deletion_policy":"DISABLE"`)
	}
	return protocoltest.Change{Config: attributesOf(l.t, l.like, module), Ignored: l.ignored}
}

// plans returns the plan of another run and expects its action.
func (l *life) plans(action protocoltest.Action, module string) (*protocoltest.Provider, *protocoltest.Plan) {
	l.t.Helper()
	run := l.run()
	plan, told, err := l.planned(run, module)
	if err != nil || told.Err() != nil {
		l.t.Fatalf("planning %s: %v, %s", module, err, told)
	}
	if plan.Action != action {
		l.t.Fatalf("the plan for %s is to %s, want %s", module, plan.Action, action)
	}
	return run, plan
}

// applies expects an action, its one request, which only a no-op lacks, and
// nothing to do after it.
func (l *life) applies(action protocoltest.Action, module string, checks ...check) {
	l.t.Helper()
	if action == protocoltest.NoOp {
		l.apply(action, module)
	} else {
		l.apply(action, module, put)
	}
	l.is(checks...)
	l.plans(protocoltest.NoOp, module)
}

// replaces expects a replacement with these requests, and nothing to do after it.
func (l *life) replaces(module string, requests ...string) {
	l.t.Helper()
	l.apply(protocoltest.Replace, module, requests...)
	l.plans(protocoltest.NoOp, module)
}

func (l *life) destroys(requests ...string) {
	l.t.Helper()
	l.apply(protocoltest.Delete, destroyed, requests...)
}

// disables destroys the module, and expects it to be off and without
// credentials.
func (l *life) disables() {
	l.t.Helper()
	l.destroys(put)
	l.is(serves(isDisabled))
}

// apply applies an action, and expects these requests.
func (l *life) apply(action protocoltest.Action, module string, requests ...string) {
	l.t.Helper()
	l.requests(requests, func() {
		run, plan := l.plans(action, module)
		told, err := run.Apply(l.t.Context(), l.Instance, plan)
		if err != nil || told.Err() != nil || l.Tainted || l.Exists() == (action == protocoltest.Delete) {
			l.t.Fatalf("applying %s: %v, %s", module, err, told)
		}
	})
}

// fails expects an error with these words, from the plan or from the apply, and
// returns what it says.
func (l *life) fails(module string, words ...string) protocoltest.Diagnostics {
	l.t.Helper()
	run := l.run()
	plan, told, err := l.planned(run, module)
	if plan != nil && err == nil {
		told, err = run.Apply(l.t.Context(), l.Instance, plan)
	}
	if err != nil || told.Err() == nil || !mentions(told, words...) {
		l.t.Fatalf("expected an error with %q, got %v, %s", words, err, told)
	}
	return told
}

// mentions reports whether diagnostics have words, in this order.
func mentions(told protocoltest.Diagnostics, words ...string) bool {
	return acctest.Message(words...).MatchString(told.String())
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

// withFault injects the fault into every request while of runs.
func (l *life) withFault(fault refapi.Fault, of func()) {
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

// hclOf returns a resource of a name on a route. It may be destroyed unless the
// arguments say otherwise.
func hclOf(name, edge, route, arguments string) string {
	if !strings.Contains(arguments, deletionPolicy) {
		arguments += "\ndeletion_policy = \"DISABLE\""
	}
	return fmt.Sprintf("resource %q %q {\nedge_id = %q\nroute_id = %q\n%s\n}\n", typeName, name, edge, route, arguments)
}

// module returns the resource that [address] names, on the first route.
func module(arguments string) string { return hclOf("test", "edge_1", "route_1", arguments) }

func idp(name, settings string) string {
	return fmt.Sprintf("identity_provider = {\n%s = {\n%s\n}\n}\n", name, settings)
}

const oneDomainOfIdp2 = "identity_provider = {\nidp_2 = {\nemail_domains = [\"example.com\"]\n}\n}\n"
