// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	typeName  = "trafficedge_https_edge_route_oauth"
	address   = typeName + ".test"
	put       = "PUT /edges/https/edge_1/routes/route_1/oauth"
	provider  = "identity_provider"
	idp1      = "identity_provider.idp_1."
	idp2      = "identity_provider.idp_2."
	oneDomain = `"email_domains":["example.com"]`
	destroyed = "" // a configuration without the module
)

// life is one OAuth module that a provider creates, changes and destroys, without a CLI. Each
// configuration is written as the request body of a module.
type life struct {
	*protocoltest.Instance
	*testing.T

	server  *acctest.Server
	like    *protocoltest.Provider // every run uses a provider with this configuration
	ignored []string               // the attributes in ignore_changes
	sent    refapi.Request         // the last request of the last apply
}

// live starts a service. The provider uses its undocumented operations, if it offers them.
func live(t *testing.T, options refapi.Options) *life {
	t.Helper()
	server := acctest.Start(t, options)
	block := server.Block()
	block["max_retries"] = 0
	if options.Undocumented {
		block["undocumented_operations"] = api.UndocumentedOperations()
	}
	protocol := acctest.Must(protocoltest.New(t.Context(), block))(t)
	return &life{Instance: protocol.NewInstance(typeName), T: t, server: server, like: protocol}
}

// configured returns a provider without undocumented operations.
func configured(t *testing.T, url string) *protocoltest.Provider {
	t.Helper()
	return acctest.Must(protocoltest.New(t.Context(), map[string]any{"base_url": url}))(t)
}

func (l *life) importModule() protocoltest.Diagnostics {
	l.Helper()
	imported, diags, err := l.like.Import(l.Context(), typeName, "edge_1/route_1")
	acctest.NoError(l, err, diags.Err())
	l.Instance = imported
	return diags
}

// tryPlan starts another run: it refreshes the module with a new provider, and plans.
func (l *life) tryPlan(module string) (*protocoltest.Plan, protocoltest.Diagnostics) {
	l.Helper()
	run := acctest.Must(l.like.Again(l.Context()))(l)
	diags, err := run.Refresh(l.Context(), l.Instance)
	acctest.NoError(l, err, diags.Err())
	var plan *protocoltest.Plan
	if module == destroyed {
		plan, diags, err = run.PlanDestroy(l.Context(), l.Instance)
	} else {
		plan, diags, err = run.PlanChange(l.Context(), l.Instance, protocoltest.Change{Config: l.attributesOf(module), Ignored: l.ignored})
	}
	acctest.NoError(l, err)
	return plan, diags
}

// plan expects that another run plans the given action.
func (l *life) plan(action protocoltest.Action, module string) *protocoltest.Plan {
	l.Helper()
	plan, diags := l.tryPlan(module)
	if diags.Err() != nil || len(diags.Long()) > 0 || plan.Action != action {
		l.Fatalf("the plan for %s is %+v, want %s: %s", module, plan, action, diags)
	}
	return plan
}

// apply applies a module and expects the given action. Only a creation and an update send a
// request. Afterwards the plan is empty.
func (l *life) apply(action protocoltest.Action, module string, checks ...check) {
	l.Helper()
	l.server.ResetRequests()
	diags := acctest.Must(l.like.Apply(l.Context(), l.Instance, l.plan(action, module)))(l)
	if diags.Err() != nil || l.Tainted || l.Exists() == (action == protocoltest.Delete) {
		l.Fatalf("applying %s: %s", module, diags)
	}
	var writes []string
	if action != protocoltest.NoOp && action != protocoltest.Delete {
		requests := l.server.Requests()
		l.sent, writes = requests[len(requests)-1], []string{put}
	}
	acctest.NoError(l, l.server.ExpectWrites(writes...)())
	l.expect(checks...)
	if action != protocoltest.Delete {
		l.plan(protocoltest.NoOp, module)
	}
}

