// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth implements trafficedge_https_edge_route_oauth, the OAuth module of an
// HTTPS edge route.
//
// # A destroy sends nothing
//
// Only enabled = false in a configuration opens a route, where a reviewer sees it. A destroy
// therefore cannot open a route that another resource protects, whatever the order of
// operations and whatever tool drives the provider, and creation and update are the same PUT.
//
// # Unknown outcomes
//
// If the service did not apply a PUT, or if its outcome is unknown, enabled is null in state,
// beside the plan of a creation or the prior state of an update. The next apply then sends the
// whole module. A read keeps the null, because no read shows every setting.
//
// # Reading modules
//
// Reading is undocumented (interface section 4.3). Without read_route_oauth, a refresh sends no
// request, and state contains what the last PUT sent.
package routeoauth
