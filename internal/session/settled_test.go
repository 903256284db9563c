// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Each search uses a list that starts after the settling time of its own creation.
// Creations that fail in the same second share one list, unless the run is interrupted
// and the list has already started.
func TestSettled(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		failed      []time.Duration // when the creations fail
		interrupted bool
		lists       int32
		wait        time.Duration // minimum time from a failure to the list
	}{
		"at once":       {[]time.Duration{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, false, 1, settleTime},
		"in one second": {[]time.Duration{0, 100 * time.Millisecond, 999 * time.Millisecond}, false, 1, settleTime},
		"before a list": {[]time.Duration{0, 1500 * time.Millisecond, 6900 * time.Millisecond}, false, 3, settleTime},
		"during a list": {[]time.Duration{0, 8500 * time.Millisecond}, false, 2, settleTime},
		"interrupted":   {[]time.Duration{0, 100 * time.Millisecond}, true, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begin, ctx := time.Now(), t.Context()
				if test.interrupted {
					canceled, cancel := context.WithCancel(ctx)
					cancel()
					ctx = canceled
				}
				var lists atomic.Int32
				list := func(ctx context.Context) ([]api.FailoverBackend, error) {
					lists.Add(1)
					started := time.Since(begin).String()
					<-time.After(time.Second)
					return []api.FailoverBackend{{ID: started}}, ctx.Err()
				}
				var flights singleflight.Group
				var group sync.WaitGroup
				for _, failed := range test.failed {
					group.Go(func() {
						<-time.After(failed)
						found, err := settled(ctx, &flights, list)
						started, _ := time.ParseDuration(found[0].ID)
						if wait := started - failed; err != nil || wait < test.wait || wait > test.wait+time.Second {
							t.Errorf("listed %s after the failure at %s, %v", wait, failed, err)
						}
					})
				}
				group.Wait()
				if lists.Load() != test.lists {
					t.Errorf("read the list %d times", lists.Load())
				}
			})
		})
	}
}
