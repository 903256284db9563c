// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "time"

// FreezeList takes a snapshot of all failover backends and TLS edges. Until the next
// call of ThawList or FreezeList, the lists of these objects show the snapshot, without
// later changes.
func (a *API) FreezeList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.freeze()
	a.tlsEdges.freeze()
}

// ThawList ends the effect of FreezeList, so that the lists show all changes again.
func (a *API) ThawList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.frozen = nil
	a.tlsEdges.frozen = nil
}

// lagBehind notes that an object is new. The caller must hold the API's lock.
func (a *API) lagBehind(id string) { a.madeAt[id] = time.Now() }

// lags reports whether Responses.ReadLag hides an object from GET. The caller must hold the
// API's lock.
func (a *API) lags(id string) bool { return time.Since(a.madeAt[id]) < a.responses.ReadLag }

// Pending returns the number of requests with the fault ActLate that have not taken effect.
// They take effect when ActPending is called.
func (a *API) Pending() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.pending)
}

// ActPending makes the delayed requests take effect, oldest first, and returns their
// number.
func (a *API) ActPending() int {
	a.mu.Lock()
	actions := a.pending
	a.pending = nil
	a.mu.Unlock()
	for _, action := range actions {
		action()
	}
	return len(actions)
}

// actLater postpones the whole request until ActPending is called. The effect
// of the request depends on the store at the time of that call.
func (c *exchange) actLater() {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	c.api.pending = append(c.api.pending, func() { c.act() })
}
