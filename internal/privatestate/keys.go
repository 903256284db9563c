// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package privatestate

import "github.com/trafficedge/terraform-provider-trafficedge/internal/api"

// BaseURL is the base URL at which the object was last seen. After a
// successful request, creations, reads and updates of all resources store the
// current base URL if it has changed.
const BaseURL Key[string] = "base_url"

// Keys of a TLS edge.
const (
	// ServiceOwnedModules contains the names of the modules that the service owns. The
	// created edge had these modules, although they were not configured. State and requests
	// omit such a module until it is configured. A creation writes the names. An update
	// removes the names of modules that are configured now, unless the service has certainly
	// not acted on the failed request.
	ServiceOwnedModules Key[[]string] = "service_owned_modules"
	// PlannedEdge is written by a plan. Updates and deletions remove it, so that no later
	// run uses an outdated value. Creations need no removal, because they start with empty
	// private state.
	PlannedEdge Key[EdgePlan] = "plan"
)

// EdgePlan describes an edge that a plan may replace or destroy. The deletion of the edge
// reads the EdgePlan. In a replacement, the plan of the new edge also reads the EdgePlan,
// because the new edge has no prior state.
type EdgePlan struct {
	Object    string `json:"object"` // the text that identifies the edge in diagnostics
	Policy    string `json:"policy"`
	Announced bool   `json:"announced"` // whether the plan removes the edge from state; with ABANDON, the plan has warned
}

// Keys of an OAuth module.
const (
	// Token identifies an instance. A creation writes a new token, because a CLI may keep
	// the old instance until the new instance exists. An update keeps the token. An
	// import writes no token, so the first update after an import creates a token.
	Token Key[string] = "token"
	// Imported contains the names of the settings that an import has read. A plan removes
	// the names of settings that are configured now. If the plan has no changes, CLIs
	// discard its private state, and the names remain.
	Imported Key[[]string] = "imported"
	// SetAt is the time, by the service's clock, of the last request that set the module
	// (RFC 3339). Creations and updates write it. The reads of a service may lag behind
	// its writes, so a module that is not found shortly after that time may still exist.
	SetAt Key[string] = "set_at"
	// CreationResponse is the response to a creation, if the settings in the response
	// differ from the plan. After a creation, state must equal the plan. Without
	// read_route_oauth, the next refresh copies the settings from the response to
	// state. A successful read or update of the module removes CreationResponse.
	CreationResponse Key[*api.OAuthModule] = "response"
	// PlannedOAuthModule is written by a plan. Updates and deletions remove it, so that no
	// later run uses an outdated value. Creations need no removal, because they start with
	// empty private state.
	PlannedOAuthModule Key[OAuthModulePlan] = "plan"
)

// OAuthModulePlan describes a planned change of an OAuth module. The
// deletion of the module reads the OAuthModulePlan. CLIs plan a replacement
// twice. The state is null in the second planning, which therefore reads the
// OAuthModulePlan of the first. For the replacement of a tainted resource,
// Route is "", because CLIs plan such a replacement only as a creation.
type OAuthModulePlan struct {
	Route    string `json:"route,omitzero"`    // the route in state
	MayLeave bool   `json:"may_leave"`         // Route stays protected, or the plan has warned that Route opens
	Creation string `json:"creation,omitzero"` // the route of the planned creation
}
