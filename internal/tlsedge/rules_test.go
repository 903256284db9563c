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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// The API documentation defines no format for hostports, so the provider only warns about
// a hostport without a valid port.
func TestRules_hostports(t *testing.T) {
	t.Parallel()
	_, c := start(t)
	const right, suspicious = false, true
	for hostport, want := range map[string]bool{
		"host:1": right, "host:65535": right, "[2001:db8::1]:443": right, "127.0.0.1:80": right, "*.example.com:443": right,
		"naked": suspicious, "host:": suspicious, ":8443": suspicious, "host:0": suspicious, "host:65536": suspicious, "host:https": suspicious,
		"::1:443": suspicious, "a b:443": suspicious, "https://host:443": suspicious, "host/path:443": suspicious,
	} {
		refused, warned := c.validated(t, c.Config(typeName, arguments{"hostports": []string{"fine:443", hostport}}))
		if len(refused) > 0 || slices.Equal(warned, []string{"hostports"}) != want {
			t.Errorf("%s: refused %q and warned of %q", hostport, refused, warned)
		}
	}
}

// The provider returns an error or a warning for exactly the attributes that the
// reference API rejects. Attributes and members have the same names, so the test
// uses each document both as a configuration and as a request body.
func TestRules(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	for name, test := range map[string]struct {
		document      string
		wrong, warned []string // attributes with errors, attributes with warnings
	}{
		"nothing":                      {`{}`, nil, nil},
		"version upstream":             {`{"tls_termination":{"terminate_at":"upstream","min_version":"1.2"}}`, []string{"tls_termination.min_version"}, nil},
		"empty version at the edge":    {`{"tls_termination":{"terminate_at":"edge","min_version":""}}`, []string{"tls_termination.min_version"}, nil},
		"unknown place":                {`{"tls_termination":{"terminate_at":"Edge"}}`, []string{"tls_termination.terminate_at"}, nil},
		"mutual TLS upstream":          {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]}}`, []string{"mutual_tls"}, nil},
		"disabled mutual TLS upstream": {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":false,"certificate_authority_ids":["a"]}}`, nil, nil},
		"policy upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"value":"v"}}`, nil, []string{"traffic_policy"}},
		"others upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]}}`, nil, nil},

		"256 bytes in 128 letters": {`{"description":"` + strings.Repeat("ü", 128) + `"}`, []string{"description"}, nil},
		"255 bytes":                {`{"description":"` + strings.Repeat("ü", 127) + `x"}`, nil, nil},
		"4097 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4097) + `"}`, []string{"metadata"}, nil},
		"4096 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4096) + `"}`, nil, nil},
		"unknown policy":           {`{"deletion_policy":"FORGET"}`, []string{"deletion_policy"}, nil},

		"no backend id":      {`{"backend":{"enabled":true}}`, []string{"backend.backend_id"}, nil},
		"empty backend id":   {`{"backend":{"backend_id":""}}`, []string{"backend.backend_id"}, nil},
		"empty set":          {`{"ip_restriction":{"ip_policy_ids":[]},"mutual_tls":{"certificate_authority_ids":[]}}`, nil, nil},
		"null policy id":     {`{"ip_restriction":{"ip_policy_ids":[null]}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"empty authority id": {`{"mutual_tls":{"certificate_authority_ids":[""]}}`, []string{"mutual_tls.certificate_authority_ids"}, nil},
		"empty policy value": {`{"traffic_policy":{"value":""}}`, []string{"traffic_policy.value"}, nil},
		"empty hostport":     {`{"hostports":["a:443",""]}`, []string{"hostports"}, nil},
		"null hostport":      {`{"hostports":[null]}`, []string{"hostports"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			//nolint:staticcheck // there is no other way to read JSON
			config := acctest.Must(tftypes.ValueFromJSON([]byte(test.document), c.edge.State.Type()))(t)
			refused, warned := c.validated(t, config)
			if !slices.Equal(refused, test.wrong) || !slices.Equal(warned, test.warned) {
				t.Errorf("the provider refused %q and warned of %q, expected %q and %q", refused, warned, test.wrong, test.warned)
			}
			strict := slices.Sorted(slices.Values(slices.Concat(test.wrong, test.warned)))
			if refused := refusedByService(t, server, test.document); !slices.Equal(refused, strict) {
				t.Errorf("the service refused %q, expected %q", refused, strict)
			}
		})
	}
}

// validated returns the attributes with validation errors and the attributes with
// validation warnings.
func (c client) validated(t *testing.T, config tftypes.Value) (refused, warned []string) {
	t.Helper()
	dynamic := protocoltest.Dynamic(config)
	resp := acctest.Must(c.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: dynamic}))(t)
	for _, diagnostic := range resp.Diagnostics {
		name := attributeName(diagnostic.Attribute)
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityWarning {
			warned = append(warned, name)
		} else {
			refused = append(refused, name)
		}
		// Messages must not contain configured texts, which may be sensitive. The test
		// skips texts of one or two characters, which also occur in ordinary words.
		for _, text := range regexp.MustCompile(`String<"(.{3,}?)">`).FindAllStringSubmatch(config.String(), -1) {
			if strings.Contains(diagnostic.Summary+diagnostic.Detail, text[1]) && !slices.Contains([]string{"edge", "upstream", "PREVENT"}, text[1]) {
				t.Errorf("%s shows the configured %q: %s", diagnostic.Summary, text[1], diagnostic.Detail)
			}
		}
	}
	slices.Sort(refused)
	slices.Sort(warned)
	return slices.Compact(refused), slices.Compact(warned)
}

// attributeName returns a path as a text, such as "tls_termination.min_version". For
// an element of a set, the result is the path of the set.
func attributeName(at *tftypes.AttributePath) string {
	var names []string
	for _, step := range at.Steps() {
		if name, ok := step.(tftypes.AttributeName); ok {
			names = append(names, string(name))
		}
	}
	return strings.Join(names, ".")
}

// refusedByService returns the attributes that the service rejects in a creation.
func refusedByService(t *testing.T, server *acctest.Server, document string) (refused []string) {
	t.Helper()
	resp := acctest.Must(http.Post(server.URL+"/edges/tls", "application/json", strings.NewReader(document)))(t)
	defer resp.Body.Close()
	body := acctest.Must(io.ReadAll(resp.Body))(t)
	for _, pointer := range regexp.MustCompile(`"pointer":"/([a-z_/]+)`).FindAllStringSubmatch(string(body), -1) {
		refused = append(refused, strings.ReplaceAll(strings.Trim(pointer[1], "/"), "/", "."))
	}
	slices.Sort(refused)
	return slices.Compact(refused)
}

// If a rule depends on an unknown value, the rule reports nothing.
func TestRules_silentOnUnknown(t *testing.T) {
	t.Parallel()
	_, c := start(t)
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
		wrong  []string
	}{
		"nothing":   {modules("upstream", "1.2", nil), []string{"mutual_tls", "tls_termination.min_version"}},
		"place":     {modules(later, "1.2", nil), nil},
		"version":   {modules("upstream", later, nil), []string{"mutual_tls"}},
		"enabled":   {modules("upstream", "1.2", later), []string{"tls_termination.min_version"}},
		"modules":   {arguments{"tls_termination": later, "mutual_tls": later, "traffic_policy": later}, nil},
		"arguments": {arguments{"description": later, "metadata": later, "hostports": later, "deletion_policy": later}, nil},
	} {
		if refused, _ := c.validated(t, c.Config(typeName, test.config)); !slices.Equal(refused, test.wrong) {
			t.Errorf("%s: the provider refused %q, expected %q", name, refused, test.wrong)
		}
	}
}
