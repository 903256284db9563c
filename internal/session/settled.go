// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// settleTime is the time after which a list is expected to show every earlier write.
const settleTime = 7 * time.Second

// settled waits for [settleTime] and then reads a list, because the service may complete
// a creation whose request has failed. If ctx ends, settled reads the list at once.
// Creations that fail within the same second wait until the same time, and share a list.
func settled(
	ctx context.Context, flights *singleflight.Group, list func(context.Context) ([]api.FailoverBackend, error),
) ([]api.FailoverBackend, error) {
	start := time.Now().Add(settleTime + time.Second).Truncate(time.Second)
	flight := start.String()
	shared, err, _ := flights.Do(flight, func() (any, error) {
		following, cancel := afterWrite(ctx)
		defer cancel()
		api.Settle(ctx, time.Until(start))
		// After an interrupt, a creation may still fail while this list is being read.
		// That creation needs another list.
		flights.Forget(flight)
		return list(following)
	})
	backends, _ := shared.([]api.FailoverBackend)
	return backends, err
}
