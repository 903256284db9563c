// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// parallelism is how many objects a run creates at the same time.
const parallelism = 2

// createSeveral creates objects in one run. The service makes one change at a time, or can
// only read.
func (m *machine) createSeveral(t *rapid.T) {
	most := maxMembers - len(m.members)
	if most < 2 {
		t.Skip("there are enough objects")
	}
	creations := make([]*outcome, rapid.IntRange(2, most).Draw(t, "how many"))
	for i := range creations {
		kind := sampled(t, "kind", m.kind(failoverBackend), m.kind(tlsEdge))
		created := &member{kind: kind, instance: m.provider.NewInstance(kind.typeName)}
		m.members = append(m.members, created)
		creations[i] = &outcome{step: m.applying(t, "create", created, kind.draw(t), options{})}
	}
	all := step{name: "create several", member: creations[0].member, changes: true, created: len(creations)}
	all.prepare = func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		return m.applyTogether(ctx, p, creations)
	}
	all.finish = func(done *outcome) {
		done.checkPace(t)
		for _, creation := range creations {
			creation.began, creation.faults = done.began, done.faults
			m.checkCreation(t, creation)
			creation.finish(creation)
		}
	}
	faults := drawWriteOutage(t)
	if rapid.Bool().Draw(t, "one at a time") {
		faults = script{oneAtATime: sampled(t, "refusal", locked, tooEarly, conflict)}
	}
	m.do(t, faults, all)
}

// checkPace fails if creations do not take turns after one failed, each after a longer wait.
// Each may leave an object that is not in state.
func (o *outcome) checkPace(t *rapid.T) {
	failures := []fault{readOnly, errorBefore, errorAfter, closedAfter}
	if !slices.Contains(failures, o.faults.writes) || o.faults.outage < time.Hour {
		return
	}
	posts, least := 0, time.Duration(0)
	for _, request := range o.requests {
		if request.Method != http.MethodPost || request.Status == http.StatusTooManyRequests {
			continue
		}
		posts++
		if posts > parallelism {
			least = 2*least + 500*time.Millisecond
		}
	}
	if took := o.ended.Sub(o.began); took < least {
		t.Logf("%d creations in %s", posts, took)
		t.Fatal("creations were sent in a row, and each failed")
	}
}

// applyTogether plans and applies all creations. It returns all diagnostics.
func (m *machine) applyTogether(ctx context.Context, p *protocoltest.Provider, creations []*outcome) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
	var applies sync.WaitGroup
	next := make(chan *outcome)
	for range parallelism {
		applies.Go(func() {
			for creation := range next {
				creation.create(ctx, p)
			}
		})
	}
	for _, creation := range creations {
		next <- creation
	}
	close(next)
	applies.Wait()
	var all protocoltest.Diagnostics
	var errs []error
	for _, creation := range creations {
		all, errs = append(all, creation.diagnostics()...), append(errs, creation.err)
	}
	return nil, all, errors.Join(errs...)
}

// create plans and applies a creation, which has a single stage.
func (o *outcome) create(ctx context.Context, p *protocoltest.Provider) {
	if o.plan, o.whenPlanned, o.err = o.prepare(ctx, p); o.plan == nil || o.failed() {
		return
	}
	o.applied = true
	for _, stage := range o.plan.Stages(o.member.instance) {
		o.whenApplied, o.err = stage(ctx, p)
	}
}
