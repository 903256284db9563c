// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package tlsedge implements the resource and the list resource trafficedge_tls_edge, and
// the data sources trafficedge_tls_edge and trafficedge_tls_edges.
//
// The API documentation only shows how to create and read a TLS edge (interface section
// 4.2). By default, the provider therefore plans a replacement for every change. The
// attribute deletion_policy decides whether the provider may remove the old edge from
// state while the edge stays on the service. The provider argument undocumented_operations
// can allow the provider to change an edge in place and to delete an edge.
//
// An edge has five optional modules. Differences, state and the data sources iterate over
// the result of the function modules(). To add a module, add its name there, its schema in
// schema.go, its members to both conversions in module.go, and its field to [model] and to
// the types of package api.
package tlsedge
