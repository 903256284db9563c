// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth is trafficedge_https_edge_route_oauth: the OAuth module of
// an HTTPS edge route.
//
// # No read
//
// The interface shows no way to read a module. Without read_route_oauth a
// refresh sends nothing, and state has the response to the last PUT. When the
// provider loses sight of a module, as after a failed PUT, it must mark that in
// state, so that the next plan sends the module again. With
// read_route_oauth a refresh does read.
//
// # Two resources of one route
//
// A module has no id but its route, and no CLI orders two resources that stand for
// one module, as after a rename. So a plan rejects two owners of a known route, and
// one resource that opens a route which another one owns. Where only the apply learns
// the ids, the one that goes sends nothing once the other has set the module.
//
// # Private state
//
// Private state has values that state has no attribute for: what an import has
// read, the time of the last PUT, and the response to a creation that was not applied
// in full. A plan also leaves a note there for the apply, which runs in another
// process. private_state.go lists the keys.
package routeoauth
