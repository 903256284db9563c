// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth implements trafficedge_https_edge_route_oauth, the OAuth module of
// an HTTPS edge route.
//
// # Reading modules
//
// The API documentation does not show how to read a module. Without read_route_oauth, a
// refresh sends no request, and state contains the response to the last PUT. If the
// provider cannot be sure of the settings on the service, for example after a failed
// PUT, it must mark that in state so that the next plan sends the module again. With
// read_route_oauth, a refresh reads the module.
//
// # Two resources with the same route
//
// A module has no id, only the ids of its route. If two resources have the same route,
// for example after a rename, CLIs process them in any order. Hence a plan rejects a
// second owner of a known route. It also rejects a resource that opens a route while
// another resource owns the route. The route ids may be unknown until the apply. In that
// case, the deleted resource sends no request if the other resource has already set the
// module.
//
// # Private state
//
// Private state contains values without an attribute: the settings that an import has
// read, the time of the last PUT, and the response to a creation that the service did
// not apply in full. A plan also stores a note in private state for the apply, because
// plan and apply run in different processes. The file private_state.go lists the keys.
package routeoauth
