// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"errors"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// After SIGTERM, the process waits for the lock. Calls that begin then send nothing.
func TestReleasing_refusesLaterCalls(t *testing.T) {
	t.Parallel()
	s := newReleasing("test")
	s.calls.RLock() // a call in flight
	locked := make(chan bool)
	go func() {
		s.calls.Lock()
		close(locked)
	}()
	for s.calls.TryRLock() {
		s.calls.RUnlock()
	}
	if resp, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{}); resp == nil || !errors.Is(err, errTerminated) {
		t.Errorf("got %+v, %v", resp, err)
	}
	s.calls.RUnlock()
	<-locked
}
