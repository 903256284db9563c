// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package gate

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// Wait waits and logs the reason. If the context ends first, it returns the error
// of the context.
func Wait(ctx context.Context, wait time.Duration, reason string) error {
	if wait <= 0 {
		return ctx.Err()
	}
	tflog.Info(ctx, "Waiting before the next API request", map[string]any{
		"wait_ms": wait.Milliseconds(),
		"reason":  reason,
	})
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// exponentialWait returns a wait that doubles with every attempt, up to longest. It
// is spread over its upper half, so that clients that failed together do not come
// back together.
func exponentialWait(first, longest time.Duration, attempt int) time.Duration {
	wait := exponential(first, longest, attempt)
	return wait/2 + rand.N(wait/2+1)
}

func exponential(first, longest time.Duration, attempt int) time.Duration {
	return min(first<<min(attempt, 16), longest)
}
