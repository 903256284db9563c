// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "cmp"

// TLSEdges returns all TLS edges in order of creation. They are copies.
func (a *API) TLSEdges() []TLSEdge {
	return copies(a, a.tlsEdges)
}

// AddTLSEdge stores a TLS edge and returns it. A missing id or creation time is
// filled in. No rule is checked and no default added. An id may hold any
// characters. An edge that has it already is replaced.
func (a *API) AddTLSEdge(edge TLSEdge) TLSEdge {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.addTLSEdge(edge)
}

// ChangeTLSEdge lets a function change a copy of a TLS edge and stores the copy;
// its id stays. It reports whether there is an edge with this id. The function
// runs under the API's lock and must not call the API.
func (a *API) ChangeTLSEdge(id string, change func(*TLSEdge)) bool {
	return changed(a, a.tlsEdges, id, func(edge *TLSEdge) {
		change(edge)
		edge.ID = id
	})
}

// RemoveTLSEdge removes a TLS edge and reports whether it was there.
func (a *API) RemoveTLSEdge(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.tlsEdges.remove(id)
}

func (a *API) addTLSEdge(edge TLSEdge) TLSEdge {
	edge = edge.clone()
	edge.ID = cmp.Or(edge.ID, newID("tlsedge"))
	edge.CreatedAt = cmp.Or(edge.CreatedAt, now())
	a.tlsEdges.put(edge.ID, edge)
	return edge.clone()
}
