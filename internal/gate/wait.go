// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package gate

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

const (
	// firstWait is the longest wait after a first failure.
	firstWait = 500 * time.Millisecond
	// longWait is how long a wait has to be for a warning in the log.
	longWait = 10 * time.Second
)

// Wait waits and logs the reason. If the context ends first, it returns the error
// of the context.
func Wait(ctx context.Context, wait time.Duration, reason string) error {
	if wait <= 0 {
		return ctx.Err()
	}
	log := tflog.Info
	if wait >= longWait {
		log = tflog.Warn
	}
	log(ctx, "Waiting before the next API request", map[string]any{
		"wait_ms": wait.Milliseconds(),
		"reason":  reason,
	})
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
		return nil
	}
}

// Backoff returns the wait of a failed request before its next attempt. It doubles
// with every attempt, up to longest. It is spread over its upper half, so that
// clients that failed together do not come back together.
func Backoff(_, longest time.Duration, attempt int, _ *http.Response) time.Duration {
	wait := exponential(longest, attempt)
	return wait/2 + rand.N(wait/2+1)
}

func exponential(longest time.Duration, attempt int) time.Duration {
	return min(firstWait<<min(attempt, 16), longest)
}
