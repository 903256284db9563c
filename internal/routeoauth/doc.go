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
// A module has no id of its own, only the ids of its route. After a rename without a
// moved block, for example, two resources have the same route. CLIs process the two
// resources in any order. A plan therefore rejects two resources that set one module,
// and rejects disabling or deleting a module that another resource sets. If the ids of
// the route are unknown until the apply, no plan can detect this. A creation or an update
// is then refused if another resource has set the module, and a deletion sends no request.
//
// # What the provider remembers
//
// One process may serve one walk of a CLI (a plan or an apply), or all walks of all runs
// of a test file. The session remembers for each route what [session.Routes] documents.
// A token in its private state identifies each instance of the resource. Calls of a CLI
// have the private state of the instance, with three exceptions: the second planning of a
// creation in the apply, every Create, and the Delete of a tainted object.
package routeoauth
