// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "time"

// lagsAtMost is the age from which GET always finds an object.
const lagsAtMost = 30 * time.Second

// lag describes for how long GET does not find a new object.
type lag struct {
	reads int
	until time.Time
}

// FreezeList makes the lists show the current state of the store until ThawList or the
// next FreezeList.
func (a *API) FreezeList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.freeze()
	a.tlsEdges.freeze()
}

// ThawList makes the lists show the current state of the store again.
func (a *API) ThawList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.thaw()
	a.tlsEdges.thaw()
}

// lagBehind hides a new object from GET for as long as the switches specify. The caller
// holds the API's lock.
func (a *API) lagBehind(id string) {
	if a.answers.ReadLag > 0 {
		a.lagging[id] = lag{a.answers.ReadLag, time.Now().Add(lagsAtMost)}
	}
}

// lags reports whether an object is still hidden from GET, and counts this GET. The
// caller holds the API's lock.
func (a *API) lags(id string) bool {
	left := a.lagging[id]
	if left.reads == 0 || !time.Now().Before(left.until) {
		return false
	}
	left.reads--
	a.lagging[id] = left
	return true
}

// Pending returns the number of actions that wait for ActPending: requests under a
// Fault with ActLate, and deletions with the response 202.
func (a *API) Pending() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.pending)
}

// ActPending runs the pending actions in the order in which their requests arrived, and
// returns the number of these actions. An action may create another pending action,
// which only the next call runs.
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

// actLater postpones the whole request, because its effect depends on the store at the
// time of the action.
func (c *call) actLater() {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	c.api.pending = append(c.api.pending, func() { c.act() })
}
