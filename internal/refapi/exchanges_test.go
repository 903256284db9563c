// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestExchanges(t *testing.T) {
	t.Parallel()
	runScripts(t, "exchanges.txt")
}

// TestFieldErrors shows that the response to an invalid request lists all mistakes.
func TestFieldErrors(t *testing.T) {
	t.Parallel()
	runScripts(t, "field_errors.txt")
}

// runScripts sends the requests in scripts and checks the responses. The beginning of
// exchanges.txt describes the form of a script.
func runScripts(t *testing.T, file string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range archive.Files {
		t.Run(script.Name, func(t *testing.T) {
			t.Parallel()
			s := stocked(t, refapi.Options{Undocumented: true, PageSize: 1})
			for line := range strings.Lines(strings.ReplaceAll(string(script.Data), "\n\t", " ")) {
				s.run(t, strings.TrimSpace(line))
			}
		})
	}
}

// stocked returns a service with the failover backend "a" and the TLS edge "e". All
// members of both objects are set.
func stocked(t *testing.T, options refapi.Options) *service {
	t.Helper()
	const created = "2026-01-02T03:04:05Z"
	s := start(t, options)
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "d", Metadata: "m", Backends: []string{"a"}, CreatedAt: created})
	s.AddTLSEdge(refapi.TLSEdge{
		ID: "e", CreatedAt: created, Description: "d", Metadata: "m", Hostports: []string{"a:1"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "b"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"p"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"c"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"},
	})
	return s
}

func (s *service) run(t *testing.T, line string) {
	t.Helper()
	command, argument, _ := strings.Cut(line, " ")
	switch command {
	case "":
	case "OPTIONS":
		options := refapi.Options{Undocumented: true, PageSize: 1}
		decode(t, argument, &options)
		*s = *stocked(t, options)
		clear(options.IdentityProviderNames) // the API has a copy
	case "RESPONSES":
		s.SetResponses(func(r *refapi.Responses) { decode(t, switches().Replace(argument), r) })
	case "REWRITE":
		member, text, _ := strings.Cut(argument, " ")
		s.SetResponses(func(r *refapi.Responses) {
			r.Rewrite = func(name, sent string) string { return map[bool]string{true: text, false: sent}[name == member] }
		})
	case "FREEZE":
		s.FreezeList()
	case "THAW":
		s.ThawList()
	default:
		s.exchange(t, line)
	}
}

func decode(t *testing.T, text string, target any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(target); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// switches replaces the names of constants, which are not JSON, by their values.
func switches() *strings.Replacer {
	var pairs []string
	for name, value := range map[string]any{
		"NoOAuthNull": refapi.NoOAuthNull, "NoOAuthUnused": refapi.NoOAuthUnused,
		"PatchNoContent": refapi.PatchNoContent, "PatchEmpty": refapi.PatchEmpty, "PatchOtherShape": refapi.PatchOtherShape,
		"RefListSingle": refapi.RefListSingle, "RefListNull": refapi.RefListNull,
		"SecretMasked": refapi.SecretMasked, "SecretNull": refapi.SecretNull, "SecretAbsent": refapi.SecretAbsent,
		"UnsetEmpty": refapi.UnsetEmpty, "UnsetAbsent": refapi.UnsetAbsent, "UnsetTextsAbsent": refapi.UnsetTextsAbsent,
	} {
		pairs = append(pairs, name, fmt.Sprint(value))
	}
	return strings.NewReplacer(pairs...)
}

// exchange sends one request and checks the response. A rejected request must not change
// the store.
func (s *service) exchange(t *testing.T, line string) {
	t.Helper()
	long := strings.Repeat("ü", 100_000)
	line = strings.NewReplacer("URL", s.url, "LONG255", long[:254]+"x", "LONG256", long[:256],
		"LONG4096", long[:4096], "LONG4097", long[:4096]+"x", "LONG", long).Replace(line)
	request, response, _ := strings.Cut(line, " -> ")
	parts := append(strings.SplitN(strings.ReplaceAll(request, "ID", s.id), " ", 3), "")
	status, wanted, _ := strings.Cut(response, " ")
	before := s.stored()
	g := s.do(t, parts[0], parts[1], parts[2])
	if strconv.Itoa(g.status) != status || g.err != nil {
		t.Fatalf("%s\ngot %d %s, error %v", line, g.status, g.raw, g.err)
	}
	g.wantForm(t, line, s.seen)
	if g.status >= 400 && !reflect.DeepEqual(before, s.stored()) {
		t.Errorf("%s\nchanged the store", line)
	}
	if parts[0] == "POST" && g.status < 400 {
		s.id = cmp.Or(g.text("id"), path.Base(g.header.Get("Location")))
	}
	var pointers []string
	for want := range strings.FieldsSeq(strings.NewReplacer("ID", s.id, "LAST", s.last).Replace(wanted)) {
		name, value, _ := strings.Cut(want, "=")
		if strings.HasPrefix(want, "/") {
			pointers = append(pointers, want)
		} else if got := g.value(name); got != value {
			t.Errorf("%s\n%s is %s", line, name, got)
		}
	}
	if got := g.pointers(); !slices.Equal(got, pointers) {
		t.Errorf("%s\nmistakes at %q", line, got)
	}
	s.last = string(g.raw)
}

func (s *service) stored() []any {
	module, isSet := s.RouteOAuth("e", "r")
	return []any{s.FailoverBackends(), s.TLSEdges(), module, isSet}
}
