// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// exampleID is the id of the failover backend and the TLS edge in these tests' requests.
const exampleID = "example"

// startReference returns a reference API with two failover backends and a TLS edge.
func startReference() *refapi.API {
	service := refapi.New(refapi.Options{PageSize: 1})
	service.AddFailoverBackend(refapi.FailoverBackend{ID: exampleID, Description: "d", Metadata: "m", Backends: []string{"a"}})
	service.AddFailoverBackend(refapi.FailoverBackend{})
	service.AddTLSEdge(refapi.TLSEdge{ID: exampleID})
	return service
}

// received is a response. If its body is not a JSON object, the field body is nil.
type received struct {
	status int
	body   map[string]any
}

// ask sends a request to a path from the interface page. If body is nil, ask sends no body.
func ask(t *testing.T, service *refapi.API, method, path string, body any) received {
	t.Helper()
	encoded := acctest.Must(json.Marshal(body))(t)
	if body == nil {
		encoded = nil
	}
	request := httptest.NewRequestWithContext(t.Context(), method, examplePath(path), bytes.NewReader(encoded))
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	service.ServeHTTP(response, request)
	got := received{status: response.Code}
	_ = json.Unmarshal(response.Body.Bytes(), &got.body)
	return got
}

// examplePath replaces the id placeholders in a path.
func examplePath(path string) string {
	return strings.NewReplacer("{id}", exampleID, "{edge_id}", "edge", "{route_id}", "route").Replace(path)
}

// example returns an object of a type on the page. The object has all members of
// the type, but only one identity provider, the given one.
func (i interfaceTables) example(kind, identityProvider string) any {
	object := map[string]any{}
	for name, memberKind := range i.of(kind) {
		special, isSpecial := map[string]any{"id": exampleID, "terminate_at": "edge", "teams": []any{"org/team"}}[name]
		element, isList := strings.CutPrefix(memberKind, "list of ")
		switch {
		case strings.HasPrefix(name, "idp_") && name != identityProvider:
		case isSpecial:
			object[name] = special
		case isList:
			object[name] = []any{i.scalarOr(element, identityProvider)}
		default:
			object[name] = i.scalarOr(memberKind, identityProvider)
		}
	}
	return object
}

func (i interfaceTables) scalarOr(kind, identityProvider string) any {
	switch kind {
	case "string":
		return "text"
	case "boolean":
		return true
	case "uint32":
		return float64(7)
	default:
		return i.example(kind, identityProvider)
	}
}

// compareValue checks that a decoded JSON value has the given type, as the page describes it.
func (i interfaceTables) compareValue(t *testing.T, at, kind string, got any) {
	t.Helper()
	element, isList := strings.CutPrefix(kind, "list of ")
	if kind == "Refs" {
		element, isList = "Ref", true
	}
	isKind := false
	switch got := got.(type) {
	case string:
		isKind = kind == "string"
	case bool:
		isKind = kind == "boolean"
	case float64:
		isKind = kind == "uint32" && got >= 0 && got == float64(uint32(got))
	case []any:
		isKind = isList && len(got) > 0
		for index, one := range got {
			i.compareValue(t, fmt.Sprintf("%s/%d", at, index), element, one)
		}
	case map[string]any:
		isKind = i.isObject(kind)
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, i.names(kind)) {
			t.Errorf("%s has the members %q, and %s of the page has %q", at, names, kind, i.names(kind))
		}
		for name, value := range got {
			// An unset member has no type to compare.
			if value != nil {
				i.compareValue(t, at+"/"+name, i.of(kind)[name], value)
			}
		}
	}
	if !isKind {
		t.Errorf("%s is %v, and the page says %s", at, got, kind)
	}
}

// The reference API and IsAllowed accept the operations on the interface page. The
// reference API accepts bodies with all members. Its responses have the status and the
// members on that page.
func TestInterface_operations(t *testing.T) {
	t.Parallel()
	tables := readInterface(t)
	for _, operation := range tables.operations {
		t.Run(operation.method+" "+operation.path, func(t *testing.T) {
			t.Parallel()
			if !acctest.IsAllowed(operation.method+" "+examplePath(operation.path), nil) {
				t.Error("acceptance tests take it for undocumented")
			}
			var body any
			if operation.body != "" {
				body = tables.example(operation.body, "idp_1")
			}
			got := ask(t, startReference(), operation.method, operation.path, body)
			if got.status/100 != 2 || operation.status != 0 && got.status != operation.status {
				t.Fatalf("got %d, %v, want %d", got.status, got.body, operation.status)
			}
			if operation.response != "" {
				tables.compareValue(t, "the response", operation.response, got.body)
			}
		})
	}
}

// For every identity provider, requests and responses have the members on the interface page.
func TestInterface_bodies(t *testing.T) {
	t.Parallel()
	tables, service := readInterface(t), startReference()
	for _, name := range tables.names("EndpointOAuthProvider") {
		body := tables.example("OAuthModule", name)
		got := ask(t, service, http.MethodPut, "/edges/https/{edge_id}/routes/{route_id}/oauth", body)
		if got.status != http.StatusOK {
			t.Fatalf("%s: status %d, %v", name, got.status, got.body)
		}
		all, _ := got.body["provider"].(map[string]any)
		tables.compareValue(t, name, tables.of("EndpointOAuthProvider")[name], all[name])
	}
}

// The reference API accepts texts up to the byte limits on the page, and rejects longer texts.
func TestInterface_limits(t *testing.T) {
	t.Parallel()
	tables := readInterface(t)
	if len(tables.limits) == 0 {
		t.Fatal("the page has no limits")
	}
	for _, limit := range tables.limits {
		t.Run(limit.object+" "+limit.member, func(t *testing.T) {
			t.Parallel()
			service := startReference()
			for excess, want := range []int{http.StatusCreated, http.StatusUnprocessableEntity} {
				body := map[string]any{limit.member: strings.Repeat("x", limit.bytes+excess)}
				if got := ask(t, service, http.MethodPost, "/edges/tls", body); got.status != want {
					t.Errorf("%d bytes: got %d, want %d", limit.bytes+excess, got.status, want)
				}
			}
		})
	}
}
