// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"net/http"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// step is one run of a CLI, such as an apply or a refresh.
type step struct {
	name    string
	member  *member
	refresh bool    // the run begins with a refresh of the member
	prepare prepare // the rest of the first phase, or nil
	finish  func(*outcome)
	changes bool // the run applies a plan that may change the object
	destroy bool // a destroy was requested
	reads   bool // the run reads the data source of the object after its creation
	created int  // how many objects the run may create, if more than one
}

// prepare is a part of the first phase of a run, such as a plan or an import. The plan
// is nil if the run applies nothing.
type prepare func(context.Context, *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error)

// outcome is the result of a step.
type outcome struct {
	step

	began, ended time.Time
	faults       script
	requests     []refapi.Request
	priorID      string
	policy       string // the deletion policy in state
	plan         *protocoltest.Plan
	applied      bool // the run began to apply the plan
	interrupted  bool // the user interrupted the CLI before the whole plan was applied
	whenPlanned  protocoltest.Diagnostics
	whenApplied  protocoltest.Diagnostics
	whenRead     protocoltest.Diagnostics // of the data source of a new object
	err          error
}

func (o *outcome) diagnostics() protocoltest.Diagnostics {
	return slices.Concat(o.whenPlanned, o.whenApplied, o.whenRead)
}

// failed does not include the data source of a new object.
func (o *outcome) failed() bool {
	return o.interrupted || o.err != nil || o.whenPlanned.Failed() || o.whenApplied.Failed()
}

// removes reports whether the run applied a plan that destroys or replaces the object.
func (o *outcome) removes() bool {
	return o.applied && (o.destroy || o.plan.Action == protocoltest.Replace)
}

// unavailable is longer than the time for which a process sends nothing to an unavailable service.
const unavailable = 3 * time.Minute

// do runs a step with the faults of a script, and then checks the service,
// state and diagnostics.
func (m *machine) do(t *rapid.T, faults script, step step) *outcome {
	if m.isOld && step.member.instance.Tainted {
		// CLIs replace a tainted object without its private state, which has the second clock.
		time.Sleep(m.service.responses.ReadLag)
	}
	before := m.objects()
	done := &outcome{step: step, began: time.Now(), faults: faults, priorID: step.member.id(), policy: policyOf(step.member.instance)}
	t.Logf("faults %+v", faults)
	m.service.begin(faults)
	m.plan(t, done)
	m.apply(t, done)
	if m.service.isInterrupted() {
		m.process = nil // An interrupted CLI has stopped it.
	}
	done.ended = time.Now()
	done.requests = m.service.end()
	t.Logf("%s %s: %v", done.name, done.member, done.diagnostics())
	if done.err != nil {
		t.Logf("%v", done.err)
		t.Fatal(done.name + " breaks the protocol")
	}
	isRefused := func(r refapi.Request) bool {
		return r.Status == http.StatusTooManyRequests || r.Status >= http.StatusInternalServerError || r.Status == 0
	}
	if m.oneProcess && (done.diagnostics().Failed() || done.interrupted || slices.ContainsFunc(done.requests, isRefused)) {
		time.Sleep(unavailable) // The error of an unavailable service advises users to wait.
	}
	m.checkSecrets(t, done)
	m.checkRequests(t, done)
	after := m.objects()
	m.checkRoutes(t, before, after, done)
	m.checkObjects(t, before, after, done)
	m.checkCreation(t, done)
	done.finish(done)
	// A request whose connection is refused is not among the requests of the step.
	isTrial := m.isTrial || slices.Contains(faults.faults, refused)
	for _, request := range done.requests {
		isCreated := request.Method == http.MethodPost && request.Status/100 == 2
		isTrial = !isCreated && (isTrial || isRefused(request) || request.Method == http.MethodPost)
	}
	m.isTrial = m.oneProcess && isTrial
	return done
}

// newProcess starts a process of the provider.
func (m *machine) newProcess(t *rapid.T) *protocoltest.Provider {
	process, err := m.provider.Again(context.Background())
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	return process
}

// connect returns the provider for one phase of a run: a new process, or the process of
// the previous phase. The function end stops the process if it serves only this phase.
func (m *machine) connect(t *rapid.T) (provider *protocoltest.Provider, end func()) {
	if m.process == nil || !m.oneProcess {
		m.process = m.newProcess(t)
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
	if done.refresh {
		done.whenPlanned, done.err = refresh(context.Background(), provider, done.member)
	}
	if done.prepare == nil || done.failed() {
		return
	}
	var more protocoltest.Diagnostics
	done.plan, more, done.err = done.prepare(context.Background(), provider)
	done.whenPlanned = append(done.whenPlanned, more...)
	done.interrupted = done.plan != nil && done.plan.Action != protocoltest.NoOp && m.service.isInterrupted()
}

// refresh refreshes a member that is in state.
func refresh(ctx context.Context, p *protocoltest.Provider, member *member) (protocoltest.Diagnostics, error) {
	diagnostics, err := p.Refresh(ctx, member.instance)
	if err == nil && !diagnostics.Failed() {
		// A read of an OAuth module does not always detect a change outside the provider.
		member.drifted, member.unread = member.drifted && member.instance.TypeName == routeOAuth, false
	}
	return diagnostics, err
}

func (m *machine) apply(t *rapid.T, done *outcome) {
	if done.plan == nil || done.failed() {
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
		if done.failed() {
			return
		}
	}
	if done.reads && done.plan.Action == protocoltest.Create {
		_, done.whenRead, done.err = provider.ReadData(context.Background(), done.member.instance.TypeName, map[string]any{"id": done.member.id()})
	}
}
