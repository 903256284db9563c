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

	mu     sync.Mutex
	drawn  map[string]int // sequences by what they run with
	struck map[fault]int
	done   map[string]int
}

func newFigures() *figures {
	return &figures{drawn: map[string]int{}, struck: map[fault]int{}, done: map[string]int{}}
}

// begin counts a sequence.
func (f *figures) begin(may operations, named, limited bool) {
	f.sequences.Add(1)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, operation := range may {
		f.drawn[string(operation)]++
	}
	if named {
		f.drawn["other names"]++
	}
	if limited {
		f.drawn["a limit"]++
	}
}

func (f *figures) strike(kind fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.struck[kind]++
}

// operate counts an operation by its name, and in the sum unless the machine
// only settles.
func (f *figures) operate(name string) {
	if name != settling {
		f.operations.Add(1)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done[name]++
}

// settling is the name of the operation by which a machine checks its state.
const settling = "settle"

// String returns the line that a test ends with.
func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	total := 0
	for _, times := range f.struck {
		total += times
	}
	return fmt.Sprintf("%d operations (%s) in %d sequences (%s); %d faults (%s); objects named by an error %d, said to be possible %d; "+
		"objects lost %d, duplicates %d, leaks %d, disagreements %d",
		f.operations.Load(), tally(f.done), f.sequences.Load(), tally(f.drawn), total, tally(f.struck),
		f.named.Load(), f.unknown.Load(),
		f.lost.Load(), f.duplicates.Load(), f.leaks.Load(), f.bad.Load())
}

func tally[K ~string](times map[K]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(times)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, times[name]))
	}
	return strings.Join(parts, ", ")
}
