package statemachine_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// machine is somebody with a CLI, a few resources and an unreliable service.
type machine struct {
	service  *service
	answers  refapi.Answers
	figures  *figures
	kinds    []kind
	provider *acctest.Protocol

	members []*member
	// explained are the objects on the service that no state has to know, with the
	// reason: made by somebody else, abandoned, or named by an error.
	explained       map[string]string
	abandonedRoutes []string

	notes    []string
	timeout  time.Duration // the provider's for one attempt
	fromList bool          // the provider may answer reads from a list that it read before
	outdated bool          // such a list may be out of date by what others did
}

// member is one instance of a configuration.
type member struct {
	kind     kind
	instance *acctest.Instance
	desired  arguments // what was asked for last
	applied  arguments // what an apply took over last, nil if none did
	settled  bool      // the last operation succeeded, and nobody else did anything since
	failed   bool      // the last operation that was to change it did not
	leaving  bool      // a destroy was asked for
	meddled  bool      // others have changed the object since the provider looked
	original *refapi.TLSEdge
}

func (m *member) String() string {
	return fmt.Sprintf("%s %q", m.kind.typeName(), m.instance.Text("id")+m.instance.Text("route_id"))
}

func newMachine(t *rapid.T, figures *figures) *machine {
	figures.sequences.Add(1)
	service, err := startService(figures.strike)
	if err != nil {
		t.Fatalf("starting the service: %v", err)
	}
	t.Cleanup(service.down)
	answers := drawAnswers(t)
	m := &machine{
		service:   service,
		figures:   figures,
		kinds:     []kind{failoverBackendKind{}, tlsEdgeKind{answers: answers}, newRouteOAuthKind()},
		explained: map[string]string{},
		answers:   answers,
		timeout:   requestTimeout,
	}
	service.Answer(func(a *refapi.Answers) { *a = answers })
	m.connect(t, rapid.Bool().Draw(t, "refresh_from_list"), m.timeout)
	return m
}

// connect starts another provider, as every run of a CLI does.
func (m *machine) connect(t *rapid.T, fromList bool, timeout time.Duration) {
	provider, err := acctest.NewProtocol(context.Background(), map[string]tftypes.Value{
		"base_url":          acctest.String(m.service.url()),
		"api_token":         acctest.String(token),
		"request_timeout":   acctest.String(timeout.String()),
		"max_retries":       tftypes.NewValue(tftypes.Number, 2),
		"max_retry_wait":    acctest.String("1ms"),
		"refresh_from_list": tftypes.NewValue(tftypes.Bool, fromList),
	})
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	m.service.expect(timeout)
	m.provider, m.fromList, m.outdated = provider, fromList, false
}

// patience is the timeout of a provider that has to succeed on a busy machine.
const patience = 30 * time.Second

// reconnect begins another run of the CLI, some time after the one before. It
// looks at the failover backends first: what it takes over is how old they are.
func (m *machine) reconnect(t *rapid.T, fromList bool) {
	m.notef(t, "another run, refresh_from_list %t", fromList)
	m.service.age()
	m.connect(t, fromList, patience)
	for _, member := range m.members {
		if member.kind.typeName() == failoverBackend && member.instance.Exists() {
			m.do(t, script{}, m.refreshing(t, looking, member))
		}
	}
	m.connect(t, fromList, m.timeout)
}

func (m *machine) stop(t *rapid.T) {
	if _, err := m.provider.StopProvider(context.Background(), nil); err != nil {
		t.Errorf("stopping the provider: %v", err)
	}
}

func inState(member *member) bool { return member.instance.Exists() }

// draw picks one of the members that will do.
func (m *machine) draw(t *rapid.T, will func(*member) bool) *member {
	var candidates []*member
	for _, member := range m.members {
		if will(member) {
			candidates = append(candidates, member)
		}
	}
	if len(candidates) == 0 {
		t.Skip("there is nothing to do it with")
	}
	return candidates[rapid.IntRange(0, len(candidates)-1).Draw(t, "member")]
}

func (m *machine) drop(gone *member) {
	m.members = slices.DeleteFunc(m.members, func(member *member) bool { return member == gone })
}

// notef keeps what happened, for a failure that does not come again.
func (m *machine) notef(t *rapid.T, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	m.notes = append(m.notes, line)
	t.Log(line)
}

// fail ends a sequence. Rapid shortens only what fails with the same words
// again, so that ids and times belong into the notes.
func (m *machine) fail(t *rapid.T, count *atomic.Int64, reason string) {
	count.Add(1)
	m.figures.keep(append(m.notes, reason))
	t.Fatal(reason)
}
