// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

const (
	// operationsVariable is the environment variable for the number of operations.
	operationsVariable = "TRAFFICEDGE_TEST_OPERATIONS"
	// defaultOperations is the number of operations if the variable is not set.
	defaultOperations = 1_000
	// seedVariable is the environment variable for the seed of a run. If the
	// variable is not set, each run uses another seed.
	seedVariable = "TRAFFICEDGE_TEST_SEED"
	// processesVariable is the environment variable for the processes of the provider:
	// "one" for all runs of a sequence, "many" for one in each phase of a run, or random.
	processesVariable = "TRAFFICEDGE_TEST_PROCESSES"
	// operationsPerSequence is slightly below the average length of a sequence.
	operationsPerSequence = 30
	// machines is the number of machines. They run in parallel and share the operations.
	machines = 4
)

// TestMain sets flags for rapid, because rapid reads the number of sequences
// only from a flag.
func TestMain(m *testing.M) {
	flag.Parse()
	operations, err := fromEnvironment(operationsVariable, defaultOperations)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	sequences := operations/operationsPerSequence/machines + 1
	setDefault("rapid.checks", strconv.Itoa(sequences))
	setDefault("test.parallel", strconv.Itoa(1+machines))
	// The heap is small. With the default setting, the garbage collector would
	// run all the time.
	debug.SetGCPercent(800)
	memory.serveClients()
	// The seed is enough to repeat a failure. Without this flag, rapid would
	// also write each failure to a file.
	setDefault("rapid.nofailfile", "true")
	os.Exit(m.Run())
}

func fromEnvironment(name string, otherwise int) (int, error) {
	asked := os.Getenv(name)
	if asked == "" {
		return otherwise, nil
	}
	parsed, err := strconv.Atoi(asked)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return parsed, nil
}

func setDefault(name, value string) {
	if isSet(name) {
		return
	}
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}

func isSet(name string) bool {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// TestMachine runs random sequences of operations on several machines in
// parallel. The package comment lists the rules that TestMachine checks.
func TestMachine(t *testing.T) {
	t.Parallel()
	first, err := fromEnvironment(seedVariable, rand.Int())
	if err != nil {
		t.Fatal(err)
	}
	var seeding sync.Mutex // locked from when a machine sets the seed flag until rapid has read the flag
	isChosen := isSet("rapid.seed")
	for i := range machines {
		t.Run(fmt.Sprintf("machine %d", i+1), func(t *testing.T) {
			t.Parallel()
			seeding.Lock()
			begun := sync.OnceFunc(seeding.Unlock)
			defer begun()
			if !isChosen {
				setSeed(t, first)
			}
			t.Logf("-rapid.seed=%s", flag.Lookup("rapid.seed").Value)
			rapid.Check(t, func(t *rapid.T) {
				begun()
				rapid.SyncTest(t, func(t *rapid.T) {
					m := newMachine(t)
					t.Repeat(m.actions())
					m.settle(t)
				})
			})
		})
	}
}

// setSeed sets the seed of one machine. The seed is derived from the seed of
// the run and the name of the subtest, so each machine has its own seed.
func setSeed(t *testing.T, first int) {
	t.Helper()
	ofMachine := fnv.New64a()
	_, _ = fmt.Fprint(ofMachine, first, t.Name())
	if err := flag.Set("rapid.seed", strconv.FormatUint(ofMachine.Sum64()>>1|1, 10)); err != nil {
		t.Error(err)
	}
}
