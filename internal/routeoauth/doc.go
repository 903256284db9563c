// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth implements trafficedge_https_edge_route_oauth, the OAuth module of
// an HTTPS edge route.
//
// # Reading modules
//
// The API documentation does not show how to read a module. If undocumented_operations
// does not list read_route_oauth, a refresh sends no request, and state contains the
// response to the last PUT. After a failed PUT, for example, the provider cannot be sure
// of the settings on the service. In that case, the provider marks the module in state,
// so that the next plan sends the module again. If undocumented_operations lists
// read_route_oauth, a refresh reads the module.
//
// # Two resources with the same route
//
// A module has no id of its own, only the ids of its route. After a rename, for example,
// two resources have the same route, and CLIs process the resources in any order. A plan
// therefore rejects a second owner of a known route. A plan also rejects a resource that
// opens a route while another resource owns the route. If the ids of the route are
// unknown until the apply, no plan can reject the resources. In that case, the deletion
// sends no request if the other resource has already set the module.
//
// # Private state
//
// Private state contains values that have no attribute: the names of the settings
// that an import has read, the time of the last PUT, and the response to a
// creation that the service did not apply in full. A plan also stores a note in
// private state for the apply, because plan and apply run in different processes.
// The file private_state.go lists the keys.
package routeoauth
