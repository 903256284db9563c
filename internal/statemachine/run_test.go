// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"cmp"
	"context"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// step is one run of a CLI, such as an apply or a refresh.
type step struct {
	name    string
	member  *member
	prepare prepare
	finish  func(*outcome)
	changes bool // the run applies a plan that may change the object
	destroy bool // a destroy was requested
}

// prepare is the first phase of a run: a refresh, a plan or an import. The plan
// is nil if the run applies nothing.
type prepare func(context.Context, *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error)

// outcome is the result of a step.
type outcome struct {
	step

	priorID     string
	policy      string // the deletion policy in state
	plan        *protocoltest.Plan
	applied     bool // the run began to apply the plan
	interrupted bool // the user interrupted the CLI before the whole plan was applied
	whenPlanned protocoltest.Diagnostics
	whenApplied protocoltest.Diagnostics
	err         error
}

// policyOf returns the deletion_policy in an edge's state. If state contains no policy,
// policyOf returns the provider's default policy. Objects of other types have no policy.
func policyOf(instance *protocoltest.Instance) string {
	if instance.TypeName != tlsEdge {
		return ""
	}
	return cmp.Or(instance.Text("deletion_policy"), prevent)
}

func (o *outcome) diagnostics() protocoltest.Diagnostics {
	return slices.Concat(o.whenPlanned, o.whenApplied)
}

func (o *outcome) failed() bool { return o.interrupted || o.diagnostics().Err() != nil }

// removes reports whether the run applied a plan that destroys or replaces the object.
func (o *outcome) removes() bool {
	return o.applied && (o.destroy || o.plan.Action == protocoltest.Replace)
}

// do runs a step with the faults of a script, and then checks the service,
// state and diagnostics.
func (m *machine) do(t *rapid.T, faults script, step step) *outcome {
	before, modules := m.service.ids(), m.modules()
	instance := step.member.instance
	done := &outcome{step: step, priorID: instance.Text("id"), policy: policyOf(instance)}
	t.Logf("faults %+v", faults)
	m.faults = faults
	m.service.begin(faults)
	m.plan(t, done)
	m.apply(t, done)
	if m.service.isInterrupted() {
		m.process = nil // An interrupted CLI has stopped it.
	}
	creations := m.service.end(m.responses)
	for _, request := range m.service.Requests() {
		t.Logf("%s %s: %d", request.Method, request.Path, request.Status)
	}
	t.Logf("%s %s: %v", done.name, done.member, done.diagnostics())
	if done.err != nil {
		t.Logf("%v", done.err)
		t.Fatal(done.name + " breaks the protocol")
	}
	m.checkSecrets(t, done)
	m.checkRequests(t, creations, done)
	m.checkRoutes(t, modules, done)
	m.checkObjects(t, before, done)
	done.finish(done)
	return done
}

// connect returns the provider for one phase of a run: a new process, or the process of
// the previous phase. The function end stops the process if it serves only this phase.
func (m *machine) connect(t *rapid.T) (provider *protocoltest.Provider, end func()) {
	if m.process == nil || !m.oneProcess {
		process, err := m.provider.Again(context.Background())
		if err != nil {
			t.Fatalf("configuring the provider: %v", err)
		}
		m.process = process
	}
	provider = m.process
	stop := func() {
		// Stopping the provider never returns an error.
		_, _ = provider.StopProvider(context.Background(), nil)
	}
	m.service.onInterrupt(stop)
	if m.oneProcess {
		return provider, func() {}
	}
	return provider, stop
}

func (m *machine) plan(t *rapid.T, done *outcome) {
	provider, end := m.connect(t)
	defer end()
	done.plan, done.whenPlanned, done.err = done.prepare(context.Background(), provider)
	done.interrupted = done.plan != nil && done.plan.Action != protocoltest.NoOp && m.service.isInterrupted()
}

func (m *machine) apply(t *rapid.T, done *outcome) {
	if done.plan == nil || done.failed() || done.err != nil {
		return
	}
	done.applied = true
	provider, end := m.connect(t)
	defer end()
	for _, stage := range done.plan.Stages(done.member.instance) {
		if done.interrupted = m.service.isInterrupted(); done.interrupted {
			return
		}
		var more protocoltest.Diagnostics
		more, done.err = stage(context.Background(), provider)
		done.whenApplied = append(done.whenApplied, more...)
		if done.err != nil || more.Err() != nil {
			return
		}
	}
}
