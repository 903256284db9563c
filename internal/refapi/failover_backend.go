// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"net/http"
	"slices"
)

// FailoverBackend is a stored failover backend (interface section 2.1). An
// empty string is unset.
type FailoverBackend struct {
	ID, CreatedAt, Description, Metadata string
	Backends                             []string
}

func (b FailoverBackend) clone() FailoverBackend {
	b.Backends = slices.Clone(b.Backends)
	return b
}

func createFailoverBackend(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	backend := FailoverBackend{
		Description: body.text("description"),
		Metadata:    body.text("metadata"),
		Backends:    body.requiredTexts("backends"),
	}
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backend = c.api.addFailoverBackend(backend)
	c.api.lagBehind(backend.ID)
	backend.ID = cmp.Or(c.api.answers.CreateID, backend.ID)
	return c.created(c.view().failoverBackend(backend))
}

func getFailoverBackend(c *call) (answer, *problem) {
	c.api.mu.Lock()
	backend, there := c.api.failoverBackends.get(c.ids[0])
	there = there && !c.api.lags(c.ids[0])
	c.api.mu.Unlock()
	if !there {
		return answer{}, notFound("failover backend")
	}
	return c.showFailoverBackend(http.StatusOK, backend)
}

func deleteFailoverBackend(c *call) (answer, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	id := c.ids[0]
	backend, there := c.api.failoverBackends.get(id)
	if !there {
		return answer{}, notFound("failover backend")
	}
	return c.deleted(c.view().failoverBackend(backend), func() { c.api.failoverBackends.remove(id) })
}

func listFailoverBackends(c *call) (answer, *problem) {
	return page(c, "backends", c.api.failoverBackends, (*view).failoverBackend)
}

func (c *call) showFailoverBackend(status int, backend FailoverBackend) (answer, *problem) {
	c.api.mu.Lock()
	shown := c.view().failoverBackend(backend)
	c.api.mu.Unlock()
	return jsonAnswer(status, shown)
}

// failoverBackend shows a failover backend, in the only form that it has.
// backends is shown even when it is empty: it is never unset.
func (v *view) failoverBackend(b FailoverBackend) object {
	v.add("id", b.ID)
	v.add("uri", link(v.base, "backends", "failover", b.ID))
	v.add("created_at", b.CreatedAt)
	v.addText("description", b.Description)
	v.addMetadata("metadata", b.Metadata)
	v.add("backends", append([]string{}, b.Backends...))
	return v.members
}
