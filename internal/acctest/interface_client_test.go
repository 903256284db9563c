// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	fwresource "github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/routeoauth"
)

// The client's types have the members of the page, at any depth.
func TestInterface_clientTypes(t *testing.T) {
	t.Parallel()
	tables := readInterface(t)
	for name, value := range map[string]any{
		"FailoverBackend":   api.FailoverBackend{},
		"TLSEdge":           api.TLSEdge{},
		"TLSEdgeCreate":     api.TLSEdgeSettings{},
		"OAuthModule":       api.OAuthModule{},
		"EndpointOAuthIdp1": api.OAuthIdentityProvider{},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tables.compareType(t, name, name, reflect.TypeOf(value))
		})
	}
}

// compareType compares a Go type with a type of the page; at is where it was found.
func (i interfaceTables) compareType(t *testing.T, at, kind string, got reflect.Type) {
	t.Helper()
	got = valueType(got)
	element, isList := strings.CutPrefix(kind, "list of ")
	switch {
	case kind == "Refs" && got == reflect.TypeFor[api.Refs]():
		i.compareType(t, at, "Ref", got.Elem())
	case isList && got.Kind() == reflect.Slice:
		i.compareType(t, at, element, got.Elem())
	case kind == "EndpointOAuthProvider" && got == reflect.TypeFor[api.OAuthProvider]():
		// A map's keys are compared with the schema of the resource.
	case i.isObject(kind) && got.Kind() == reflect.Struct:
		fields := map[string]reflect.Type{}
		for field := range got.Fields() {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "-" {
				fields[name] = field.Type
			}
		}
		if names := slices.Sorted(maps.Keys(fields)); !slices.Equal(names, i.names(kind)) {
			t.Fatalf("%s is %s, with the members %q, and the page has %q", at, got, names, i.names(kind))
		}
		for name, field := range fields {
			i.compareType(t, at+"."+name, i.of(kind)[name], field)
		}
	case kind == scalarKind(got):
	default:
		t.Errorf("%s is %s in the client, and %s on the page", at, got, kind)
	}
}

// valueType returns the type of the value in a pointer or an api.Member.
func valueType(got reflect.Type) reflect.Type {
	if got.Kind() == reflect.Pointer {
		return valueType(got.Elem())
	}
	if got.Kind() != reflect.Struct || !strings.HasPrefix(got.Name(), "Member[") {
		return got
	}
	value, _ := got.FieldByName("Value")
	return valueType(value.Type)
}

func scalarKind(got reflect.Type) string {
	switch got.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Uint32:
		return "uint32"
	default:
		return "none of the page's"
	}
}

// The resource offers the identity providers of the page.
func TestInterface_identityProviders(t *testing.T) {
	t.Parallel()
	var described fwresource.SchemaResponse
	routeoauth.NewResource().Schema(t.Context(), fwresource.SchemaRequest{}, &described)
	all, ok := described.Schema.Attributes["identity_provider"].(schema.SingleNestedAttribute)
	if !ok {
		t.Fatal("identity_provider is no nested attribute")
	}
	tables := readInterface(t)
	if names := slices.Sorted(maps.Keys(all.Attributes)); !slices.Equal(names, tables.names("EndpointOAuthProvider")) {
		t.Errorf("the resource has %q, and the page %q", names, tables.names("EndpointOAuthProvider"))
	}
	for name, one := range all.Attributes {
		nested, ok := one.(schema.SingleNestedAttribute)
		if !ok {
			t.Fatalf("%s is no nested attribute", name)
		}
		for _, member := range tables.names(tables.of("EndpointOAuthProvider")[name]) {
			if _, has := nested.Attributes[member]; !has {
				t.Errorf("%s lacks %s", name, member)
			}
		}
	}
}

// recorder answers every request with one body and keeps the body of the last
// request.
func recorder(t *testing.T, answer string) (client *api.Client, sent func() map[string]any) {
	t.Helper()
	var last map[string]any
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		last = nil
		_ = json.Unmarshal(body, &last)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	base, err := api.ParseBaseURL(server.URL, false)
	if err != nil {
		t.Fatal(err)
	}
	client, err = api.New(api.Config{BaseURL: base, RequestTimeout: time.Minute, UserAgent: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return client, func() map[string]any { return last }
}

// The bodies that the client sends for failover backends have the members of the
// page.
func TestInterface_failoverBackendBodies(t *testing.T) {
	t.Parallel()
	tables := readInterface(t)
	client, sent := recorder(t, `{"id":"x","uri":"u","created_at":"c","backends":[]}`)
	full := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"a"}}
	if _, err := client.CreateFailoverBackend(t.Context(), full); err != nil {
		t.Fatal(err)
	}
	tables.compareValue(t, "a creation", "FailoverBackendCreate", sent())
	if _, err := client.UpdateFailoverBackend(t.Context(), "x", full); err != nil {
		t.Fatal(err)
	}
	tables.compareValue(t, "an update", "FailoverBackendUpdate", sent())
}

// The client knows every member of a page of the list: it refuses a value of
// another type, and names the member.
func TestInterface_failoverBackendPage(t *testing.T) {
	t.Parallel()
	tables := readInterface(t)
	for _, name := range tables.names("FailoverBackendPage") {
		page := map[string]any{"backends": []any{}, "uri": "u", "next_page_uri": nil}
		page[name] = 7
		body, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		client, _ := recorder(t, string(body))
		for _, pageErr := range client.FailoverBackends().All(t.Context()) {
			err = pageErr
			break
		}
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("at %q", name)) {
			t.Errorf("a page with a number for %s is answered by %v", name, err)
		}
	}
}
