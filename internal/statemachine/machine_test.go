// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// machine is two teams with a CLI and a state each, and one unreliable service.
type machine struct {
	service *service
	answers refapi.Answers
	figures *figures
	kinds   []kind
	teams   []*team

	may operations // that the interface does not show

	members []*member
	// explained are the objects on the service that may be in no state, with the
	// reason: made by somebody else, abandoned, or named by an error.
	explained       map[string]string
	abandonedRoutes []string

	faults script // of the last operation
}

// team is the owner of one state. Each phase of each of its runs has a provider
// of its own, as with a CLI.
type team struct {
	name  string
	first *protocoltest.Provider // makes the others, and sends nothing
}

// member is one instance of a team's configuration.
type member struct {
	kind     kind
	team     *team
	instance *protocoltest.Instance
	desired  arguments // the last requested configuration
	applied  arguments // the last applied configuration, nil if none was
	ignored  []string  // ignore_changes
	settled  bool      // the last operation succeeded, and nothing has happened since
	failed   bool      // the last operation that was to change it failed
	leaving  bool      // a destroy was asked for
	renamed  bool      // the configuration has another instance in its place
	meddled  bool      // others have changed the object since the provider looked
	unread   bool      // the creation named the object and could not read it
	merged   bool      // the service added its OAuth module to the one that was there
	original *refapi.TLSEdge
}

func (m *member) String() string {
	return fmt.Sprintf("%s's %s %q", m.team.name, m.kind.typeName(), m.instance.Text("id")+m.instance.Text("route_id"))
}

func newMachine(t *rapid.T, figures *figures) *machine {
	may := drawOperations(t)
	names := drawNames(t)
	limit := rapid.SampledFrom([]refapi.RateLimit{{}, {}, {Requests: 20, Window: time.Minute}, {Requests: 4, Window: 15 * time.Second}}).Draw(t, "limit")
	service := startService(refapi.Options{IdentityProviderNames: names, RateLimit: limit}, may, figures.strike)
	figures.begin(may, names != nil, limit != refapi.RateLimit{})
	t.Cleanup(service.down)
	answers := drawAnswers(t, may)
	m := &machine{
		service:   service,
		figures:   figures,
		kinds:     []kind{failoverBackendKind{}, tlsEdgeKind{answers: answers, may: may}, newRouteOAuthKind(may)},
		explained: map[string]string{},
		answers:   answers,
		may:       may,
	}
	m.service.Answer(func(a *refapi.Answers) { *a = answers })
	m.teams = []*team{m.newTeam(t, "one team", true, names), m.newTeam(t, "another team", false, names)}
	return m
}

func (m *machine) newTeam(t *rapid.T, name string, fromList bool, names map[string]string) *team {
	provider, err := protocoltest.New(context.Background(), map[string]tftypes.Value{
		"base_url":                protocoltest.String(m.service.url()),
		"api_token":               protocoltest.String(token),
		"max_retries":             tftypes.NewValue(tftypes.Number, 2),
		"refresh_from_list":       tftypes.NewValue(tftypes.Bool, fromList),
		"undocumented_operations": protocoltest.Undocumented(m.may...),
		"identity_provider_names": protocoltest.Texts(names),
	})
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	return &team{name: name, first: provider}
}

// condition reports whether a member fits an operation.
type condition func(*member) bool

func inState(member *member) bool { return member.instance.Exists() }

// isCurrent reports whether the configuration has the member.
func isCurrent(member *member) bool { return !member.renamed }

// draw picks a member that meets the conditions.
func (m *machine) draw(t *rapid.T, will ...condition) *member {
	var candidates []*member
	for _, member := range m.members {
		if !slices.ContainsFunc(will, func(does condition) bool { return !does(member) }) {
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

// fail ends a sequence. Rapid shortens only a failure that repeats in the same
// words, so ids and times belong in the log.
func (m *machine) fail(t *rapid.T, count *atomic.Int64, reason string) {
	count.Add(1)
	t.Fatal(reason)
}
