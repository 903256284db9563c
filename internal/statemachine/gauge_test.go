// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import "sync"

// gauge is a [sync.WaitGroup] that may be counted up from zero during a wait, as
// by requests that arrive late.
type gauge struct {
	mu    sync.Mutex
	zero  *sync.Cond
	count int
}

func newGauge() *gauge {
	g := &gauge{}
	g.zero = sync.NewCond(&g.mu)
	return g
}

// Add counts up or down.
func (g *gauge) Add(delta int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count += delta
	if g.count == 0 {
		g.zero.Broadcast()
	}
}

// Done counts down by one.
func (g *gauge) Done() { g.Add(-1) }

// Go counts a function while it runs.
func (g *gauge) Go(run func()) {
	g.Add(1)
	go func() {
		defer g.Done()
		run()
	}()
}

// Wait returns when the count is zero.
func (g *gauge) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.count > 0 {
		g.zero.Wait()
	}
}
