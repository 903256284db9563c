// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package tlsedge is trafficedge_tls_edge and trafficedge_tls_edges: the
// resource, its list resource and the data sources.
//
// The API can create and read a TLS edge and nothing else (interface section
// 4.2). Hence every change to an edge plans a replacement, and deletion_policy
// says whether an edge that serves traffic may be left behind. With undocumented
// operations, changes are made in place and a policy may delete the edge.
//
// Each of the five optional modules of an edge is defined as a [module], in a file of
// its own or, for the three that refer to other objects, in references.go. Schemas,
// models and conversions go over the list that modules returns. Another module takes
// one more such definition, one more element of that list and one more field of the
// model.
package tlsedge
