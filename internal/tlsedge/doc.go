// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package tlsedge is trafficedge_tls_edge and trafficedge_tls_edges: the resource,
// its list resource and the data sources.
//
// The API can create and read a TLS edge and nothing else (interface section
// 4.2). Hence every change to an edge plans a replacement, and deletion_policy
// says whether an edge that serves traffic may be left behind. Where operations
// may be used that the interface does not show, changes are made in place and a
// policy may delete the edge.
//
// Each optional module of an edge has a file, in which the same five functions
// are its whole contract. For a module called x they are:
//
//	xAttribute      its schema in the resource; null in that type is an unset module
//	xFromAPI       its state, from what the API answered and what the state was
//	xToAPI       its part of a create body
//	xDataAttribute  its schema in the data source, with references whole
//	xShown          what the data source shows of it
//
// A further module is one more such file, named once each in the schemas of the
// resource and of the data source and in their two models.
package tlsedge
