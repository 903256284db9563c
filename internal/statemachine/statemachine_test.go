// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	// operationsVariable is the environment variable for the number of operations.
	operationsVariable = "TRAFFICEDGE_TEST_OPERATIONS"
	// defaultOperations is the number of operations if the variable is not set.
	defaultOperations = 1_000
	// operationsPerSequence is slightly below the average length of a sequence.
	operationsPerSequence = 30
	// enoughForAllFaults is the number of operations in which every fault strikes.
	enoughForAllFaults = 20_000
)

// TestMachine runs random sequences of operations. The package comment lists the rules that
// TestMachine checks.
func TestMachine(t *testing.T) {
	operations := defaultOperations
	if asked := os.Getenv(operationsVariable); asked != "" {
		operations = acctest.Must(strconv.Atoi(asked))(t)
	}
	acctest.NoError(t,
		flag.Set("rapid.checks", strconv.Itoa(operations/operationsPerSequence+1)),
		// The seed is enough to repeat a failure, so rapid need not write a file as well.
		flag.Set("rapid.nofailfile", "true"),
	)
	// The heap is small. With the default setting, the garbage collector would
	// run all the time.
	debug.SetGCPercent(800)
	t.Parallel()
	struck := map[fault]int{}
	rapid.Check(t, func(t *rapid.T) {
		rapid.SyncTest(t, func(t *rapid.T) {
			m := newMachine(t, struck)
			t.Repeat(m.actions())
			m.settle(t)
		})
	})
	for kind := range effects(refapi.Request{}) {
		t.Logf("%7d requests were struck by: %s", struck[kind], kind)
		if operations >= enoughForAllFaults && struck[kind] == 0 {
			t.Errorf("no request was struck by: %s", kind)
		}
	}
}

// settle ends a sequence without further faults, and checks that state and
// service converge. If the last change of an object was incomplete, settle
// applies the configuration once more.
func (m *machine) settle(t *rapid.T) {
	for _, member := range slices.Clone(m.members) {
		m.settleMember(t, member)
	}
}

func (m *machine) settleMember(t *rapid.T, member *member) {
	m.do(t, script{}, m.refreshing(t, member))
	if member.leaving {
		m.do(t, script{}, m.destroying(member, false))
		if !slices.Contains(m.members, member) {
			return
		}
	}
	if policyOf(member.instance) == prevent {
		// Under PREVENT, the provider does not replace a tainted edge. The error
		// advises users to untaint the edge.
		member.instance.Tainted = false
	}
	if (!member.settled || member.instance.Tainted || !member.instance.Exists()) && !m.converge(t, member) {
		return
	}
	m.do(t, script{}, m.refreshing(t, member))
	m.expectNoChange(t, member)
	m.checkState(t, member)
}

// converge chooses at random between the last requested and the last applied
// configuration, and applies it. It returns false if the provider correctly rejects
// the change: see cannotBeReplaced.
func (m *machine) converge(t *rapid.T, member *member) bool {
	wanted := member.desired
	if member.applied != nil && rapid.Bool().Draw(t, "former configuration") {
		wanted = member.applied
	}
	// This configuration stays the requested one, even if its plan is rejected.
	member.desired = wanted
	done := m.do(t, script{}, m.applying(t, "converge", member, wanted, options{refresh: true}))
	if strings.Contains(done.whenApplied.String(), "apply the removal and the other changes one after the other") {
		m.do(t, script{}, m.applying(t, "remove", member, onlyRemovals(member, wanted), options{refresh: true}))
		m.do(t, script{}, m.applying(t, "change", member, wanted, options{refresh: true}))
	}
	switch {
	case m.cannotBeReplaced(t, member):
		m.checkState(t, member)
		return false
	case member.failed || !member.instance.Exists():
		t.Fatal(member.instance.TypeName + " does not converge")
	}
	return true
}

// cannotBeReplaced reports whether a change requires the replacement of an edge
// whose deletion_policy prevents the replacement.
func (m *machine) cannotBeReplaced(t *rapid.T, member *member) bool {
	if m.service.may.include(api.UpdateTLSEdge) || policyOf(member.instance) != prevent {
		return false
	}
	plan, diagnostics := m.planAgain(t, member)
	return plan == nil && diagnostics.Err() != nil
}

// planAgain plans the last requested configuration, without a refresh.
func (m *machine) planAgain(t *rapid.T, member *member) (*protocoltest.Plan, protocoltest.Diagnostics) {
	provider := m.newProcess(t)
	plan, diagnostics, err := provider.PlanChange(context.Background(), member.instance, protocoltest.Change{
		Config: provider.Config(member.instance.TypeName, member.desired),
	})
	if err != nil {
		t.Logf("%v", err)
		t.Fatal("a plan breaks the protocol")
	}
	return plan, diagnostics
}
