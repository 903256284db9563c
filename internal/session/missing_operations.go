// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"errors"
	"strings"
	"sync"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// missingOperations are the operations that the service turned out to lack. The
// user is told of each once. The zero value has none.
type missingOperations struct {
	mu    sync.Mutex
	told  map[string]bool // by kind of operation
	fresh []error         // not told yet
}

// note keeps err if it says that the service lacks an operation, and ignores any
// other.
func (m *missingOperations) note(err error) {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok || !api.IsNotOffered(err) {
		return
	}
	// The id of the object follows in quotes.
	kind, _, _ := strings.Cut(failure.Operation, `"`)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.told == nil {
		m.told = map[string]bool{}
	}
	if !m.told[kind] {
		m.told[kind] = true
		m.fresh = append(m.fresh, err)
	}
}

// Missing returns the errors of operations that the service lacks, without those
// that an earlier call returned.
func (s *Session) Missing() []error {
	s.missing.mu.Lock()
	defer s.missing.mu.Unlock()
	fresh := s.missing.fresh
	s.missing.fresh = nil
	return fresh
}
