// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"encoding/json"
	"fmt"
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

const typeName = "trafficedge_tls_edge"

// The interface gives hostports no format, so one without a port gets a warning
// only.
func TestRules_hostports(t *testing.T) {
	t.Parallel()
	_, c := start(t)
	const right, suspicious = false, true
	for hostport, want := range map[string]bool{
		"host:1": right, "host:65535": right, "[2001:db8::1]:443": right, "127.0.0.1:80": right, "*.example.com:443": right,
		"naked": suspicious, "host:": suspicious, ":8443": suspicious, "host:0": suspicious, "host:65536": suspicious, "host:https": suspicious,
		"::1:443": suspicious, "a b:443": suspicious, "https://host:443": suspicious, "host/path:443": suspicious,
	} {
		refused, warned := c.validated(t, c.document(t, fmt.Sprintf(`{"hostports":["fine:443",%q]}`, hostport)))
		if len(refused) > 0 || slices.Equal(warned, []string{"hostports"}) != want {
			t.Errorf("%s: refused %q and warned of %q", hostport, refused, warned)
		}
	}
}

// document returns a configuration from JSON.
func (c client) document(t *testing.T, text string) tftypes.Value {
	t.Helper()
	config, err := tftypes.ValueFromJSON([]byte(text), c.edge.State.Type()) //nolint:staticcheck // there is no other way to read JSON
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// The service refuses every attribute that the provider refuses or warns of, and no
// other. A document is a configuration and a create body at once, because the two
// have the same names.
func TestRules(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	for name, test := range map[string]struct {
		document      string
		wrong, warned []string // attributes
	}{
		"nothing":                      {`{}`, nil, nil},
		"version upstream":             {`{"tls_termination":{"terminate_at":"upstream","min_version":"1.2"}}`, []string{"tls_termination.min_version"}, nil},
		"empty version upstream":       {`{"tls_termination":{"terminate_at":"upstream","min_version":""}}`, []string{"tls_termination.min_version"}, nil},
		"empty version at the edge":    {`{"tls_termination":{"terminate_at":"edge","min_version":""}}`, []string{"tls_termination.min_version"}, nil},
		"version, disabled upstream":   {`{"tls_termination":{"enabled":false,"terminate_at":"upstream","min_version":"1.2"}}`, []string{"tls_termination.min_version"}, nil},
		"unknown place":                {`{"tls_termination":{"terminate_at":"Edge"}}`, []string{"tls_termination.terminate_at"}, nil},
		"no place":                     {`{"tls_termination":{"min_version":"1.2"}}`, []string{"tls_termination.terminate_at"}, nil},
		"mutual TLS upstream":          {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]}}`, []string{"mutual_tls"}, nil},
		"enabled mutual TLS upstream":  {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":true,"certificate_authority_ids":[]}}`, []string{"mutual_tls"}, nil},
		"disabled mutual TLS upstream": {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":false,"certificate_authority_ids":["a"]}}`, nil, nil},
		"policy upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"value":"v"}}`, nil, []string{"traffic_policy"}},
		"disabled policy upstream":     {`{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"enabled":false,"value":"v"}}`, nil, nil},
		"others upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]}}`, nil, nil},

		"256 bytes in 128 letters": {`{"description":"` + strings.Repeat("ü", 128) + `"}`, []string{"description"}, nil},
		"255 bytes":                {`{"description":"` + strings.Repeat("ü", 127) + `x"}`, nil, nil},
		"4097 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4097) + `"}`, []string{"metadata"}, nil},
		"4096 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4096) + `"}`, nil, nil},
		"unknown policy":           {`{"deletion_policy":"FORGET"}`, []string{"deletion_policy"}, nil},
		"empty texts":              {`{"description":"","metadata":"","hostports":[]}`, nil, nil},

		"no backend id":      {`{"backend":{"enabled":true}}`, []string{"backend.backend_id"}, nil},
		"empty backend id":   {`{"backend":{"backend_id":""}}`, []string{"backend.backend_id"}, nil},
		"no policies":        {`{"ip_restriction":{}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"empty set":          {`{"ip_restriction":{"ip_policy_ids":[]},"mutual_tls":{"certificate_authority_ids":[]}}`, nil, nil},
		"null policy id":     {`{"ip_restriction":{"ip_policy_ids":[null]}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"no authorities":     {`{"mutual_tls":{"enabled":false}}`, []string{"mutual_tls.certificate_authority_ids"}, nil},
		"empty authority id": {`{"mutual_tls":{"certificate_authority_ids":[""]}}`, []string{"mutual_tls.certificate_authority_ids"}, nil},
		"no policy value":    {`{"traffic_policy":{}}`, []string{"traffic_policy.value"}, nil},
		"empty policy value": {`{"traffic_policy":{"value":""}}`, []string{"traffic_policy.value"}, nil},
		"empty hostport":     {`{"hostports":["a:443",""]}`, []string{"hostports"}, nil},
		"null hostport":      {`{"hostports":[null]}`, []string{"hostports"}, nil},
		"several at once":    {`{"description":"` + strings.Repeat("d", 256) + `","backend":{"backend_id":""},"hostports":[""]}`, []string{"backend.backend_id", "description", "hostports"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused, warned := c.validated(t, c.document(t, test.document))
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

// advice returns what each rule says, by the summaries of its diagnostics.
func advice() map[string]string {
	return map[string]string{
		"Empty element":           ` is ""`,
		"Null element":            "An element of ",
		"Hostport without a port": `" is not a host, a colon and a port`,
		"Module that may need termination at the edge": "set its enabled to false, or set terminate_at",
		"Module that needs termination at the edge":    "Remove the module, set its enabled to false",
		"TLS version without termination at the edge":  "Remove min_version, or set terminate_at",
		"Invalid Attribute Value Match":                "must be one of",
		"Invalid Attribute Value Length":               "string length must be at",
		"Missing Configuration for Required Attribute": "Must set a configuration value",
	}
}

// validated returns the attributes that validation refuses, and those that it
// warns of.
func (c client) validated(t *testing.T, config tftypes.Value) (refused, warned []string) {
	t.Helper()
	dynamic, err := protocoltest.Dynamic(config)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: dynamic})
	if err != nil {
		t.Fatal(err)
	}
	for _, diagnostic := range resp.Diagnostics {
		name := attributeName(diagnostic.Attribute)
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityWarning {
			warned = append(warned, name)
		} else {
			refused = append(refused, name)
		}
		if says, known := advice()[diagnostic.Summary]; !known || !strings.Contains(diagnostic.Detail, says) {
			t.Errorf("%s does not say %q: %q", diagnostic.Summary, says, diagnostic.Detail)
		}
		// A configured text may be sensitive. One of two characters cannot be recognised.
		for _, text := range regexp.MustCompile(`String<"(.{3,}?)">`).FindAllStringSubmatch(config.String(), -1) {
			isNamed := diagnostic.Summary == "Hostport without a port" || diagnostic.Summary == "Invalid Attribute Value Match" || slices.Contains([]string{"edge", "upstream", "PREVENT"}, text[1])
			if !isNamed && strings.Contains(diagnostic.Detail, text[1]) {
				t.Errorf("%s shows the configured %q: %s", diagnostic.Summary, text[1], diagnostic.Detail)
			}
		}
	}
	slices.Sort(refused)
	slices.Sort(warned)
	return slices.Compact(refused), slices.Compact(warned)
}

// attributeName writes a path as a configuration does, up to the set in which
// an element is wrong.
func attributeName(at *tftypes.AttributePath) string {
	var names []string
	for _, step := range at.Steps() {
		if name, ok := step.(tftypes.AttributeName); ok {
			names = append(names, string(name))
		}
	}
	return strings.Join(names, ".")
}

// refusedByService returns the attributes for which the service refuses a creation.
func refusedByService(t *testing.T, server *acctest.Server, document string) []string {
	t.Helper()
	resp, err := http.Post(server.URL+"/edges/tls", "application/json", strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var problem struct{ Errors []struct{ Pointer string } }
	if err := json.NewDecoder(resp.Body).Decode(&problem); err != nil {
		t.Fatal(err)
	}
	var refused []string
	for _, field := range problem.Errors {
		element := regexp.MustCompile(`/\d+$`)
		refused = append(refused, strings.ReplaceAll(element.ReplaceAllString(field.Pointer[1:], ""), "/", "."))
	}
	slices.Sort(refused)
	return slices.Compact(refused)
}

// A rule passes while a value that it needs is unknown.
func TestRules_silentOnUnknown(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	later, element := protocoltest.Unknown{}, []tftypes.Value{tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}
	termination := func(place, version any) arguments { return arguments{"terminate_at": place, "min_version": version} }
	upstream := arguments{
		"tls_termination": termination("upstream", "1.2"), "mutual_tls": arguments{"certificate_authority_ids": []string{"a"}},
		"traffic_policy": arguments{"value": "v"}, "backend": arguments{"backend_id": "b"}, "ip_restriction": arguments{"ip_policy_ids": []string{"p"}},
		"hostports": []string{""}, "description": "d", "metadata": "m", "deletion_policy": "PREVENT",
	}
	for name, test := range map[string]struct {
		unknown arguments
		wrong   []string
	}{
		"place":       {arguments{"tls_termination": termination(later, "1.2")}, []string{"hostports"}},
		"termination": {arguments{"tls_termination": later}, []string{"hostports"}},
		"version":     {arguments{"tls_termination": termination("upstream", later)}, []string{"hostports", "mutual_tls"}},
		"enabled": {
			arguments{"mutual_tls": arguments{"enabled": later, "certificate_authority_ids": []string{"a"}}, "traffic_policy": arguments{"enabled": later, "value": "v"}},
			[]string{"hostports", "tls_termination.min_version"},
		},
		"modules":   {arguments{"mutual_tls": later, "traffic_policy": later, "backend": later, "ip_restriction": later}, []string{"hostports", "tls_termination.min_version"}},
		"hostports": {arguments{"hostports": later, "tls_termination": later}, nil},
		"elements": {
			arguments{
				"hostports": element, "tls_termination": later, "backend": arguments{"backend_id": later},
				"ip_restriction": arguments{"ip_policy_ids": later}, "mutual_tls": arguments{"certificate_authority_ids": element},
			}, nil,
		},
		"texts": {
			arguments{"description": later, "metadata": later, "traffic_policy": arguments{"value": later}, "deletion_policy": later, "hostports": later},
			[]string{"mutual_tls", "tls_termination.min_version"},
		},
	} {
		if refused, _ := c.validated(t, c.Config(typeName, with(upstream, test.unknown))); !slices.Equal(refused, test.wrong) {
			t.Errorf("%s: the provider refused %q, expected %q", name, refused, test.wrong)
		}
	}
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}
