// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/sync/semaphore"
)

// outage records whether the last attempt of any request got a 5xx, or no complete response. A
// creation that is sent then may end with an unknown outcome, and the client cannot repeat it.
type outage struct {
	isOn atomic.Bool
	turn *semaphore.Weighted // of the creation that reads, while other creations wait
}

// awaitTurn returns when the next attempt may be sent. A creation is sent only after the end of
// an outage. All waits end with the context waiting.
func (c *call) awaitTurn(ctx, waiting context.Context) error {
	for {
		err := cmp.Or(c.awaitCreation(waiting), c.client.gate.wait(waiting))
		isOutage := c.request.method == http.MethodPost && c.client.outage.isOn.Load()
		if err == nil && isOutage {
			err = c.client.awaitService(ctx, waiting)
		}
		if err != nil || !isOutage && !c.lacksTurn() { // Creations may have begun to take turns meanwhile.
			return err
		}
	}
}

// awaitService reads until the service responds with anything but a 5xx.
func (c *Client) awaitService(ctx, waiting context.Context) error {
	tflog.Info(ctx, "A creation waits until the service is available")
	if c.outage.turn.Acquire(waiting, 1) == nil {
		defer c.outage.turn.Release(1)
		if c.outage.isOn.Load() {
			read := &call{client: c, request: c.anyRead, began: time.Now()}
			read.request.endsOutage = true
			_, _ = read.finish(ctx, waiting) // Any response ends the outage, also a refusal.
		}
	}
	return context.Cause(waiting)
}
