// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// ErrNoneCreated is the cause if a creation was not sent, because no other has succeeded for long.
var ErrNoneCreated = errors.New("the service has completed no creation for two minutes or longer")

// creations makes creations take turns after one failed, until one succeeds. Each may leave an
// object that is not in state, and reads may succeed while writes fail. A service that makes one
// change at a time refuses those that are sent together.
type creations struct {
	patience patience
	turn     *semaphore.Weighted // of the creation that is sent

	mu        sync.Mutex
	wait      time.Duration // after the last failure; 0 if creations do not take turns
	notBefore time.Time     // the end of that wait
}

// lacksTurn reports whether a call has to wait for its turn.
func (c *call) lacksTurn() bool {
	_, isOn := c.client.creations.rest()
	return isOn && !c.hasTurn && c.request.method == http.MethodPost
}

// awaitCreation returns when it is the turn of a creation. Other calls do not take turns.
func (c *call) awaitCreation(waiting context.Context) error {
	if !c.lacksTurn() {
		return nil
	}
	if c.client.creations.turn.Acquire(waiting, 1) != nil {
		return context.Cause(waiting)
	}
	c.hasTurn = true
	if rest, isOn := c.client.creations.rest(); isOn {
		sleep(waiting, rest, "the last creation failed, so creations take turns")
	}
	return nil
}

func (c *call) endTurn() {
	if c.hasTurn {
		c.client.creations.turn.Release(1)
	}
	c.hasTurn = false
}

func (t *creations) rest() (wait time.Duration, isOn bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Until(t.notBefore), t.wait > 0
}

// note doubles the wait only after a creation that had its turn, because those that were sent at
// the same time fail together. A refusal, such as 422, says nothing about other creations.
func (t *creations) note(made *call) {
	class := made.outcome.class
	hasFailed := class == Locked || made.last.sent && (class == Failed || class == Unreachable)
	t.patience.note(made, hasFailed, class == Succeeded)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case class == Succeeded:
		t.wait = 0
	case hasFailed && (made.hasTurn || t.wait == 0):
		t.wait = min(max(firstWait, 2*t.wait), minPatience) // A single creation is sent after minPatience.
		t.notBefore = time.Now().Add(t.wait)
	}
}
