// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package routeoauth is trafficedge_https_edge_route_oauth: the OAuth module of
// an HTTPS edge route.
package routeoauth
