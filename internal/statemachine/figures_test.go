// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// figures count the operations and the findings of one test's machines.
type figures struct {
	operations, sequences        atomic.Int64
	named, unknown               atomic.Int64
	lost, duplicates, leaks, bad atomic.Int64

	mu    sync.Mutex
	times map[string]int // by what happened
}

func newFigures() *figures { return &figures{times: map[string]int{}} }

// begin counts a sequence.
func (f *figures) begin(may operations, named, limited bool) {
	f.sequences.Add(1)
	for _, operation := range may {
		f.count("with", operation)
	}
	if named {
		f.count("with", "other names")
	}
	if limited {
		f.count("with", "a limit")
	}
}

func (f *figures) strike(kind fault) { f.count("fault", kind) }

// operate counts an operation by its name, and in the sum unless the machine
// only settles.
func (f *figures) operate(name string) {
	if name != settling {
		f.operations.Add(1)
	}
	f.count("operation", name)
}

func (f *figures) count(kind string, what any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.times[fmt.Sprintf("%s %s", kind, what)]++
}

// settling is the name of the operation by which a machine checks its state.
const settling = "settle"

// String returns the line that a test ends with.
func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var times []string
	for _, name := range slices.Sorted(maps.Keys(f.times)) {
		times = append(times, fmt.Sprintf("%s: %d", name, f.times[name]))
	}
	return fmt.Sprintf("%d operations in %d sequences; objects named by an error %d, said to be possible %d; "+
		"objects lost %d, duplicates %d, leaks %d, disagreements %d; %s", f.operations.Load(), f.sequences.Load(), f.named.Load(), f.unknown.Load(),
		f.lost.Load(), f.duplicates.Load(), f.leaks.Load(), f.bad.Load(), strings.Join(times, ", "))
}
