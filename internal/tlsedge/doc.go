// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package tlsedge implements the resource and the list resource trafficedge_tls_edge, and
// the data sources trafficedge_tls_edge and trafficedge_tls_edges.
//
// The API documentation only shows how to create and read a TLS edge (interface section
// 4.2). Every change of an edge therefore plans a replacement. The attribute
// deletion_policy decides whether the provider may remove the old edge from state while
// the edge stays on the service. With undocumented operations, the provider can change an
// edge in place and delete an edge.
//
// An edge has five optional modules. Each module implements the interface [module] in
// modules.go. Schemas, models and conversions iterate over the list that the function
// modules returns. To add a module, implement the interface, add the module to that list,
// and add a field to the model.
package tlsedge
