// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package tlsedge implements the resource and the list resource trafficedge_tls_edge, and the
// data sources trafficedge_tls_edge and trafficedge_tls_edges.
//
// The API documentation only shows how to create and read a TLS edge (interface section 4.2).
// By default, the provider therefore plans a replacement for every change. The attribute
// deletion_policy decides whether the provider may remove the old edge from state while the
// edge stays on the service. The provider argument undocumented_operations can allow changes in
// place and deletions.
//
// To add a module, add it to the method modules of api.TLSEdge (its method IsWhole stays as it
// is), its field to [edge], [moduleOf] and the types of package api, its schema to schema.go, and
// its members to [essential] and both conversions in module.go.
package tlsedge
