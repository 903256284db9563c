// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
)

// answered records whether the API has answered at the base URL of a client.
type answered struct {
	yes   atomic.Bool
	probe sync.Once
}

// note records a success. A page of HTML may be that of a gateway, so it proves nothing.
func (a *answered) note(made *call) {
	if made.outcome.class == Succeeded && isWrittenByAPI(made.last.body) {
		a.yes.Store(true)
	}
}

// HasAnswered reports whether the API has responded at the base URL. A gateway without an API
// may respond 404 to everything, and such a 404 must not remove objects from state. Proof is
// any success, or a refusal of the list of failover backends, which is requested at most once.
func (c *Client) HasAnswered(ctx context.Context) bool {
	if c.answered.yes.Load() {
		return true
	}
	c.answered.probe.Do(func() {
		_, err := c.do(ctx, c.FailoverBackends.pages().next)
		failure, _ := errors.AsType[*Error](err)
		if err != nil && isRefusalByAPI(failure.status) {
			c.answered.yes.Store(true)
		}
	})
	return c.answered.yes.Load()
}

// isRefusalByAPI reports whether only the API responds with this status to the request for a
// list. A gateway too may send each status in byGateway.
func isRefusalByAPI(status int) bool {
	byGateway := []int{
		http.StatusUnauthorized, http.StatusNotFound, http.StatusRequestTimeout, http.StatusGone, http.StatusTooManyRequests,
	}
	return status >= http.StatusBadRequest && status < http.StatusInternalServerError && !slices.Contains(byGateway, status)
}
