// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The API documentation defines no format for hostports, so the provider only warns about
// a hostport without a valid port.
func TestRules_hostports(t *testing.T) {
	t.Parallel()
	edge := start(t)
	const right, suspicious = "", "hostports?"
	for hostport, want := range map[string]string{
		"host:1": right, "host:65535": right, "[2001:db8::1]:443": right, "127.0.0.1:80": right, "*.example.com:443": right,
		"naked": suspicious, "host:": suspicious, ":8443": suspicious, "host:0": suspicious, "host:65536": suspicious, "host:https": suspicious,
		"::1:443": suspicious, "a b:443": suspicious, "https://host:443": suspicious, "host/path:443": suspicious,
	} {
		if got := validated(t, edge, edge.Config(arguments{"hostports": []string{"fine:443", hostport}})); got != want {
			t.Errorf("%s: got %q", hostport, got)
		}
	}
}

// A configuration cannot contain hostports = [], even if a tool plans without a validation. If they
// are unknown during the plan, the apply fails before any request.
func TestRules_emptyHostports(t *testing.T) {
	t.Parallel()
	edge, words := start(t, api.UpdateTLSEdge), []string{"ERROR: Empty set of hostports", "Leave the argument out: the service then chooses"}
	empty, later := arguments{"hostports": []string{}}, arguments{"hostports": protocoltest.Unknown{}}
	wantShown(t, acctest.Must(edge.Provider.Validate(t.Context(), typeName, edge.Config(empty)))(t), words...)
	config := protocoltest.Dynamic(edge.Config(empty))
	unvalidated, err := edge.Provider.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: protocoltest.Dynamic(edge.State), ProposedNewState: config, Config: config,
	})
	acctest.NoError(t, err)
	wantShown(t, unvalidated.Diagnostics, words...)
	for range 2 { // a creation and an update
		plan, shown := edge.Plan(protocoltest.Change{Config: edge.Config(later), Known: edge.Config(empty)})
		acctest.NoError(t, shown.Err())
		edge.Server.ResetRequests()
		wantShown(t, acctest.Must(edge.Provider.Apply(t.Context(), edge.Instance, plan))(t), words...)
		acctest.NoError(t, edge.Server.ExpectRequests()())
		edge.Server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Hostports: []string{"a:1"}})
		edge.MustImport("edge_1")
	}
	edge.MustApply(protocoltest.NoOp, arguments{})
}

// The provider returns an error or a warning for exactly the attributes that the
// reference API rejects. Attributes and members have the same names, so the test
// uses each document both as a configuration and as a request body.
func TestRules(t *testing.T) {
	t.Parallel()
	edge := start(t)
	for name, test := range map[string]struct{ document, want string }{
		"nothing":                      {`{}`, ""},
		"version upstream":             {`{"tls_termination":{"terminate_at":"upstream","min_version":"1.2"}}`, "tls_termination.min_version"},
		"empty version at the edge":    {`{"tls_termination":{"terminate_at":"edge","min_version":""}}`, "tls_termination.min_version"},
		"unknown place":                {`{"tls_termination":{"terminate_at":"Edge"}}`, "tls_termination.terminate_at"},
		"mutual TLS upstream":          {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]}}`, "mutual_tls"},
		"disabled mutual TLS upstream": {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":false,"certificate_authority_ids":["a"]}}`, ""},
		"policy upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"value":"v"}}`, "traffic_policy?"},
		"others upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]}}`, ""},

		"256 bytes in 128 letters": {`{"description":"` + strings.Repeat("ü", 128) + `"}`, "description"},
		"255 bytes":                {`{"description":"` + strings.Repeat("ü", 127) + `x"}`, ""},
		"4097 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4097) + `"}`, "metadata"},
		"4096 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4096) + `"}`, ""},
		"unknown policy":           {`{"deletion_policy":"FORGET"}`, "deletion_policy"},

		"no backend id":      {`{"backend":{"enabled":true}}`, "backend.backend_id"},
		"empty backend id":   {`{"backend":{"backend_id":""}}`, "backend.backend_id"},
		"empty set":          {`{"ip_restriction":{"ip_policy_ids":[]},"mutual_tls":{"certificate_authority_ids":[]}}`, ""},
		"null policy id":     {`{"ip_restriction":{"ip_policy_ids":[null]}}`, "ip_restriction.ip_policy_ids"},
		"empty authority id": {`{"mutual_tls":{"certificate_authority_ids":[""]}}`, "mutual_tls.certificate_authority_ids"},
		"empty policy value": {`{"traffic_policy":{"value":""}}`, "traffic_policy.value"},
		"empty hostport":     {`{"hostports":["a:443",""]}`, "hostports"},
		"null hostport":      {`{"hostports":[null]}`, "hostports"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			//nolint:staticcheck // there is no other way to read JSON
			config := acctest.Must(tftypes.ValueFromJSON([]byte(test.document), edge.State.Type()))(t)
			if got := validated(t, edge, config); got != test.want {
				t.Errorf("the provider shows %q, expected %q", got, test.want)
			}
			if refused, want := refusedByService(t, edge.Server, test.document), strings.TrimSuffix(test.want, "?"); refused != want {
				t.Errorf("the service refused %q, expected %q", refused, want)
			}
		})
	}
}

