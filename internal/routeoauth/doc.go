// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth implements trafficedge_https_edge_route_oauth, the OAuth module of
// an HTTPS edge route.
//
// # Reading modules
//
// The API documentation does not show how to read a module. If the provider argument
// undocumented_operations lists read_route_oauth, a refresh reads the module.
// Otherwise, a refresh sends no request, and state contains the response to the last
// PUT. If a failed request may have changed the module, the provider sets enabled to
// null in state. The next plan then shows a change, and the apply sends the whole
// module.
//
// # Two resources with the same route
//
// A module has no id of its own, only the ids of its route. After a rename
// without a moved block, for example, two resources have the same route. CLIs
// process the two resources in any order. A plan therefore rejects two resources
// that set one module, and rejects disabling or deleting a module that another
// resource sets. If the ids of the route are unknown until the apply, only the
// apply can detect the conflict. If another resource has set the module, the
// apply rejects a creation or an update, and a deletion sends no request.
//
// # What the provider remembers
//
// One process may serve one walk of a CLI (a plan or an apply), or all walks of all runs of
// a test file. For each route, the session remembers the facts that [session.Routes]
// describes. Each instance of the resource has an identifying token in its private state.
// CLIs pass the private state of the instance to every call, with three exceptions: Create,
// the planning that precedes Create in the apply, and the Delete of a tainted object.
package routeoauth
