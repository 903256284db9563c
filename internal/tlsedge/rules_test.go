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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const typeName = "trafficedge_tls_edge"

// rule is a document, and the attributes that are wrong in it. The document is a
// configuration and a create body at once, because the two have the same names.
// The service also refuses the attributes that the provider only warns of.
type rule struct {
	document string
	wrong    []string
	warned   []string
}

func rules() map[string]rule {
	return map[string]rule{
		"nothing":                      {`{}`, nil, nil},
		"version upstream":             {`{"tls_termination":{"terminate_at":"upstream","min_version":"1.2"}}`, []string{"tls_termination.min_version"}, nil},
		"empty version upstream":       {`{"tls_termination":{"terminate_at":"upstream","min_version":""}}`, []string{"tls_termination.min_version"}, nil},
		"no version upstream":          {`{"tls_termination":{"terminate_at":"upstream","min_version":null}}`, nil, nil},
		"empty version at the edge":    {`{"tls_termination":{"terminate_at":"edge","min_version":""}}`, []string{"tls_termination.min_version"}, nil},
		"version at the edge":          {`{"tls_termination":{"terminate_at":"edge","min_version":"1.2"}}`, nil, nil},
		"version, disabled upstream":   {`{"tls_termination":{"enabled":false,"terminate_at":"upstream","min_version":"1.2"}}`, []string{"tls_termination.min_version"}, nil},
		"unknown place":                {`{"tls_termination":{"terminate_at":"Edge"}}`, []string{"tls_termination.terminate_at"}, nil},
		"empty place":                  {`{"tls_termination":{"terminate_at":""}}`, []string{"tls_termination.terminate_at"}, nil},
		"no place":                     {`{"tls_termination":{"min_version":"1.2"}}`, []string{"tls_termination.terminate_at"}, nil},
		"mutual TLS upstream":          {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]}}`, []string{"mutual_tls"}, nil},
		"enabled mutual TLS upstream":  {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":true,"certificate_authority_ids":[]}}`, []string{"mutual_tls"}, nil},
		"disabled mutual TLS upstream": {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":false,"certificate_authority_ids":["a"]}}`, nil, nil},
		"policy upstream":              {`{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"value":"v"}}`, nil, []string{"traffic_policy"}},
		"disabled policy upstream":     {`{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"enabled":false,"value":"v"}}`, nil, nil},
		"both upstream": {`{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]},"traffic_policy":{"value":"v"}}`,
			[]string{"mutual_tls"}, []string{"traffic_policy"}},
		"others upstream": {`{"tls_termination":{"terminate_at":"upstream"},"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]}}`, nil, nil},

		"256 bytes in 128 letters": {`{"description":"` + strings.Repeat("ü", 128) + `"}`, []string{"description"}, nil},
		"255 bytes":                {`{"description":"` + strings.Repeat("ü", 127) + `x"}`, nil, nil},
		"4097 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4097) + `"}`, []string{"metadata"}, nil},
		"4096 bytes of metadata":   {`{"metadata":"` + strings.Repeat("m", 4096) + `"}`, nil, nil},
		"unknown policy":           {`{"deletion_policy":"FORGET"}`, []string{"deletion_policy"}, nil},
		"empty texts":              {`{"description":"","metadata":"","hostports":[]}`, nil, nil},

		"no backend id":       {`{"backend":{"enabled":true}}`, []string{"backend.backend_id"}, nil},
		"null backend id":     {`{"backend":{"backend_id":null}}`, []string{"backend.backend_id"}, nil},
		"empty backend id":    {`{"backend":{"backend_id":""}}`, []string{"backend.backend_id"}, nil},
		"no policies":         {`{"ip_restriction":{}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"null policies":       {`{"ip_restriction":{"ip_policy_ids":null}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"empty set":           {`{"ip_restriction":{"ip_policy_ids":[]},"mutual_tls":{"certificate_authority_ids":[]}}`, nil, nil},
		"empty policy id":     {`{"ip_restriction":{"ip_policy_ids":["a",""]}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"null policy id":      {`{"ip_restriction":{"ip_policy_ids":[null]}}`, []string{"ip_restriction.ip_policy_ids"}, nil},
		"no authorities":      {`{"mutual_tls":{"enabled":false}}`, []string{"mutual_tls.certificate_authority_ids"}, nil},
		"empty authority id":  {`{"mutual_tls":{"certificate_authority_ids":[""]}}`, []string{"mutual_tls.certificate_authority_ids"}, nil},
		"null authority id":   {`{"mutual_tls":{"certificate_authority_ids":[null,"a"]}}`, []string{"mutual_tls.certificate_authority_ids"}, nil},
		"no policy value":     {`{"traffic_policy":{}}`, []string{"traffic_policy.value"}, nil},
		"empty policy value":  {`{"traffic_policy":{"value":""}}`, []string{"traffic_policy.value"}, nil},
		"disabled and empty":  {`{"traffic_policy":{"enabled":false,"value":""}}`, []string{"traffic_policy.value"}, nil},
		"empty hostport":      {`{"hostports":["a:443",""]}`, []string{"hostports"}, nil},
		"null hostport":       {`{"hostports":[null]}`, []string{"hostports"}, nil},
		"several at once":     {`{"description":"` + strings.Repeat("d", 256) + `","backend":{"backend_id":""},"hostports":[""]}`, []string{"backend.backend_id", "description", "hostports"}, nil},
		"everything in order": {`{"backend":{"backend_id":"b"},"tls_termination":{"terminate_at":"edge"},"mutual_tls":{"certificate_authority_ids":["a"]},"traffic_policy":{"value":"v"}}`, nil, nil},
	}
}

// The interface gives hostports no format, so one without a port gets a warning
// only.
func TestRules_hostports(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const right, suspicious = false, true
	for hostport, want := range map[string]bool{
		"host:1": right, "host:65535": right, "[2001:db8::1]:443": right, "127.0.0.1:80": right, "*.example.com:443": right,
		"naked": suspicious, "host:": suspicious, ":8443": suspicious, "host:0": suspicious, "host:65536": suspicious, "host:https": suspicious,
		"::1:443": suspicious, "a b:443": suspicious, "https://host:443": suspicious, "host/path:443": suspicious,
	} {
		refused, warned := validated(t, protocol, configFrom(t, protocol, fmt.Sprintf(`{"hostports":["fine:443",%q]}`, hostport)))
		if len(refused) > 0 || slices.Equal(warned, []string{"hostports"}) != want {
			t.Errorf("%s: refused %q and warned of %q", hostport, refused, warned)
		}
	}
}

func configFrom(t *testing.T, protocol *protocoltest.Provider, document string) tftypes.Value {
	t.Helper()
	schema := protocol.Schemas.ResourceSchemas[typeName]
	config, err := tftypes.ValueFromJSON([]byte(document), schema.ValueType()) //nolint:staticcheck // there is no other way to read JSON
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// The service refuses every attribute that the provider refuses or warns of, and
// no other.
func TestRules(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range rules() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := configFrom(t, protocol, test.document)
			refused, warned := validated(t, protocol, config)
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
		"Text too long":           "letters outside ASCII have two to four bytes",
		"Empty element":           "strings that are not empty",
		"Null element":            "null",
		"Hostport without a port": "The API gives no format",
		"Module that may need termination at the edge": "set its enabled to false, or set terminate_at",
		"Module that needs termination at the edge":    "Remove the module, set its enabled to false",
		"TLS version without termination at the edge":  "Remove min_version, or set terminate_at",
		"Invalid Attribute Value Match":                "must be one of",
		"Invalid Attribute Value Length":               "must be at least 1",
		"Missing Configuration for Required Attribute": "Must set a configuration value",
	}
}

// validated returns the attributes that validation refuses, and those that it
// warns of.
func validated(t *testing.T, protocol *protocoltest.Provider, config tftypes.Value) (refused, warned []string) {
	t.Helper()
	dynamic, err := protocoltest.Dynamic(config)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := protocol.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: dynamic})
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
		for _, value := range values(t, config) {
			if strings.Contains(diagnostic.Detail, value) && diagnostic.Summary != "Invalid Attribute Value Match" {
				t.Errorf("%s shows the configured %q: %s", diagnostic.Summary, value, diagnostic.Detail)
			}
		}
	}
	slices.Sort(refused)
	slices.Sort(warned)
	return slices.Compact(refused), slices.Compact(warned)
}

