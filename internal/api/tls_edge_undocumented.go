// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"fmt"
	"iter"
	"net/http"
)

// The operations in this file are not part of the interface. A service that has
// it very likely has them too, in the form that the interface gives to those of
// failover backends. [IsNotOffered] recognises the error of one that it lacks.

// tlsEdgeUpdate has every member in every request, with null for what is unset,
// because nothing says what becomes of an omitted one.
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

// UpdateTLSEdge replaces all settings of a TLS edge and returns it as it is
// afterwards. Where the answer to the update is not a whole edge, it is read.
func (c *Client) UpdateTLSEdge(ctx context.Context, id string, settings TLSEdgeSettings) (*TLSEdge, error) {
	r := request{
		operation:    fmt.Sprintf("update TLS edge %q", id),
		method:       http.MethodPatch,
		url:          c.tlsEdgeURL(id),
		body:         settings.update(),
		undocumented: true,
	}
	if id == "" {
		return nil, c.failure(r, 0, errEmptyID)
	}
	received, err := c.do(ctx, r)
	if IsNotFound(err) {
		return nil, c.edgeExists(ctx, id, err)
	}
	if err != nil {
		return nil, err
	}
	updated := new(TLSEdge)
	if err := c.decode(r, received, updated); err == nil && updated.ID == id && updated.IsWhole() {
		return updated, nil
	}
	return c.GetTLSEdge(context.WithoutCancel(ctx), id)
}

// edgeExists returns the error of a write that was answered 404: if the edge
// exists, the service lacks the operation.
func (c *Client) edgeExists(ctx context.Context, id string, failure error) error {
	if _, err := c.GetTLSEdge(ctx, id); err == nil {
		return notOffered(failure)
	}
	return failure
}

// IsWhole reports whether an answer has every member of a TLS edge.
func (e *TLSEdge) IsWhole() bool {
	return e.URI.Present && e.CreatedAt.Present && e.Description.Present && e.Metadata.Present && e.Hostports.Present &&
		e.Backend.Present && e.IPRestriction.Present && e.MutualTLS.Present && e.TLSTermination.Present && e.TrafficPolicy.Present
}

// DeleteTLSEdge deletes the TLS edge with the given id, created at createdAt (RFC
// 3339). After any answer but 204 it returns nil only if the edge is found to be
// gone.
func (c *Client) DeleteTLSEdge(ctx context.Context, id, createdAt string) error {
	r := request{
		operation:    fmt.Sprintf("delete TLS edge %q", id),
		method:       http.MethodDelete,
		url:          c.tlsEdgeURL(id),
		undocumented: true,
	}
	if id == "" {
		return c.failure(r, 0, errEmptyID)
	}
	return deleteConfirmed(ctx, c, r, createdAt, func() (*TLSEdge, error) { return c.GetTLSEdge(ctx, id) })
}

type tlsEdgePage struct {
	TLSEdges    listed[TLSEdge, *TLSEdge] `json:"tls_edges"`
	URI         string                    `json:"uri"`
	NextPageURI *string                   `json:"next_page_uri"`
}

// TLSEdgePages returns the place before the first page of the list of TLS edges.
func (c *Client) TLSEdgePages() *Pages[TLSEdge] {
	return &Pages[TLSEdge]{
		client:       c,
		operation:    "list TLS edges",
		undocumented: true,
		next:         c.tlsEdgeURL(),
		identify:     (*TLSEdge).identity,
		decode: func(r request, received *answer) (page[TLSEdge], error) {
			var decoded tlsEdgePage
			err := c.decode(r, received, &decoded)
			return page[TLSEdge]{elements: decoded.TLSEdges, uri: decoded.URI, nextPageURI: decoded.NextPageURI}, err
		},
	}
}

// TLSEdges iterates over all TLS edges of the account, reading pages as the
// caller asks for more. An error ends the iteration.
func (c *Client) TLSEdges(ctx context.Context) iter.Seq2[*TLSEdge, error] {
	return c.TLSEdgePages().all(ctx)
}

func (e *TLSEdge) identity() string { return e.ID }
