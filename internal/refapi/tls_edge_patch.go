// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// patchTLSEdge is an undocumented operation, and so are deleteTLSEdge and
// listTLSEdges.
func patchTLSEdge(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	body.refuseOtherID(c.ids[0])
	asked := readTLSEdge(body)
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	edge, there := c.api.tlsEdges.get(c.ids[0])
	asked.applyTo(&edge, c.api.answers.changedBy(body))
	// The rules hold for the edge as it would be, with the members that stay.
	refuseBlindModules(body, edge)
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	if !there {
		return answer{}, notFound("TLS edge")
	}
	edge = edge.served(&c.api.answers)
	c.api.tlsEdges.put(edge.ID, edge)
	return c.updated(c.view().tlsEdge(edge))
}

// applyTo applies an update to an edge. It replaces lists and modules and never
// writes into them.
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

func deleteTLSEdge(c *call) (answer, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	id := c.ids[0]
	edge, there := c.api.tlsEdges.get(id)
	if !there {
		return answer{}, notFound("TLS edge")
	}
	return c.deleted(c.view().tlsEdge(edge), func() { c.api.tlsEdges.remove(id) })
}

func listTLSEdges(c *call) (answer, *problem) {
	return page(c, "tls_edges", c.api.tlsEdges, (*view).tlsEdge)
}
