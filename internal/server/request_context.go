package server

import (
	"context"
	"sync/atomic"
	"time"
)

// requestContext is the context of a request until it has been answered, and
// from then on an empty one that is canceled, whoever still holds it.
type requestContext struct {
	request atomic.Pointer[context.Context] // nil once it has been answered
}

// newRequestContext returns the context of a request, and what to call when the
// request has been answered.
func newRequestContext(ctx context.Context) (request context.Context, answered func()) {
	c := &requestContext{}
	c.request.Store(&ctx)
	return c, func() { c.request.Store(nil) }
}

func (c *requestContext) current() context.Context {
	if request := c.request.Load(); request != nil {
		return *request
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return ended
}

// Deadline is the request's.
func (c *requestContext) Deadline() (deadline time.Time, ok bool) {
	return c.current().Deadline()
}

// Done is closed when the request is canceled or has been answered.
func (c *requestContext) Done() <-chan struct{} {
	return c.current().Done()
}

// Err tells whether the request is canceled or has been answered.
func (c *requestContext) Err() error {
	return c.current().Err()
}

// Value is the request's.
func (c *requestContext) Value(key any) any {
	return c.current().Value(key)
}

// withoutValues returns a context that ends when ctx does, or when end is
// called, and carries nothing else of it. Without loggers in its context, the
// framework spends nothing on lines that nobody reads.
func withoutValues(ctx context.Context) (empty context.Context, end func()) {
	empty, cancel := context.WithCancel(context.Background())
	unlink := context.AfterFunc(ctx, cancel)
	return empty, func() {
		unlink()
		cancel()
	}
}
