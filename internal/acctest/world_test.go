// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"context"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// world is a service, and the instances of one resource type that a tool has in state.
type world struct {
	*testing.T

	server               *acctest.Server
	provider             *protocoltest.Provider
	typeName             string
	members              map[string]*protocoltest.Instance
	createFirst, reverse bool
	oneProcess           bool // whether the field provider serves all plans and applies; otherwise each has a new process
	forgetful            bool // whether the tool drops private state between all calls
	unplanned            bool // whether the tool destroys without a plan
}

// wish is the configuration that one run applies to an instance. Without a
// configuration, the run destroys the instance.
type wish struct {
	name   string
	config map[string]any
	known  map[string]any // the configuration during apply, if config has unknown values

	replace bool
	ignored []string
}

// runResult contains the diagnostics of a run, and the wishes for a second run that must
// change nothing.
type runResult struct {
	planned, applied protocoltest.Diagnostics
	next             []wish
}

// newWorld returns a world with a provider that uses the given undocumented operations.
func newWorld(t *testing.T, typeName string, operations ...api.UndocumentedOperation) *world {
	t.Helper()
	w := &world{
		T: t, server: acctest.Start(t, refapi.Options{Undocumented: true}), typeName: typeName, members: map[string]*protocoltest.Instance{},
	}
	w.connect(operations...)
	return w
}

// connect configures a new provider, which does not retry requests.
func (w *world) connect(operations ...api.UndocumentedOperation) {
	w.Helper()
	block := w.server.Block()
	block["undocumented_operations"] = operations
	block["max_retries"] = 0
	w.provider = acctest.Must(protocoltest.New(w.Context(), block))(w)
}

func (w *world) importAs(name, id string) {
	w.Helper()
	imported, diagnostics, err := w.process().Import(w.Context(), w.typeName, id)
	acctest.NoError(w, err, diagnostics.Err())
	w.members[name] = imported
}

// run refreshes and plans. If all plans succeed, run applies them.
func (w *world) run(wishes ...wish) (done runResult) {
	w.Helper()
	w.server.ResetRequests()
	planning := w.process()
	if w.reverse {
		slices.Reverse(wishes)
	}
	plans := map[*protocoltest.Instance]*protocoltest.Plan{}
	for _, wanted := range wishes {
		instance := w.members[wanted.name]
		if instance == nil {
			instance = w.provider.NewInstance(w.typeName)
			w.members[wanted.name] = instance
		}
		acctest.Must(planning.Refresh(w.Context(), instance))(w)
		plan, diagnostics, err := w.plan(planning, instance, wanted)
		acctest.NoError(w, err)
		done.planned = append(done.planned, diagnostics...)
		plans[instance] = plan
		if wanted.config != nil {
			final := wish{name: wanted.name, config: wanted.config, ignored: wanted.ignored}
			if wanted.known != nil {
				final.config = wanted.known
			}
			done.next = append(done.next, final)
		}
	}
	if done.planned.Err() != nil {
		return done
	}
	applying := w.process()
	for _, wanted := range wishes {
		instance := w.members[wanted.name]
		for _, stage := range plans[instance].Stages(instance) {
			diagnostics := acctest.Must(stage(w.Context(), applying))(w)
			done.applied = append(done.applied, diagnostics...)
			if diagnostics.Err() != nil {
				break
			}
		}
	}
	return done
}

// process returns the provider for one phase of a run.
func (w *world) process() *protocoltest.Provider {
	process := w.provider
	if !w.oneProcess {
		process = acctest.Must(w.provider.Again(w.Context()))(w)
	}
	if w.forgetful {
		process = &protocoltest.Provider{ProviderServer: withoutPrivateState{process.ProviderServer}, Schemas: process.Schemas}
	}
	return process
}

func (w *world) plan(
	planning *protocoltest.Provider, instance *protocoltest.Instance, wanted wish,
) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
	if wanted.config == nil && w.unplanned {
		return &protocoltest.Plan{Action: protocoltest.Delete}, nil, nil
	}
	if wanted.config == nil {
		return planning.PlanDestroy(w.Context(), instance)
	}
	change := protocoltest.Change{
		Config: planning.Config(w.typeName, wanted.config), Replace: wanted.replace, Ignored: wanted.ignored, CreateFirst: w.createFirst,
	}
	if wanted.known != nil {
		change.Known = planning.Config(w.typeName, wanted.known)
	}
	return planning.PlanChange(w.Context(), instance, change)
}

// withoutPrivateState drops the private state in all responses, as some tools do.
type withoutPrivateState struct{ tfprotov6.ProviderServer }

func (s withoutPrivateState) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := s.ProviderServer.PlanResourceChange(ctx, req)
	resp.PlannedPrivate = nil
	return resp, err //nolint:wrapcheck // the caller handles the error of the wrapped server
}

func (s withoutPrivateState) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.ProviderServer.ApplyResourceChange(ctx, req)
	resp.Private = nil
	return resp, err //nolint:wrapcheck // the caller handles the error of the wrapped server
}

func (s withoutPrivateState) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := s.ProviderServer.ReadResource(ctx, req)
	resp.Private = nil
	return resp, err //nolint:wrapcheck // the caller handles the error of the wrapped server
}

// addModule adds an OAuth module to a route.
func addModule(server *acctest.Server, routeID string) {
	server.SetRouteOAuth("e", routeID, refapi.OAuthModule{
		Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}},
	})
}
