// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth is trafficedge_https_edge_route_oauth: the OAuth module of
// an HTTPS edge route.
//
// # No read
//
// The interface shows no way to read a module. Without read_route_oauth a
// refresh sends nothing, and state holds the answer of the last PUT. When the
// provider loses sight of a module, as after a failed PUT, it must mark that in
// state, so that the next plan sends the module again. With
// read_route_oauth a refresh does read.
//
// # The owner of a route
//
// A module has no id but its route. After a rename or a swap of routes, two
// resources stand for the same module in one run, and no CLI orders them: if the
// one that goes wrote last, the route would be left open. So each resource has a
// random name as the owner of its route, and the session orders their writes by
// it. The resource that keeps the route writes, and the one that goes sends
// nothing. Plans ask the session too, to announce only the routes that open.
//
// # Private state
//
// Private state holds values that state has no attribute for: the owner's name,
// and the answer to a creation that was not applied in full. A plan also leaves notes there for the apply, which
// runs in another process. private_state.go lists the keys. Existing states have
// them, so they keep their spelling.
package routeoauth
