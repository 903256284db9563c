// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"reflect"
)

// edgeModuleRoutes returns a route for each module of a TLS edge. The only
// operation of these routes is DELETE, which is undocumented. If undocumented
// is false, the routes return 405 for every method.
func edgeModuleRoutes(undocumented bool) []route {
	var all []route
	for _, name := range []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"} {
		methods := map[string]handler{}
		if undocumented {
			methods[http.MethodDelete] = edgeModule(name).delete
		}
		all = append(all, route{[]string{"edges", "tls", anyID, name}, methods})
	}
	return all
}

// edgeModule is the name of a module of a TLS edge.
type edgeModule string

func (m edgeModule) delete(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, there := c.api.tlsEdges.get(c.ids[0])
	if !there || !m.isSet(edge) {
		return response{}, notFound("module of the TLS edge")
	}
	TLSEdge{}.applyTo(&edge, m.is)
	c.api.tlsEdges.put(edge.ID, edge)
	return response{status: http.StatusNoContent}, nil
}

func (m edgeModule) is(name string) bool {
	return name == string(m)
}

func (m edgeModule) isSet(edge TLSEdge) bool {
	var module TLSEdge
	edge.applyTo(&module, m.is)
	return !reflect.DeepEqual(module, TLSEdge{})
}
