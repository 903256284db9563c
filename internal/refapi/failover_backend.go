// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"net/http"
)

// FailoverBackend is a stored failover backend (interface section 2.1). An
// empty string means that the member is unset.
type FailoverBackend struct {
	ID, CreatedAt, Description, Metadata string
	Backends                             []string
}

func createFailoverBackend(c *exchange) (response, *problem) {
	body, p := c.readObject()
	if p != nil {
		return response{}, p
	}
	backend := FailoverBackend{
		Description: body.text("description"),
		Metadata:    body.text("metadata"),
		Backends:    body.requiredTexts("backends"),
	}
	if p := body.finish(); p != nil {
		return response{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backend = c.api.addFailoverBackend(backend)
	c.api.lagBehind(backend.ID)
	return c.created(backend.ID, backend)
}

func getFailoverBackend(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backend, there := c.api.failoverBackends.get(c.ids[0])
	if !there || c.api.lags(c.ids[0]) {
		return response{}, notFound("failover backend")
	}
	return c.respond(http.StatusOK, backend, nil)
}

func deleteFailoverBackend(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	if !c.api.failoverBackends.remove(c.ids[0]) {
		return response{}, notFound("failover backend")
	}
	return response{status: http.StatusNoContent}, nil
}

func listFailoverBackends(c *exchange) (response, *problem) {
	return page(c, "backends", c.api.failoverBackends)
}

// show shows "backends" always as a list, because this member cannot be unset.
func (b FailoverBackend) show(v *view) {
	v.add("id", b.ID)
	v.add("uri", link(v.base, "backends", "failover", b.ID))
	v.addText("created_at", b.CreatedAt)
	v.addText("description", b.Description)
	v.addText("metadata", b.Metadata)
	v.add("backends", append([]string{}, b.Backends...))
}

func patchFailoverBackend(c *exchange) (response, *problem) {
	body, p := c.readObject()
	if p != nil {
		return response{}, p
	}
	body.refuseOtherID(c.ids[0])
	asked := FailoverBackend{Description: body.text("description"), Metadata: body.text("metadata")}
	if body.sent("backends") {
		asked.Backends = body.requiredTexts("backends")
	}
	if p := body.finish(); p != nil {
		return response{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backend, there := c.api.failoverBackends.get(c.ids[0])
	if !there {
		return response{}, notFound("failover backend")
	}
	changes := c.api.responses.changedBy(body)
	apply(changes, "description", &backend.Description, asked.Description)
	apply(changes, "metadata", &backend.Metadata, asked.Metadata)
	apply(changes, "backends", &backend.Backends, asked.Backends)
	move(c, c.api.failoverBackends, &backend.ID, "fob")
	c.api.failoverBackends.put(backend.ID, backend)
	return c.updated(backend)
}

// FailoverBackends returns all failover backends in order of creation.
func (a *API) FailoverBackends() []FailoverBackend {
	return all(a, a.failoverBackends)
}

// AddFailoverBackend stores a failover backend and returns the stored backend. It
// generates a missing id and a missing creation time. The id may contain any characters.
// If the store contains a backend with this id, the new backend replaces it.
func (a *API) AddFailoverBackend(backend FailoverBackend) FailoverBackend {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.addFailoverBackend(backend)
}

func (a *API) addFailoverBackend(backend FailoverBackend) FailoverBackend {
	backend.ID = cmp.Or(backend.ID, newID("fob"))
	backend.CreatedAt = cmp.Or(backend.CreatedAt, a.createdNow())
	a.failoverBackends.put(backend.ID, backend)
	return backend
}

// ChangeFailoverBackend applies a function to a failover backend, and reports whether there
// is a backend with this id. The function cannot change the id. It may replace lists, but
// must not change their elements. It runs under the API's lock and must not call the API.
func (a *API) ChangeFailoverBackend(id string, change func(*FailoverBackend)) bool {
	return changed(a, a.failoverBackends, id, func(backend *FailoverBackend) {
		change(backend)
		backend.ID = id
	})
}

// RemoveFailoverBackend removes a failover backend and reports whether it existed.
func (a *API) RemoveFailoverBackend(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failoverBackends.remove(id)
}
