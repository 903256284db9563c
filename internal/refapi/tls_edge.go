// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"net/http"
	"slices"
)

// These are the maximum lengths of a TLS edge's strings, in bytes (interface section 8).
const (
	maxEdgeDescription = 255
	maxEdgeMetadata    = 4096
)

// TLSEdge is a stored TLS edge (interface section 2.3). An empty string, an
// empty list or a nil module means that the member is unset.
type TLSEdge struct {
	ID, CreatedAt, Description, Metadata string
	Hostports                            []string
	Backend                              *EdgeBackend
	IPRestriction                        *EdgeIPRestriction
	MutualTLS                            *EdgeMutualTLS
	TLSTermination                       *EdgeTLSTermination
	TrafficPolicy                        *EdgeTrafficPolicy
}

func createTLSEdge(c *exchange) (response, *problem) {
	body, p := c.readObject()
	if p != nil {
		return response{}, p
	}
	edge := readTLSEdge(body)
	refuseBlindModules(body, edge)
	if p := body.finish(); p != nil {
		return response{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge = c.api.addTLSEdge(edge.served(&c.api.responses))
	c.api.lagBehind(edge.ID)
	return c.created(edge.ID, edge)
}

func getTLSEdge(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, there := c.api.tlsEdges.get(c.ids[0])
	if !there || c.api.lags(c.ids[0]) {
		return response{}, notFound("TLS edge")
	}
	return c.respond(http.StatusOK, edge, c.api.responses.EdgeGetMembers)
}

func readTLSEdge(body *objectReader) TLSEdge {
	return TLSEdge{
		Description:    body.shortText("description", maxEdgeDescription),
		Metadata:       body.shortText("metadata", maxEdgeMetadata),
		Hostports:      body.texts("hostports"),
		Backend:        readModule(body, "backend", readEdgeBackend),
		IPRestriction:  readModule(body, "ip_restriction", readEdgeIPRestriction),
		MutualTLS:      readModule(body, "mutual_tls", readEdgeMutualTLS),
		TLSTermination: readModule(body, "tls_termination", readEdgeTLSTermination),
		TrafficPolicy:  readModule(body, "traffic_policy", readEdgeTrafficPolicy),
	}
}

// served returns a copy of the edge. If the edge has no hostports, the copy has
// Responses.DefaultHostports.
func (e TLSEdge) served(responses *Responses) TLSEdge {
	if len(e.Hostports) == 0 {
		e.Hostports = responses.DefaultHostports
	}
	return e
}

func (e TLSEdge) show(v *view) {
	v.add("id", e.ID)
	v.addText("description", e.Description)
	v.addText("metadata", e.Metadata)
	v.addText("created_at", e.CreatedAt)
	v.add("uri", link(v.base, "edges", "tls", e.ID))
	if responses := &v.api.responses; !responses.HidesDefaults || !slices.Equal(e.Hostports, responses.DefaultHostports) {
		v.addSet("hostports", e.Hostports)
	}
	addModule(v, "backend", e.Backend)
	addModule(v, "ip_restriction", e.IPRestriction)
	addModule(v, "mutual_tls", e.MutualTLS)
	addModule(v, "tls_termination", e.TLSTermination)
	addModule(v, "traffic_policy", e.TrafficPolicy)
}

// patchTLSEdge, deleteTLSEdge and listTLSEdges are undocumented operations.
func patchTLSEdge(c *exchange) (response, *problem) {
	body, p := c.readObject()
	if p != nil {
		return response{}, p
	}
	body.refuseOtherID(c.ids[0])
	asked := readTLSEdge(body)
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, there := c.api.tlsEdges.get(c.ids[0])
	asked.applyTo(&edge, c.api.responses.changedBy(body))
	// The check covers the whole updated edge, including members that this update
	// does not change.
	refuseBlindModules(body, edge)
	if p := body.finish(); p != nil {
		return response{}, p
	}
	if !there {
		return response{}, notFound("TLS edge")
	}
	if !c.api.responses.HidesDefaults {
		edge = edge.served(&c.api.responses)
	}
	move(c, c.api.tlsEdges, &edge.ID, "tlsedge")
	c.api.tlsEdges.put(edge.ID, edge)
	return c.updated(edge)
}

// applyTo copies members from e to an edge. It calls changes(name) to select the members.
// It replaces whole lists and modules of the edge and never modifies their elements.
func (e TLSEdge) applyTo(edge *TLSEdge, changes func(name string) bool) {
	apply(changes, "description", &edge.Description, e.Description)
	apply(changes, "metadata", &edge.Metadata, e.Metadata)
	apply(changes, "hostports", &edge.Hostports, e.Hostports)
	apply(changes, "backend", &edge.Backend, e.Backend)
	apply(changes, "ip_restriction", &edge.IPRestriction, e.IPRestriction)
	apply(changes, "mutual_tls", &edge.MutualTLS, e.MutualTLS)
	apply(changes, "tls_termination", &edge.TLSTermination, e.TLSTermination)
	apply(changes, "traffic_policy", &edge.TrafficPolicy, e.TrafficPolicy)
}

func deleteTLSEdge(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	if !c.api.tlsEdges.remove(c.ids[0]) {
		return response{}, notFound("TLS edge")
	}
	return response{status: http.StatusNoContent}, nil
}

func listTLSEdges(c *exchange) (response, *problem) {
	return page(c, "tls_edges", c.api.tlsEdges)
}

// TLSEdges returns all TLS edges in order of creation.
func (a *API) TLSEdges() []TLSEdge {
	return all(a, a.tlsEdges)
}

// AddTLSEdge stores a TLS edge, without validation or defaults, and returns the stored
// edge. It generates a missing id and a missing creation time. The id may contain any
// characters. If the store contains an edge with this id, the new edge replaces it.
func (a *API) AddTLSEdge(edge TLSEdge) TLSEdge {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.addTLSEdge(edge)
}

// ChangeTLSEdge applies a function to a TLS edge, and reports whether there is an edge with
// this id. The function cannot change the id. It may replace lists and modules, but must not
// change them. It runs under the API's lock and must not call the API.
func (a *API) ChangeTLSEdge(id string, change func(*TLSEdge)) bool {
	return changed(a, a.tlsEdges, id, func(edge *TLSEdge) {
		change(edge)
		edge.ID = id
	})
}

// RemoveTLSEdge removes a TLS edge and reports whether it existed.
func (a *API) RemoveTLSEdge(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.tlsEdges.remove(id)
}

func (a *API) addTLSEdge(edge TLSEdge) TLSEdge {
	edge.ID = cmp.Or(edge.ID, newID("tlsedge"))
	edge.CreatedAt = cmp.Or(edge.CreatedAt, a.createdNow())
	a.tlsEdges.put(edge.ID, edge)
	return edge
}
