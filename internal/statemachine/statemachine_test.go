package statemachine_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	// operationsVariable is the setting for how many operations the machines do.
	operationsVariable = "TRAFFICEDGE_TEST_OPERATIONS"
	// defaultOperations is how many they do where it says nothing.
	defaultOperations = 10_000
	// operationsPerSequence is a little less than a sequence has on average.
	operationsPerSequence = 25
	// Machines run side by side, more than there are processors, since each spends
	// most of its time waiting.
	orderlyMachines = 4
	hastyMachines   = 2
)

// TestMain tells rapid how much to do. Its flags are the only way to.
func TestMain(m *testing.M) {
	flag.Parse()
	operations := defaultOperations
	if asked := os.Getenv(operationsVariable); asked != "" {
		parsed, err := strconv.Atoi(asked)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", operationsVariable, err)
			os.Exit(2)
		}
		operations = parsed
	}
	sequences := operations/operationsPerSequence/(orderlyMachines+hastyMachines) + 1
	setDefault("rapid.checks", strconv.Itoa(sequences))
	setDefault("test.parallel", strconv.Itoa(2+orderlyMachines+hastyMachines))
	// The seed is enough to fail again, and leaves nothing behind.
	setDefault("rapid.nofailfile", "true")
	os.Exit(m.Run())
}

func setDefault(name, value string) {
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == name })
	if chosen {
		return
	}
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}

// One operation after the other: what fails once, fails again with its seed.
func TestMachine(t *testing.T) {
	t.Parallel()
	runMachines(t, orderlyMachines, (*machine).actions)
}

// Several operations at once too, as a CLI applies them. In which order they
// meet the service is not in the seed.
func TestMachine_together(t *testing.T) {
	t.Parallel()
	runMachines(t, hastyMachines, (*machine).actionsTogether)
}

// runMachines runs machines side by side and logs what they did.
func runMachines(t *testing.T, count int, actions func(*machine) map[string]func(*rapid.T)) {
	t.Helper()
	figures := newFigures()
	t.Cleanup(func() {
		if len(figures.failure) > 0 {
			t.Logf("the first failure:\n%s", strings.Join(figures.failure, "\n"))
		}
		t.Log(figures)
	})
	for i := range count {
		t.Run(fmt.Sprintf("machine %d", i+1), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				m := newMachine(t, figures)
				t.Repeat(actions(m))
				m.settle(t)
			})
		})
	}
}
