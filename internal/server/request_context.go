// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"sync/atomic"
	"time"
)

// requestContext is the context of a call until the call returns. From then on it
// is canceled and has no values, even if something still holds it.
type requestContext struct {
	call atomic.Pointer[context.Context] // nil once the call has returned
}

// newRequestContext returns a context for a call, and the function that ends it
// when the call returns.
func newRequestContext(ctx context.Context) (request context.Context, end func()) {
	c := &requestContext{}
	c.call.Store(&ctx)
	return c, func() { c.call.Store(nil) }
}

func (c *requestContext) current() context.Context {
	if call := c.call.Load(); call != nil {
		return *call
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return ended
}

// These methods are those of [context.Context].

func (c *requestContext) Deadline() (deadline time.Time, ok bool) { return c.current().Deadline() }

func (c *requestContext) Done() <-chan struct{} { return c.current().Done() }

func (c *requestContext) Err() error { return c.current().Err() }

func (c *requestContext) Value(key any) any { return c.current().Value(key) }
