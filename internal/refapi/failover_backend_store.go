// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "cmp"

// FailoverBackends returns all failover backends in order of creation. They
// are copies.
func (a *API) FailoverBackends() []FailoverBackend {
	return copies(a, a.failoverBackends)
}

// AddFailoverBackend stores a failover backend and returns it. A missing id or
// creation time is filled in. An id may hold any characters. A backend that has
// it already is replaced.
func (a *API) AddFailoverBackend(backend FailoverBackend) FailoverBackend {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.addFailoverBackend(backend)
}

func (a *API) addFailoverBackend(backend FailoverBackend) FailoverBackend {
	backend = backend.clone()
	backend.ID = cmp.Or(backend.ID, newID("fob"))
	backend.CreatedAt = cmp.Or(backend.CreatedAt, now())
	a.failoverBackends.put(backend.ID, backend)
	return backend.clone()
}

// ChangeFailoverBackend lets a function change a copy of a failover backend and
// stores the copy; its id stays. It reports whether there is a backend with this
// id. The function runs under the API's lock and must not call the API.
func (a *API) ChangeFailoverBackend(id string, change func(*FailoverBackend)) bool {
	return changed(a, a.failoverBackends, id, func(backend *FailoverBackend) {
		change(backend)
		backend.ID = id
	})
}

// RemoveFailoverBackend removes a failover backend and reports whether it was
// there.
func (a *API) RemoveFailoverBackend(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failoverBackends.remove(id)
}
