// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "context"

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
func (c *call) actLater(ctx context.Context) {
	late := *c
	late.request = c.request.Clone(context.WithoutCancel(ctx))
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	c.api.pending = append(c.api.pending, func() { late.act() })
}
