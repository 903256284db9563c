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

// tlsEdgeUpdate has every member in every request, with null for an unset one,
// because the effect of an omitted one is not known.
type tlsEdgeUpdate struct {
	Description    *string                      `json:"description"`
	Metadata       *string                      `json:"metadata"`
	Hostports      []string                     `json:"hostports"`
	Backend        *EndpointBackendMutate       `json:"backend"`
	IPRestriction  *EndpointIPPolicyMutate      `json:"ip_restriction"`
	MutualTLS      *EndpointMutualTLSMutate     `json:"mutual_tls"`
	TLSTermination *tlsTerminationUpdate        `json:"tls_termination"`
	TrafficPolicy  *EndpointTrafficPolicyMutate `json:"traffic_policy"`
}

type tlsTerminationUpdate struct {
	Enabled     bool    `json:"enabled"`
	TerminateAt string  `json:"terminate_at"`
	MinVersion  *string `json:"min_version"`
}

func (s TLSEdgeSettings) update() tlsEdgeUpdate {
	update := tlsEdgeUpdate{
		Description:   notEmpty(s.Description),
		Metadata:      notEmpty(s.Metadata),
		Backend:       s.Backend,
		IPRestriction: s.IPRestriction,
		MutualTLS:     s.MutualTLS,
		TrafficPolicy: s.TrafficPolicy,
	}
	if len(s.Hostports) > 0 {
		update.Hostports = s.Hostports
	}
	if termination := s.TLSTermination; termination != nil {
		update.TLSTermination = &tlsTerminationUpdate{
			Enabled:     termination.Enabled,
			TerminateAt: termination.TerminateAt,
			MinVersion:  notEmpty(termination.MinVersion),
		}
	}
	return update
}

// notEmpty returns nil for an empty text.
func notEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// UpdateTLSEdge replaces all settings of a TLS edge and returns the result. If the
// answer to the update is not a whole edge, a read follows.
func (c *Client) UpdateTLSEdge(ctx context.Context, id string, settings TLSEdgeSettings) (*TLSEdge, error) {
	r := c.request(http.MethodPatch, fmt.Sprintf("update TLS edge %q", id), "edges", "tls", id)
	r.body, r.undocumented = settings.update(), UpdateTLSEdge
	updated, received, err := ask[TLSEdge](ctx, c, r)
	switch {
	case received == nil:
		return nil, err
	case err == nil && updated.ID == id && updated.IsWhole():
		return updated, nil
	}
	return c.GetTLSEdge(context.WithoutCancel(ctx), id)
}

// DeleteTLSEdge deletes the TLS edge with the given id. A 2xx other than 204 is
// [ErrNotDeleted].
func (c *Client) DeleteTLSEdge(ctx context.Context, id string) error {
	r := c.request(http.MethodDelete, fmt.Sprintf("delete TLS edge %q", id), "edges", "tls", id)
	r.undocumented = DeleteTLSEdge
	return c.remove(ctx, r)
}

type tlsEdgePage struct {
	TLSEdges    elements[TLSEdge] `json:"tls_edges"`
	URI         string            `json:"uri"`
	NextPageURI *string           `json:"next_page_uri"`
}

// TLSEdges returns the list of TLS edges.
func (c *Client) TLSEdges() *Pages[TLSEdge] {
	first := c.request(http.MethodGet, "list TLS edges", "edges", "tls")
	first.undocumented = ListTLSEdges
	return newPages(c, first, func(body tlsEdgePage) page[TLSEdge] {
		return page[TLSEdge]{body.TLSEdges, body.URI, body.NextPageURI}
	})
}