// validated returns the attributes with validation errors, and those with validation warnings,
// with a question mark. No rule about several attributes shows min_version, which may be
// sensitive. TestSchemas_refusedValuesAreNotShown in package provider tests the other rules.
func validated(t *testing.T, edge *acctest.Resource, config tftypes.Value) string {
	t.Helper()
	var names []string
	for _, diagnostic := range acctest.Must(edge.Provider.Validate(t.Context(), typeName, config))(t) {
		name := attributeName(diagnostic.Attribute)
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityWarning {
			name += "?"
		}
		names = append(names, name)
		if strings.Contains(diagnostic.Summary+diagnostic.Detail, "1.2") {
			t.Errorf("%s shows the configured version: %s", diagnostic.Summary, diagnostic.Detail)
		}
	}
	return sorted(names)
}

func sorted(names []string) string {
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// attributeName returns a path of attributes as a text, such as "tls_termination.min_version".
func attributeName(at *tftypes.AttributePath) string {
	return strings.NewReplacer(`AttributeName("`, "", `")`, "").Replace(at.String())
}

// refusedByService returns the attributes that the service rejects in a creation.
func refusedByService(t *testing.T, server *acctest.Server, document string) string {
	t.Helper()
	resp := acctest.Must(http.Post(server.URL+"/edges/tls", "application/json", strings.NewReader(document)))(t)
	defer resp.Body.Close()
	body := acctest.Must(io.ReadAll(resp.Body))(t)
	var refused []string
	for _, pointer := range regexp.MustCompile(`"pointer":"/([a-z_/]+)`).FindAllStringSubmatch(string(body), -1) {
		refused = append(refused, strings.ReplaceAll(strings.Trim(pointer[1], "/"), "/", "."))
	}
	return sorted(refused)
}

// If a rule depends on an unknown value, the rule reports nothing.
func TestRules_silentOnUnknown(t *testing.T) {
	t.Parallel()
	edge := start(t)
	later := protocoltest.Unknown{}
	modules := func(place, version, enabled any) arguments {
		return arguments{
			"tls_termination": arguments{"terminate_at": place, "min_version": version},
			"mutual_tls":      arguments{"enabled": enabled, "certificate_authority_ids": []string{"a"}},
			"traffic_policy":  arguments{"enabled": enabled, "value": "v"},
		}
	}
	for name, test := range map[string]struct {
		config arguments
		want   string
	}{
		"place":     {modules(later, "1.2", nil), ""},
		"version":   {modules("upstream", later, nil), "mutual_tls traffic_policy?"},
		"enabled":   {modules("upstream", "1.2", later), "tls_termination.min_version"},
		"modules":   {arguments{"tls_termination": later, "mutual_tls": later, "traffic_policy": later}, ""},
		"arguments": {arguments{"description": later, "metadata": later, "hostports": later, "deletion_policy": later}, ""},
	} {
		if got := validated(t, edge, edge.Config(test.config)); got != test.want {
			t.Errorf("%s: the provider shows %q, expected %q", name, got, test.want)
		}
	}
}
