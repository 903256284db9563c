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

// step is the part of a CLI's run that concerns one member.
type step struct {
	name    string
	member  *member
	look    look
	finish  func(*outcome)
	bound   bool // nothing is applied where the plan of another bound step fails
	changes bool // its purpose is to apply something
	destroy bool // a destroy was asked for
	shares  bool // another step has the same OAuth module
}

// look is the first half of a step: it refreshes or plans. It returns a nil plan
// if there is nothing to apply.
type look func(context.Context, *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error)

// outcome is the result of a step.
type outcome struct {
	step

	existed    string // the id that the member had
	policy     string // the deletion policy in its state
	plan       *protocoltest.Plan
	stages     []protocoltest.Stage // left to be applied
	carriedOut bool                 // the plan was applied, be it in part
	stopped    bool                 // the CLI was interrupted first
	excused    bool                 // it has explained an object that it could not name
	planned    protocoltest.Diagnostics
	applied    protocoltest.Diagnostics
	err        error
}

func newOutcome(step step) *outcome {
	instance := step.member.instance
	return &outcome{step: step, existed: instance.Text("id"), policy: policyOf(instance)}
}

// policyOf returns the deletion policy in state.
func policyOf(instance *protocoltest.Instance) string {
	if instance.TypeName == routeOAuth {
		return cmp.Or(instance.Text("deletion_policy"), abandon)
	}
	return cmp.Or(instance.Text("deletion_policy"), prevent)
}

func (o *outcome) diagnostics() protocoltest.Diagnostics {
	return slices.Concat(o.planned, o.applied)
}

func (o *outcome) failed() bool { return o.stopped || o.diagnostics().Err() != nil }

// replaces reports whether the plan gives the member another object.
func (o *outcome) replaces() bool { return o.plan != nil && o.plan.Action == protocoltest.Replace }

// do is one run of a team's CLI under the faults of one script, one request
// after the other. It accounts for the run's effects on the service, and
// finishes the steps.
func (m *machine) do(t *rapid.T, faults script, steps ...step) {
	before := m.survey()
	outcomes := make([]*outcome, len(steps))
	for i, step := range steps {
		m.figures.operate(step.name)
		outcomes[i] = newOutcome(step)
	}
	t.Logf("faults %+v", faults)
	m.faults = faults
	m.service.begin(faults)
	m.look(t, outcomes)
	m.apply(t, outcomes)
	happened := m.service.end(m.answers)
	for _, request := range m.service.Requests() {
		t.Logf("%s %s: %d", request.Method, request.Path, request.Status)
	}
	for _, done := range outcomes {
		t.Logf("%s %s: %v", done.name, done.member, done.diagnostics())
		if done.err != nil {
			t.Logf("%v", done.err)
			m.fail(t, &m.figures.bad, done.name+" breaks the protocol")
		}
		m.keepSecret(t, done, faults)
	}
	m.account(t, before, happened, outcomes)
	for _, done := range outcomes {
		done.finish(done)
	}
}

// connect returns a provider for one phase of a run, and a function that ends it.
func (m *machine) connect(t *rapid.T, outcomes []*outcome) (provider *protocoltest.Provider, end func()) {
	provider, err := outcomes[0].member.team.first.Again(context.Background())
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	end = func() {
		// It cannot refuse to stop.
		_, _ = provider.StopProvider(context.Background(), nil)
	}
	m.service.onInterrupt(end)
	return provider, end
}

func (m *machine) look(t *rapid.T, outcomes []*outcome) {
	provider, end := m.connect(t, outcomes)
	defer end()
	for _, done := range outcomes {
		if m.service.isInterrupted() {
			done.stopped = true
			continue
		}
		done.plan, done.planned, done.err = done.look(context.Background(), provider)
		done.stopped = done.plan != nil && done.plan.Action != protocoltest.NoOp && m.service.isInterrupted()
	}
}

func (m *machine) apply(t *rapid.T, outcomes []*outcome) {
	blocked := false
	for _, done := range outcomes {
		blocked = blocked || done.bound && (done.failed() || done.err != nil)
	}
	var changing []*outcome
	for _, done := range outcomes {
		if done.plan == nil || done.failed() || done.err != nil || done.bound && blocked {
			continue
		}
		done.carriedOut = true
		if done.stages = done.plan.Stages(done.member.instance); len(done.stages) > 0 {
			changing = append(changing, done)
		}
	}
	if len(changing) == 0 {
		return
	}
	provider, end := m.connect(t, changing)
	defer end()
	for len(changing) > 0 {
		chosen := 0
		if len(changing) > 1 {
			chosen = rapid.IntRange(0, len(changing)-1).Draw(t, "next")
		}
		done := changing[chosen]
		m.next(done, provider)
		if len(done.stages) == 0 {
			changing = slices.Delete(changing, chosen, chosen+1)
		}
	}
}

// next applies the next stage of a plan. A stage that fails is the last one.
func (m *machine) next(done *outcome, provider *protocoltest.Provider) {
	if m.service.isInterrupted() {
		done.stopped, done.stages = true, nil
		return
	}
	var more protocoltest.Diagnostics
	more, done.err = done.stages[0](context.Background(), provider)
	done.applied = append(done.applied, more...)
	done.stages = done.stages[1:]
	if done.err != nil || more.Err() != nil {
		done.stages = nil
	}
}
