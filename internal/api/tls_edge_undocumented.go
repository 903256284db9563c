// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"fmt"
	"net/http"
)

// The operations in this file are not part of the interface. A service very likely
// has them all the same, in the form that the interface gives the operations on
// failover backends. [IsNotOffered] recognises the error of one that the service
// lacks.

// update returns the body of an update. It has every member, because the effect of
// an omitted one is not known, but those of the unnamed modules. Null unsets a
// module, "" a text and an empty list the hostports.
func (s TLSEdgeSettings) update(unnamed []string) map[string]any {
	body := map[string]any{
		"description": s.Description, "metadata": s.Metadata, "hostports": append([]string{}, s.Hostports...), "backend": s.Backend, "ip_restriction": s.IPRestriction,
		"mutual_tls": s.MutualTLS, "tls_termination": s.TLSTermination, "traffic_policy": s.TrafficPolicy,
	}
	if termination := s.TLSTermination; termination != nil && termination.MinVersion == "" {
		body["tls_termination"] = map[string]any{"enabled": termination.Enabled, "terminate_at": termination.TerminateAt, "min_version": nil}
	}
	for _, module := range unnamed {
		delete(body, module)
	}
	return body
}

// UpdateTLSEdge replaces all settings of a TLS edge but the unnamed modules, and
// returns the result. If the response is not a whole edge, the result has only its id.
func (c *Client) UpdateTLSEdge(ctx context.Context, id string, settings TLSEdgeSettings, unnamed ...string) (*TLSEdge, error) {
	r := c.request(http.MethodPatch, fmt.Sprintf("update TLS edge %q", id), "edges", "tls", id)
	r.body, r.undocumented = settings.update(unnamed), UpdateTLSEdge
	updated, made, err := ask[TLSEdge](ctx, c, r)
	switch {
	case made == nil:
		return nil, err
	case err == nil && updated.ID == id && updated.IsWhole():
		return updated, nil
	}
	return &TLSEdge{ID: id}, nil
}

// DeleteTLSEdgeModule deletes a module of the TLS edge with the given id. Its errors
// are like those of [Client.DeleteTLSEdge].
func (c *Client) DeleteTLSEdgeModule(ctx context.Context, id, module string) error {
	r := c.request(http.MethodDelete, fmt.Sprintf("delete %s of TLS edge %q", module, id), "edges", "tls", id, module)
	r.undocumented = DeleteTLSEdgeModule
	return c.remove(ctx, r)
}

// DeleteTLSEdge deletes the TLS edge with the given id. A 2xx other than 204 is
// [ErrNotDeleted].
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
