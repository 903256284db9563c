// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

// Every request waits until all pauses have ended. The rate limit also applies after a pause, to
// requests that waited for the end of the pause and to requests whose time slot fell into the pause.
func TestGate_pause(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		requestsPerMinute     int
		pausedAfter           time.Duration
		first, last, interval time.Duration
	}{
		"no limit":     {0, 0, 3 * time.Second, 3 * time.Second, 0},
		"paused first": {60, 0, 3 * time.Second, 7 * time.Second, time.Second / 2},
		"paused later": {60, 500 * time.Millisecond, 3500 * time.Millisecond, 8 * time.Second, time.Second / 2},
		"paused last":  {60, 10 * time.Second, time.Second, 5 * time.Second, time.Second / 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			g, begin := newGate(test.requestsPerMinute), time.Now()
			if test.pausedAfter > 0 {
				_ = g.wait(t.Context()) // uses the slot of this second
			}
			time.AfterFunc(test.pausedAfter, func() {
				g.pause(3*time.Second, "a limit")
				g.pause(time.Second, "another")
			})
			synctest.Wait()
			var mu sync.Mutex
			var sent []time.Duration
			var group sync.WaitGroup
			for range 5 {
				group.Go(func() {
					if err := g.wait(t.Context()); err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					sent = append(sent, time.Since(begin).Round(time.Millisecond))
				})
			}
			group.Wait()
			for i, at := range sent {
				if at < test.first || at > test.last || i > 0 && at < sent[i-1]+test.interval {
					t.Errorf("%s: sent at %v", name, sent)
				}
			}
		})
	}
}

func TestGate_contextEnds(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*gate){
		"before":       func(*gate) {},
		"for its slot": func(g *gate) { _ = g.wait(context.Background()) }, //nolint:usetesting // this context must not end
		"in a pause":   func(g *gate) { g.pause(time.Minute, "a limit") },
	} {
		synctest.Test(t, func(t *testing.T) {
			g := newGate(1)
			prepare(g)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(0, cancel)
			synctest.Wait()
			if err := g.wait(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", name, err)
			}
		})
	}
}

// The log contains the reason for each wait.
func TestSleep_log(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		ctx := tflogtest.RootLogger(t.Context(), &log)
		g := newGate(0)
		g.pause(8*time.Second, "a limit")
		err := g.wait(ctx)
		sleep(ctx, time.Second, "a reason")
		limit, reason, _ := strings.Cut(log.String(), "\n")
		isRight := strings.HasSuffix(limit, `"reason":"a limit","wait_ms":8000}`) && strings.HasSuffix(reason, `"reason":"a reason","wait_ms":1000}`+"\n")
		if err != nil || !isRight || strings.Count(log.String(), "\n") != 2 {
			t.Errorf("got %v, logged %s", err, &log)
		}
	})
}
