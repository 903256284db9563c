// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// The API documentation does not show the operations in this file. The client assumes
// that they work like the operations on failover backends. If the service lacks one
// of them, the cause of the error is [ErrNotSupported].

// updateBody returns the body of an update with the named members. The effect of an absent
// member is unknown, so a module in the body has all its members. Null unsets a module, ""
// unsets a text, and an empty list unsets the hostports.
func (s TLSEdgeSettings) updateBody(names []string) map[string]any {
	body := map[string]any{
		"description": s.Description, "metadata": s.Metadata, "hostports": append([]string{}, s.Hostports...),
		"backend": s.Backend, "ip_restriction": s.IPRestriction, "mutual_tls": s.MutualTLS,
		"tls_termination": s.TLSTermination, "traffic_policy": s.TrafficPolicy,
	}
	if termination := s.TLSTermination; termination != nil && termination.MinVersion == "" {
		body["tls_termination"] = map[string]any{"enabled": termination.Enabled, "terminate_at": termination.TerminateAt, "min_version": nil}
	}
	maps.DeleteFunc(body, func(name string, _ any) bool { return !slices.Contains(names, name) })
	return body
}

// UpdateTLSEdge sends the named members of the settings of a TLS edge, and returns the
// edge in the response. If the response is not this edge, the result is empty.
func (c *Client) UpdateTLSEdge(ctx context.Context, id string, settings TLSEdgeSettings, names []string) (*TLSEdge, error) {
	r := c.request(http.MethodPatch, fmt.Sprintf("update TLS edge %q", id), "edges", "tls", id)
	r.body, r.undocumented = settings.updateBody(names), UpdateTLSEdge
	return update[TLSEdge](ctx, c, r, id)
}

// DeleteTLSEdgeModule deletes a module of the TLS edge with the given id. If the response
// has a success status other than 204, the cause of the error is [ErrNotDeleted].
func (c *Client) DeleteTLSEdgeModule(ctx context.Context, id, module string) error {
	r := c.request(http.MethodDelete, fmt.Sprintf("delete %s of TLS edge %q", module, id), "edges", "tls", id, module)
	r.undocumented = DeleteTLSEdgeModule
	return c.remove(ctx, r)
}

// DeleteTLSEdge deletes the TLS edge with the given id. If the response has a success
// status other than 204, the cause of the error is [ErrNotDeleted].
func (c *Client) DeleteTLSEdge(ctx context.Context, id string) error {
	r := c.request(http.MethodDelete, fmt.Sprintf("delete TLS edge %q", id), "edges", "tls", id)
	r.undocumented = DeleteTLSEdge
	return c.remove(ctx, r)
}

// TLSEdges returns the list of TLS edges.
func (c *Client) TLSEdges() *Pages[TLSEdge] {
	first := c.request(http.MethodGet, "list TLS edges", "edges", "tls")
	first.undocumented = ListTLSEdges
	return newPages[TLSEdge](c, first)
}
