// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"reflect"
	"slices"
)

// edgeModuleRoutes returns a path for each module of a TLS edge. The paths offer
// operations only if undocumented is true, because all of them are undocumented.
func edgeModuleRoutes(undocumented bool) []route {
	var all []route
	for _, name := range []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"} {
		methods := map[string]handler{}
		if undocumented {
			module := edgeModule(name)
			methods = map[string]handler{http.MethodGet: module.get, http.MethodPut: module.put, http.MethodDelete: module.delete}
		}
		all = append(all, route{[]string{"edges", "tls", anyID, name}, methods})
	}
	return all
}

// edgeModule is the name of a module of a TLS edge.
type edgeModule string

func (m edgeModule) get(c *call) (answer, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, p := m.of(c)
	if p != nil {
		return answer{}, p
	}
	return jsonAnswer(http.StatusOK, m.shown(c, edge))
}

func (m edgeModule) put(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	asked := m.read(body)
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, there := c.api.tlsEdges.get(c.ids[0])
	asked.applyTo(&edge, m.is)
	m.refuseIfBlind(body, edge)
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	if !there {
		return answer{}, notFound("TLS edge")
	}
	c.api.tlsEdges.put(edge.ID, edge)
	return jsonAnswer(http.StatusOK, m.shown(c, edge))
}

func (m edgeModule) delete(c *call) (answer, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, p := m.of(c)
	if p != nil {
		return answer{}, p
	}
	return c.deleted(m.shown(c, edge), func() {
		// The edge may have been changed or removed since the response.
		if edge, there := c.api.tlsEdges.get(c.ids[0]); there {
			TLSEdge{}.applyTo(&edge, m.is)
			c.api.tlsEdges.put(edge.ID, edge)
		}
	})
}

// of returns the edge of the request, or a problem if the edge does not have the
// module. The caller holds the API's lock.
func (m edgeModule) of(c *call) (TLSEdge, *problem) {
	edge, there := c.api.tlsEdges.get(c.ids[0])
	switch {
	case !there:
		return TLSEdge{}, notFound("TLS edge")
	case !m.isSet(edge):
		return TLSEdge{}, newProblem(http.StatusNotFound, "not_found", "There is no such module on this edge.")
	}
	return edge, nil
}

func (m edgeModule) is(name string) bool {
	return name == string(m)
}

func (m edgeModule) isSet(edge TLSEdge) bool {
	var module TLSEdge
	edge.applyTo(&module, m.is)
	return !reflect.DeepEqual(module, TLSEdge{})
}

// read returns an edge that contains only this module.
func (m edgeModule) read(body *objectReader) TLSEdge {
	switch m {
	case "backend":
		return TLSEdge{Backend: readEdgeBackend(body)}
	case "ip_restriction":
		return TLSEdge{IPRestriction: readEdgeIPRestriction(body)}
	case "mutual_tls":
		return TLSEdge{MutualTLS: readEdgeMutualTLS(body)}
	case "tls_termination":
		return TLSEdge{TLSTermination: readEdgeTLSTermination(body)}
	default:
		return TLSEdge{TrafficPolicy: readEdgeTrafficPolicy(body)}
	}
}

// refuseIfBlind is refuseBlindModules for a body that consists of one module.
func (m edgeModule) refuseIfBlind(body *objectReader, edge TLSEdge) {
	blind := edge.blindModules()
	switch {
	case m == "tls_termination" && len(blind) > 0:
		body.refuse("terminate_at", "must not be upstream while mutual_tls or traffic_policy is enabled")
	case slices.Contains(blind, string(m)):
		body.refuse("enabled", blindModule)
	}
}

// shown returns the module in the same form as in responses for the whole edge.
func (m edgeModule) shown(c *call, edge TLSEdge) object {
	whole := c.view().tlsEdge(edge)
	i := slices.IndexFunc(whole, func(member member) bool { return m.is(member.name) })
	module, _ := whole[i].value.(object)
	return module
}
