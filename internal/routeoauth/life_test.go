// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

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

// life is one OAuth module. Each configuration is written as the request body of a module.
type life struct {
	*acctest.Resource

	ignored []string // the attributes in ignore_changes
}

// live starts a service. The provider uses its undocumented operations, if it offers them.
func live(t *testing.T, options refapi.Options) *life {
	t.Helper()
	block := map[string]any{"max_retries": 0}
	if options.Undocumented {
		block["undocumented_operations"] = api.UndocumentedOperations()
	}
	return &life{Resource: acctest.Start(t, options).NewResource(t, typeName, block)}
}

func (l *life) importModule() protocoltest.Diagnostics {
	l.Helper()
	return l.MustImport("edge_1/route_1")
}

func (l *life) change(module string, unknown ...string) protocoltest.Change {
	l.Helper()
	return protocoltest.Change{Config: l.attributesOf(module, unknown...), Ignored: l.ignored}
}

// plan expects that another run plans the given action.
func (l *life) plan(action protocoltest.Action, module string) *protocoltest.Plan {
	l.Helper()
	plan, diags := l.Plan(l.change(module))
	if diags.Err() != nil || len(diags.Long()) > 0 || plan.Action != action {
		l.Fatalf("the plan for %s is to %q, want to %q: %s", module, plan.Action, action, diags)
	}
	return plan
}

// apply applies a module, and expects the given action and module on the service. Only a
// creation and an update send a request. Afterwards the plan is empty.
func (l *life) apply(action protocoltest.Action, module string, expected ...func(refapi.OAuthModule) bool) {
	l.Helper()
	var writes []string
	if action != protocoltest.NoOp && action != protocoltest.Delete {
		writes = []string{put}
	}
	l.Server.ResetRequests()
	diags := acctest.Must(l.Provider.Apply(l.Context(), l.Instance, l.plan(action, module)))(l)
	acctest.NoError(l, diags.Err(), l.Server.ExpectWrites(writes...)(), checkModule(l.Server.API, expected...))
	if action != protocoltest.Delete {
		l.plan(protocoltest.NoOp, module)
	}
}

// expectError expects an error from the plan or the apply, while the service has the fault.
func (l *life) expectError(fault *refapi.Fault, module string, words ...string) protocoltest.Diagnostics {
	l.Helper()
	l.Server.Intercept(func(refapi.Request) *refapi.Fault { return fault })
	defer l.Server.Intercept(nil)
	plan, diags := l.Plan(l.change(module))
	if plan.Action != "" {
		diags = acctest.Must(l.Provider.Apply(l.Context(), l.Instance, plan))(l)
	}
	if diags.Err() == nil || len(diags.Long()) > 0 || strings.Contains(diags.String(), "canary") || !mentions(diags, words...) {
		l.Fatalf("expected an error with %q, got %s", words, diags)
	}
	return diags
}

func checkModule(service *refapi.API, expected ...func(refapi.OAuthModule) bool) error {
	got, there := service.RouteOAuth("edge_1", "route_1")
	for _, isRight := range expected {
		if !there || !isRight(got) {
			return fmt.Errorf("the service has %+v", got)
		}
	}
	return nil
}

func hasSecret(secret string) func(refapi.OAuthModule) bool {
	return func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret }
}

// mentions reports whether diagnostics contain the given words in the given order.
func mentions(diags protocoltest.Diagnostics, words ...string) bool {
	return acctest.Message(words...).MatchString(diags.String())
}

// attributesOf converts a module from a request body to a configuration or a state, in which
// the attributes with the given names are unknown. If the body has no ids, the module is on the
// first route of the first edge.
func (l *life) attributesOf(module string, unknown ...string) tftypes.Value {
	l.Helper()
	if module == destroyed {
		return tftypes.Value{}
	}
	members := map[string]json.RawMessage{"edge_id": json.RawMessage(`"edge_1"`), "route_id": json.RawMessage(`"route_1"`)}
	acctest.NoError(l, json.Unmarshal([]byte(strings.ReplaceAll(module, `"provider":`, `"identity_provider":`)), &members))
	//nolint:staticcheck // deprecated for providers, and just right for a test that has JSON
	known := acctest.Must(tftypes.ValueFromJSON(acctest.Must(json.Marshal(members))(l), l.State.Type()))(l)
	return acctest.Must(tftypes.Transform(known, func(here *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if name, isNamed := here.LastStep().(tftypes.AttributeName); isNamed && slices.Contains(unknown, string(name)) {
			value = tftypes.NewValue(value.Type(), tftypes.UnknownValue)
		}
		return value, nil
	}))(l)
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
