// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// object is an object on the service. The id of an OAuth module is the id of its route.
type object struct {
	kind  *kind
	id    string
	value any // as package refapi stores it
}

type objects []object

// find returns the object with an id, or the zero value.
func (o objects) find(id string) object {
	i := slices.IndexFunc(o, func(found object) bool { return found.id == id })
	if i < 0 {
		return object{}
	}
	return o[i]
}

// objects returns all objects on the service, in the order of their creation.
func (m *machine) objects() objects {
	var found objects
	for _, backend := range m.service.FailoverBackends() {
		found = append(found, object{m.kind(failoverBackend), backend.ID, backend})
	}
	for _, edge := range m.service.TLSEdges() {
		found = append(found, object{m.kind(tlsEdge), edge.ID, edge})
	}
	for _, routeID := range m.service.routes {
		if module, exists := m.service.RouteOAuth(edgeOfRoutes, routeID); exists {
			found = append(found, object{m.kind(routeOAuth), routeID, module})
		}
	}
	return found
}

// stored returns an object on the service with the attributes that its state has.
func (m *machine) stored(found object) map[string]any {
	stored := plain(found.value)
	switch value := found.value.(type) {
	case refapi.TLSEdge:
		stored["Hostports"] = shownHostports(m.service.responses, value)
	case refapi.OAuthModule:
		stored["id"], stored["edge_id"], stored["route_id"] = edgeOfRoutes+"/"+found.id, edgeOfRoutes, found.id
		stored["identity_provider"] = map[string]any{value.Provider.Name: stored["Provider"]}
		delete(stored, "Provider")
		return plain(stored)
	}
	stored["uri"] = baseURL + found.kind.path + found.id
	return plain(stored)
}

// shown returns the object in the state of a member, without the attributes that the
// service does not know. If state has no client secret, shown takes it from the configuration.
func (m *member) shown() map[string]any {
	shown := protocoltest.PlainObject(m.instance.State)
	delete(shown, "deletion_policy")
	if m.instance.TypeName == routeOAuth {
		shown["options_passthrough"], _ = shown["options_passthrough"].(bool)
	}
	for name, found := range identityProviders(shown) {
		configured := identityProviders(m.applied)[name]
		for _, form := range []string{"client_secret", "client_secret_wo"} {
			if found["client_secret"] == nil {
				found["client_secret"] = configured[form]
			}
		}
		delete(found, "client_secret_wo_version")
		found["name"] = name
	}
	return plain(shown)
}

// plain returns an object as package json decodes it.
func plain(value any) map[string]any {
	encoded, err := json.Marshal(value)
	var object map[string]any
	if err := errors.Join(err, json.Unmarshal(encoded, &object)); err != nil {
		panic(err)
	}
	return object
}

// meaning returns a value as package json decodes it, without differences that mean nothing:
// values that are not set, other words of [acctest.Normalized], and the order of a set. The
// names in an object get one [spelling].
func meaning(name string, value any) any {
	switch value := value.(type) {
	case string:
		return acctest.Normalized(name, value)
	case []any:
		value = slices.Clone(value)
		for i, element := range value {
			value[i] = meaning(name, element)
		}
		if name != "backends" {
			slices.SortFunc(value, func(a, b any) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			value = slices.CompactFunc(value, reflect.DeepEqual)
		}
		return value
	case map[string]any:
		kept := map[string]any{}
		for name, inner := range value {
			if name = acctest.Spelling(name); isSet(meaning(name, inner)) {
				kept[name] = meaning(name, inner)
			}
		}
		return kept
	}
	return value
}

// isSet reports whether a value is set. The values that are not set are null, "", an empty
// list, and a disabled module without settings.
func isSet(value any) bool {
	switch value := value.(type) {
	case nil:
		return false
	case string:
		return value != ""
	case []any:
		return len(value) > 0
	case map[string]any:
		enabled, hasEnabled := value["enabled"].(bool)
		return enabled || len(value) > 1 || len(value) == 1 && !hasEnabled
	}
	return true
}