// values returns the configured texts that no diagnostic may show, since any may
// be sensitive. It leaves out texts that are too short to recognise, and the few
// values that an attribute names itself.
func values(t *testing.T, config tftypes.Value) []string {
	t.Helper()
	var found []string
	err := tftypes.Walk(config, func(_ *tftypes.AttributePath, value tftypes.Value) (bool, error) {
		var text string
		if value.Type().Is(tftypes.String) && value.IsKnown() && !value.IsNull() && value.As(&text) == nil &&
			len(text) > 2 && !slices.Contains([]string{"edge", "upstream", "PREVENT"}, text) {
			found = append(found, text)
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
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
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const upstream = `{"tls_termination":{"terminate_at":"upstream","min_version":"1.2"},"mutual_tls":{"certificate_authority_ids":["a"]},` +
		`"traffic_policy":{"value":"v"},"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]},"hostports":[""],` +
		`"description":"d","metadata":"m","deletion_policy":"PREVENT"}`
	for name, test := range map[string]struct {
		unknown []string
		wrong   []string
	}{
		"place":          {[]string{"tls_termination.terminate_at"}, []string{"hostports"}},
		"termination":    {[]string{"tls_termination"}, []string{"hostports"}},
		"version":        {[]string{"tls_termination.min_version"}, []string{"hostports", "mutual_tls"}},
		"enabled":        {[]string{"mutual_tls.enabled", "traffic_policy.enabled"}, []string{"hostports", "tls_termination.min_version"}},
		"modules":        {[]string{"mutual_tls", "traffic_policy", "backend", "ip_restriction"}, []string{"hostports", "tls_termination.min_version"}},
		"hostports":      {[]string{"hostports", "tls_termination"}, nil},
		"hostport":       {[]string{"hostports.*", "tls_termination"}, nil},
		"ids":            {[]string{"backend.backend_id", "ip_restriction.ip_policy_ids", "mutual_tls.certificate_authority_ids.*", "tls_termination", "hostports"}, nil},
		"everything":     {[]string{"description", "metadata", "hostports", "backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy", "deletion_policy"}, nil},
		"traffic policy": {[]string{"traffic_policy.value", "hostports"}, []string{"mutual_tls", "tls_termination.min_version"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config, err := tftypes.Transform(configFrom(t, protocol, upstream), func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
				name := attributeName(at)
				if _, isElement := at.LastStep().(tftypes.ElementKeyValue); isElement {
					name += ".*"
				}
				if slices.Contains(test.unknown, name) {
					return tftypes.NewValue(value.Type(), tftypes.UnknownValue), nil
				}
				return value, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if refused, _ := validated(t, protocol, config); !slices.Equal(refused, test.wrong) {
				t.Errorf("the provider refused %q, expected %q", refused, test.wrong)
			}
		})
	}
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}