// destroy expects that the service keeps the module.
func (l *life) destroy() {
	l.Helper()
	before, _ := l.server.RouteOAuth("edge_1", "route_1")
	l.apply(protocoltest.Delete, destroyed, serves(func(m refapi.OAuthModule) bool { return reflect.DeepEqual(m, before) }))
}

// expectError expects an error from the plan or the apply, while the service has the fault.
func (l *life) expectError(fault *refapi.Fault, module string, words ...string) protocoltest.Diagnostics {
	l.Helper()
	l.server.Intercept(func(refapi.Request) *refapi.Fault { return fault })
	defer l.server.Intercept(nil)
	plan, diags := l.tryPlan(module)
	if plan != nil {
		diags = acctest.Must(l.like.Apply(l.Context(), l.Instance, plan))(l)
	}
	if diags.Err() == nil || len(diags.Long()) > 0 || strings.Contains(diags.String(), "canary") || !mentions(diags, words...) {
		l.Fatalf("expected an error with %q, got %s", words, diags)
	}
	return diags
}

type check func(*life) error

func (l *life) expect(checks ...check) {
	l.Helper()
	for _, check := range checks {
		if err := check(l); err != nil {
			l.Error(err)
		}
	}
}

// has checks an attribute in state.
func has(path string, want any) check {
	return func(l *life) error {
		var got any = protocoltest.PlainObject(l.State)
		for name := range strings.SplitSeq(path, ".") {
			object, _ := got.(map[string]any)
			got = object[name]
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s is %#v in state, want %#v", path, got, want)
		}
		return nil
	}
}

func serves(expected func(refapi.OAuthModule) bool) check {
	return func(l *life) error { return checkModule(l.server.API, expected) }
}

func servesSecret(secret string) check {
	return serves(func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret })
}

func checkModule(service *refapi.API, expected func(refapi.OAuthModule) bool) error {
	if got, there := service.RouteOAuth("edge_1", "route_1"); !there || !expected(got) {
		return fmt.Errorf("the service has %+v", got)
	}
	return nil
}

// mentions reports whether diagnostics contain the given words in the given order.
func mentions(diags protocoltest.Diagnostics, words ...string) bool {
	return acctest.Message(words...).MatchString(diags.String())
}

func (l *life) attributesOf(module string) tftypes.Value {
	l.Helper()
	return attributesOf(l.T, l.like.Schemas.ResourceSchemas[typeName], module)
}

// attributesOf converts a module from a request body to a configuration or a state. If the
// body has no ids, the module is on the first route of the first edge.
func attributesOf(t *testing.T, schema *tfprotov6.Schema, module string) tftypes.Value {
	t.Helper()
	members := map[string]json.RawMessage{"edge_id": json.RawMessage(`"edge_1"`), "route_id": json.RawMessage(`"route_1"`)}
	acctest.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(module, `"provider":`, `"identity_provider":`)), &members))
	//nolint:staticcheck // deprecated for providers, and just right for a test that has JSON
	return acctest.Must(tftypes.ValueFromJSON(acctest.Must(json.Marshal(members))(t), schema.ValueType()))(t)
}

// withUnknown makes the attributes with a name unknown. The name * means the elements of sets.
func withUnknown(t *testing.T, config tftypes.Value, unknown string) tftypes.Value {
	t.Helper()
	return acctest.Must(tftypes.Transform(config, func(here *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		_, isElement := here.LastStep().(tftypes.ElementKeyValue)
		if here.LastStep() == tftypes.AttributeName(unknown) || isElement && unknown == "*" {
			return tftypes.NewValue(value.Type(), tftypes.UnknownValue), nil
		}
		return value, nil
	}))(t)
}

// with adds a member, which is given as JSON, to a module.
func with(module, member string) string {
	return strings.TrimSuffix(module, "}") + "," + member + "}"
}

// idpWith returns a module that contains only an identity provider.
func idpWith(name string, settings ...string) string {
	return fmt.Sprintf(`{"provider":{%q:{%s}}}`, name, strings.Join(settings, ","))
}

// plain returns the settings of an app whose client secret is in state, and an access rule.
func plain(secret, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret":%q,"email_domains":[%q]`, secret, domain)
}
