// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

const (
	// young is the age below which an object counts as young. Reads may lag behind
	// writes, so the response to a read may be a 404 although the young object exists.
	young = time.Minute
	// maxRereads limits how often a read is repeated because reads may lag behind writes.
	// The waits before all repetitions take at most 7.5 seconds in total.
	maxRereads = 4
	// interruptedTime limits the requests that follow a write, such as the read of a
	// created object. After the user interrupts the run, these requests continue for at
	// most this time.
	interruptedTime = 10 * time.Second
)

// isYoung reports whether an object that was created at createdAt (RFC 3339) was young
// when the service responded with err, by the clock of that response. If createdAt is
// invalid, the object counts as young.
func isYoung(err error, createdAt string) bool {
	failure, _ := errors.AsType[*api.Error](err)
	created, invalid := time.Parse(time.RFC3339, createdAt)
	return invalid != nil || failure != nil && failure.Served.Sub(created) < young
}

// AfterWrite returns a context for the requests that follow a write. The returned context
// ends [interruptedTime] after ctx ends.
func AfterWrite(ctx context.Context) (context.Context, context.CancelFunc) {
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptedTime, cancel) })
	return following, func() {
		stop()
		cancel()
	}
}
