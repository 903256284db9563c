// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// stranger is an object that is not in state and can be imported. The arguments
// are a configuration for the import.
type stranger struct {
	kind      kind
	identity  map[string]string
	arguments arguments
}

// strangers returns the failover backends and edges that are not in state, and
// the former routes of OAuth modules.
func (m *machine) strangers(t *rapid.T) []stranger {
	var found []stranger
	for _, backend := range m.service.FailoverBackends() {
		if m.explained[backend.ID] != "" {
			found = append(found, stranger{m.kinds[0], map[string]string{"id": backend.ID}, configuredBackend(backend)})
		}
	}
	for _, edge := range m.service.TLSEdges() {
		if m.explained[edge.ID] != "" {
			found = append(found, stranger{m.kinds[1], map[string]string{"id": edge.ID}, configuredEdge(m.responses, edge)})
		}
	}
	for _, routeID := range m.abandonedRoutes {
		if !m.hasRoute(routeID) {
			drawn := m.kinds[2].draw(t).with("edge_id", edgeOfRoutes).with("route_id", routeID)
			found = append(found, stranger{m.kinds[2], map[string]string{"edge_id": edgeOfRoutes, "route_id": routeID}, drawn})
		}
	}
	return found
}

func (m *machine) hasRoute(routeID string) bool {
	return slices.ContainsFunc(m.members, func(member *member) bool {
		return member.desired["route_id"] == routeID || member.applied["route_id"] == routeID || m.routeOf(member) == routeID
	})
}

func drawBackend(t *rapid.T) refapi.FailoverBackend {
	drawn := failoverBackendKind{}.draw(t)
	backends, _ := drawn["backends"].([]string)
	description, _ := drawn["description"].(string)
	return refapi.FailoverBackend{Description: description, Backends: backends, CreatedAt: drawAge(t)}
}

// drawAge draws a creation time: either "", which means now, or an hour ago. If an object
// is missing, the provider retries the read only if the object is new.
func drawAge(t *rapid.T) string {
	return sampled(t, "created_at", "", longAgo())
}

func drawEdge(t *rapid.T) refapi.TLSEdge {
	edge := refapi.TLSEdge{Description: "old", Hostports: []string{"old.example.com:443"}, CreatedAt: drawAge(t)}
	if rapid.Bool().Draw(t, "with ip_restriction") {
		edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: drawIDs("ipp").Draw(t, "ip_policy_ids")}
	}
	return edge
}

func configuredBackend(backend refapi.FailoverBackend) arguments {
	return arguments{
		"backends":    backend.Backends,
		"description": textOrNull(backend.Description),
		"metadata":    textOrNull(backend.Metadata),
	}
}

func configuredEdge(responses refapi.Responses, edge refapi.TLSEdge) arguments {
	configured := arguments{"description": textOrNull(edge.Description), "metadata": textOrNull(edge.Metadata)}
	if hostports := shownHostports(responses, edge); len(hostports) > 0 {
		configured["hostports"] = hostports
	}
	for name, module := range storedModules(edge) {
		if len(significant(map[string]any{name: module})) == 0 {
			// The import of an edge ignores a module without settings.
			continue
		}
		if module["min_version"] == "" {
			module["min_version"] = nil
		}
		configured[name] = module
	}
	return configured
}

// onlyRemovals returns a configuration of an edge as it is, without the modules that the
// wanted configuration lacks.
func (m *machine) onlyRemovals(member *member, wanted arguments) arguments {
	edges := m.service.TLSEdges()
	i := slices.IndexFunc(edges, func(edge refapi.TLSEdge) bool { return edge.ID == member.instance.Text("id") })
	removing := configuredEdge(m.responses, edges[i]).with("deletion_policy", wanted["deletion_policy"])
	for _, name := range tlsEdgeArguments() {
		if _, isModule := removing[name].(map[string]any); isModule && wanted[name] == nil {
			removing[name] = nil
		}
	}
	return removing
}

func textOrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
