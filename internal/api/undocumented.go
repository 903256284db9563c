// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import "errors"

// Undocumented is the name of an operation that the interface does not show. A
// client sends none of them that its [Config] does not name.
type Undocumented string

// The operations that the interface does not show.
const (
	UpdateTLSEdge       Undocumented = "update_tls_edge"
	DeleteTLSEdgeModule Undocumented = "delete_tls_edge_module"
	DeleteTLSEdge       Undocumented = "delete_tls_edge"
	ListTLSEdges        Undocumented = "list_tls_edges"
	ReadRouteOAuth      Undocumented = "read_route_oauth"
	DeleteRouteOAuth    Undocumented = "delete_route_oauth"
)

// AllUndocumented returns every operation that the interface does not show.
func AllUndocumented() []Undocumented {
	return []Undocumented{UpdateTLSEdge, DeleteTLSEdgeModule, DeleteTLSEdge, ListTLSEdges, ReadRouteOAuth, DeleteRouteOAuth}
}

// Causes of an [Error] of an operation that the interface does not show.
var (
	// ErrNotNamed says that nothing was sent, because the configuration does not name
	// the operation.
	ErrNotNamed = errors.New("the API documentation does not show this operation, and undocumented_operations does not name it")
	// ErrNotOffered says that the service lacks the operation.
	ErrNotOffered = errors.New("the service does not offer this operation, which undocumented_operations names")
)

// IsNotOffered reports whether err says that the service lacks an operation that
// the interface does not show.
func IsNotOffered(err error) bool { return errors.Is(err, ErrNotOffered) }
