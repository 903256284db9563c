// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import "errors"

// UndocumentedOperation names an operation that the API documentation does not show. A client
// uses it only if its [Config] lists it.
type UndocumentedOperation string

// The undocumented operations.
const (
	UpdateTLSEdge       UndocumentedOperation = "update_tls_edge"
	DeleteTLSEdgeModule UndocumentedOperation = "delete_tls_edge_module"
	DeleteTLSEdge       UndocumentedOperation = "delete_tls_edge"
	ListTLSEdges        UndocumentedOperation = "list_tls_edges"
	ReadRouteOAuth      UndocumentedOperation = "read_route_oauth"
)

// UndocumentedOperations returns all undocumented operations.
func UndocumentedOperations() []UndocumentedOperation {
	return []UndocumentedOperation{UpdateTLSEdge, DeleteTLSEdgeModule, DeleteTLSEdge, ListTLSEdges, ReadRouteOAuth}
}

// Causes of the [Error] of an undocumented operation.
var (
	// ErrNotEnabled is the cause if the configuration does not list the operation.
	ErrNotEnabled = errors.New("the API documentation does not show this operation, and undocumented_operations does not name it")
	// ErrNotSupported means that the service lacks the operation.
	ErrNotSupported = errors.New("the service does not offer this operation, which undocumented_operations names")
)
