// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "slices"

// patchTLSEdge is an undocumented operation, as deleteTLSEdge and listTLSEdges
// are.
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
	asked.applyTo(&edge, body.sent, &c.api.answers)
	// The rules are about the edge as it would be: what stays counts as well.
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

// applyTo changes an edge to what was asked of it, as far as the switches let
// it: members that were not sent stay, those sent as null are unset. It
// replaces lists and modules and never writes into them.
func (e TLSEdge) applyTo(edge *TLSEdge, sent func(name string) bool, answers *Answers) {
	changes := func(name string) bool {
		return (sent(name) || answers.PatchClearsOmitted) && !slices.Contains(answers.PatchIgnores, name)
	}
	if changes("description") {
		edge.Description = e.Description
	}
	if changes("metadata") {
		edge.Metadata = e.Metadata
	}
	if changes("hostports") {
		edge.Hostports = e.Hostports
	}
	if changes("backend") {
		edge.Backend = e.Backend
	}
	if changes("ip_restriction") {
		edge.IPRestriction = e.IPRestriction
	}
	if changes("mutual_tls") {
		edge.MutualTLS = e.MutualTLS
	}
	if changes("tls_termination") {
		edge.TLSTermination = e.TLSTermination
	}
	if changes("traffic_policy") {
		edge.TrafficPolicy = e.TrafficPolicy
	}
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
