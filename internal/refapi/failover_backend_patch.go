// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "slices"

// failoverBackendPatch is what an update asks for; nil leaves a member alone.
type failoverBackendPatch struct {
	description, metadata *string
	backends              []string
}

func patchFailoverBackend(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	patch := readFailoverBackendPatch(body, c.ids[0])
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backend, there := c.api.failoverBackends.get(c.ids[0])
	if !there {
		return answer{}, notFound("failover backend")
	}
	patch.apply(&backend, &c.api.answers)
	c.api.failoverBackends.put(backend.ID, backend)
	return c.updated(c.view().failoverBackend(backend))
}

func readFailoverBackendPatch(body *objectReader, id string) failoverBackendPatch {
	var patch failoverBackendPatch
	body.refuseOtherID(id)
	if body.sent("description") {
		patch.description = new(body.text("description"))
	}
	if body.sent("metadata") {
		patch.metadata = new(body.text("metadata"))
	}
	if body.sent("backends") {
		patch.backends = body.requiredTexts("backends")
	}
	return patch
}

// apply changes the backend as far as the switches let it. It replaces the
// list of backends and never writes into it.
func (p failoverBackendPatch) apply(b *FailoverBackend, answers *Answers) {
	if answers.PatchClearsOmitted {
		p = p.completed()
	}
	changes := func(name string) bool { return !slices.Contains(answers.PatchIgnores, name) }
	if p.description != nil && changes("description") {
		b.Description = *p.description
	}
	if p.metadata != nil && changes("metadata") {
		b.Metadata = *p.metadata
	}
	if p.backends != nil && changes("backends") {
		b.Backends = p.backends
	}
}

// completed is the patch of a service that takes a member left out for unset.
func (p failoverBackendPatch) completed() failoverBackendPatch {
	if p.description == nil {
		p.description = new("")
	}
	if p.metadata == nil {
		p.metadata = new("")
	}
	if p.backends == nil {
		p.backends = []string{}
	}
	return p
}
