// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "time"

// lagsAtMost is the age from which on GET sees every object.
const lagsAtMost = 30 * time.Second

// lag is how long GET does not see a new object.
type lag struct {
	reads int
	until time.Time
}

// FreezeList makes the lists show the store as it is now, until ThawList or
// another FreezeList.
func (a *API) FreezeList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.freeze()
	a.tlsEdges.freeze()
}

// ThawList makes the lists show the store as it is.
func (a *API) ThawList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.thaw()
	a.tlsEdges.thaw()
}

// lagBehind hides a new object from GET for as long as the switches ask. The
// caller holds the API's lock.
func (a *API) lagBehind(id string) {
	if a.answers.ReadLag > 0 {
		a.lagging[id] = lag{a.answers.ReadLag, time.Now().Add(lagsAtMost)}
	}
}

// lags reports whether GET does not see an object yet, and counts this GET. The
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

// Pending returns how many actions of the store wait for ActPending: requests
// under a Fault with ActLate, and deletions that were answered 202.
func (a *API) Pending() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.pending)
}

// ActPending runs the pending actions in the order in which their requests
// arrived, and returns how many ran. If an action leaves another one pending,
// the next call runs that.
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

// actLater leaves the whole request pending: its effect depends on the store at
// the time of acting.
func (c *call) actLater() {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	c.api.pending = append(c.api.pending, func() { c.act() })
}
