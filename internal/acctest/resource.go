// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// Resource is a resource instance that a test creates, changes and destroys without a CLI.
type Resource struct {
	*testing.T
	*protocoltest.Instance

	Server    *Server
	Provider  *protocoltest.Provider // each plan and each apply uses another process with its configuration
	Forgetful bool                   // drops private state before each refresh and each plan, as some tools do
}

// NewResource returns an instance that is not in state. The arguments are added to the provider
// block for the server.
func (s *Server) NewResource(t *testing.T, typeName string, arguments map[string]any) *Resource {
	t.Helper()
	block := s.Block()
	maps.Copy(block, arguments)
	provider := Must(protocoltest.New(t.Context(), block))(t)
	return &Resource{T: t, Instance: provider.NewInstance(typeName), Server: s, Provider: provider}
}

// Config returns a configuration of the resource type. Without arguments, it returns the zero
// value, with which a [protocoltest.Change] destroys the instance.
func (r *Resource) Config(arguments map[string]any) (config tftypes.Value) {
	if arguments != nil {
		config = r.Provider.Config(r.TypeName, arguments)
	}
	return config
}

// Process returns a new provider for one phase of a run.
func (r *Resource) Process() *protocoltest.Provider {
	r.Helper()
	return Must(r.Provider.Again(r.Context()))(r)
}

// MustImport replaces the instance by an import of the object with the given id. It returns the
// warnings.
func (r *Resource) MustImport(id string) protocoltest.Diagnostics {
	r.Helper()
	imported, diagnostics, err := r.Process().Import(r.Context(), r.TypeName, id)
	NoError(r, err, diagnostics.Err())
	r.Instance = imported
	return diagnostics
}

// Refresh refreshes the instance.
func (r *Resource) Refresh() protocoltest.Diagnostics {
	r.Helper()
	r.forget()
	return Must(r.Process().Refresh(r.Context(), r.Instance))(r)
}

// Plan refreshes the instance and plans a change. The diagnostics are those of the plan. A
// rejected plan has no action.
func (r *Resource) Plan(change protocoltest.Change) (*protocoltest.Plan, protocoltest.Diagnostics) {
	r.Helper()
	process := r.Process()
	r.forget()
	NoError(r, Must(process.Refresh(r.Context(), r.Instance))(r).Err())
	r.forget()
	plan, diagnostics, err := process.PlanChange(r.Context(), r.Instance, change)
	NoError(r, err)
	return cmp.Or(plan, &protocoltest.Plan{}), diagnostics
}

func (r *Resource) forget() {
	if r.Forgetful {
		r.Private = nil
	}
}

// Apply plans a configuration, expects the action, and applies the plan. Without a
// configuration, it destroys the instance. The diagnostics of an update lack the warnings that it
// lets more clients or users in, which tests of the plans check.
func (r *Resource) Apply(action protocoltest.Action, arguments map[string]any) protocoltest.Diagnostics {
	r.Helper()
	plan, diagnostics := r.Plan(protocoltest.Change{Config: r.Config(arguments)})
	if plan.Action != action {
		r.Fatalf("want to %s, planned to %q: %s", action, plan.Action, diagnostics)
	}
	diagnostics = append(diagnostics, Must(r.Provider.Apply(r.Context(), r.Instance, plan))(r)...)
	return slices.DeleteFunc(diagnostics, func(d *tfprotov6.Diagnostic) bool {
		return action == protocoltest.Update && letsMoreIn.MatchString(d.Summary)
	})
}

var letsMoreIn = regexp.MustCompile("of a TLS edge is removed or disabled|OAuth module is turned off")

// MustApply is Apply without any diagnostic. It expects that the apply sends exactly the writes,
// and that the next plan is empty.
func (r *Resource) MustApply(action protocoltest.Action, arguments map[string]any, writes ...string) {
	r.Helper()
	r.Server.ResetRequests()
	r.mustShowNothing(action, arguments)
	NoError(r, r.Server.ExpectWrites(writes...)())
	if arguments != nil {
		r.mustShowNothing(protocoltest.NoOp, arguments)
	}
}

func (r *Resource) mustShowNothing(action protocoltest.Action, arguments map[string]any) {
	r.Helper()
	if shown := r.Apply(action, arguments); len(shown) > 0 {
		r.Fatalf("to %s shows %s", action, shown)
	}
}
