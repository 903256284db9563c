// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

func patchFailoverBackend(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	asked := readFailoverBackendPatch(body, c.ids[0])
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backend, there := c.api.failoverBackends.get(c.ids[0])
	if !there {
		return answer{}, notFound("failover backend")
	}
	asked.applyTo(&backend, c.api.answers.changedBy(body))
	c.api.failoverBackends.put(backend.ID, backend)
	return c.updated(c.view().failoverBackend(backend))
}

// readFailoverBackendPatch reads the body of an update, which may leave out
// every member.
func readFailoverBackendPatch(body *objectReader, id string) FailoverBackend {
	body.refuseOtherID(id)
	asked := FailoverBackend{Description: body.text("description"), Metadata: body.text("metadata")}
	if body.sent("backends") {
		asked.Backends = body.requiredTexts("backends")
	}
	return asked
}

// applyTo applies an update to a backend. It replaces the list of backends and
// never writes into it.
func (b FailoverBackend) applyTo(backend *FailoverBackend, changes func(name string) bool) {
	apply(changes, "description", &backend.Description, b.Description)
	apply(changes, "metadata", &backend.Metadata, b.Metadata)
	apply(changes, "backends", &backend.Backends, b.Backends)
}
