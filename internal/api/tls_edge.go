// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
)

// TLSEdge is a TLS edge in a response (interface section 2.3). The response to a read
// may omit any member (section 4.2).
type TLSEdge struct {
	ID             string             `json:"id"`
	URI            Member[string]     `json:"uri"`
	CreatedAt      Member[string]     `json:"created_at"` // RFC 3339
	Description    Member[string]     `json:"description"`
	Metadata       Member[string]     `json:"metadata"`
	Hostports      Member[[]string]   `json:"hostports"` // in no particular order
	Backend        Member[EdgeModule] `json:"backend"`
	IPRestriction  Member[EdgeModule] `json:"ip_restriction"`
	MutualTLS      Member[EdgeModule] `json:"mutual_tls"`
	TLSTermination Member[EdgeModule] `json:"tls_termination"`
	TrafficPolicy  Member[EdgeModule] `json:"traffic_policy"`
}

// EdgeModule is a module of a TLS edge in a response. Every module has the member enabled.
// The comments name the module that each of the other members belongs to.
type EdgeModule struct {
	Enabled                Member[bool]   `json:"enabled"`
	Backend                Member[Ref]    `json:"backend"`                 // backend
	IPPolicies             Member[Refs]   `json:"ip_policies"`             // ip_restriction; in no particular order
	CertificateAuthorities Member[Refs]   `json:"certificate_authorities"` // mutual_tls; in no particular order
	TerminateAt            Member[string] `json:"terminate_at"`            // tls_termination
	MinVersion             Member[string] `json:"min_version"`             // tls_termination
	Value                  Member[string] `json:"value"`                   // traffic_policy
}

// TLSEdgeSettings are the settings that a caller chooses (interface section 4.2). A field
// that is "", empty or nil is unset, and a creation omits unset fields.
type TLSEdgeSettings struct {
	Description    string              `json:"description,omitempty"` // at most 255 bytes
	Metadata       string              `json:"metadata,omitempty"`    // at most 4096 bytes
	Hostports      []string            `json:"hostports,omitempty"`
	Backend        *EdgeModuleSettings `json:"backend,omitempty"`
	IPRestriction  *EdgeModuleSettings `json:"ip_restriction,omitempty"`
	MutualTLS      *EdgeModuleSettings `json:"mutual_tls,omitempty"`
	TLSTermination *EdgeModuleSettings `json:"tls_termination,omitempty"`
	TrafficPolicy  *EdgeModuleSettings `json:"traffic_policy,omitempty"`
}

// EdgeModuleSettings are a module of a TLS edge in a request. Every module has the member
// enabled. The comments name the module that each of the other members belongs to. In the
// other modules, the member is "" or nil. Ids are empty, but not nil, if none are set.
type EdgeModuleSettings struct {
	Enabled                 bool     `json:"enabled"`
	BackendID               string   `json:"backend_id,omitempty"`               // backend
	IPPolicyIDs             []string `json:"ip_policy_ids,omitzero"`             // ip_restriction
	CertificateAuthorityIDs []string `json:"certificate_authority_ids,omitzero"` // mutual_tls
	TerminateAt             string   `json:"terminate_at,omitempty"`             // tls_termination
	MinVersion              string   `json:"min_version,omitempty"`              // tls_termination
	Value                   string   `json:"value,omitempty"`                    // traffic_policy
}

// CreateTLSEdge creates a TLS edge and returns it (interface section 4.2). The response may be
// incomplete: see [TLSEdge.IsWhole]. If the request fails but the service may have acted on
// it, the client does not retry the request, and [MayHaveActed] returns true for the error.
func (c *Client) CreateTLSEdge(ctx context.Context, settings TLSEdgeSettings) (*TLSEdge, error) {
	r := c.request(http.MethodPost, "create TLS edge", "edges", "tls")
	r.body = settings
	return completed(create(ctx, c, r, func(id string) *TLSEdge { return &TLSEdge{ID: id} }))
}

// edgeOrPage is the response to a read of an edge. A service that ignores the id in the
// path responds with its list, which has a uri too.
type edgeOrPage struct {
	TLSEdge

	TLSEdges    Member[any] `json:"tls_edges"`
	NextPageURI Member[any] `json:"next_page_uri"`
}

// GetTLSEdge returns the TLS edge with the given id (interface section 4.2). If the edge
// does not exist, [IsGone] returns true for the error.
func (c *Client) GetTLSEdge(ctx context.Context, id string) (*TLSEdge, error) {
	r := c.request(http.MethodGet, fmt.Sprintf("read TLS edge %q", id), "edges", "tls", id)
	read, made, err := ask[edgeOrPage](ctx, c, r)
	if err != nil {
		return nil, err
	}
	if read.TLSEdges.Present || read.NextPageURI.Present {
		return nil, made.failure(errors.New("the response is not a TLS edge: it is a page of a list"))
	}
	found := &read.TLSEdge
	// The API documentation does not show the response to a read, so even the id may be
	// absent. But a response without any known member, such as {"success": false}, is not
	// an edge.
	if *found == (TLSEdge{}) {
		return nil, made.failure(errors.New("the response is not a TLS edge: it has none of the members of an edge"))
	}
	found, _ = completed(found, nil)
	found.ID = cmp.Or(found.ID, id)
	if found.ID != id {
		return nil, made.errWrongObject(found.ID)
	}
	return found, nil
}

// completed adds the texts and hostports that a response about a single edge omits. If the
// response omits nothing else, they are unset: services leave out empty values. A list proves
// nothing, because it may omit them from every edge.
func completed(e *TLSEdge, err error) (*TLSEdge, error) {
	if err != nil {
		return nil, err
	}
	complete := *e
	complete.Description.Present, complete.Metadata.Present, complete.Hostports.Present = true, true, true
	if e.ID != "" && complete.IsWhole() {
		return &complete, nil
	}
	return e, nil
}

// ObjectID implements [Object]. After [Client.GetTLSEdge], the id is never empty.
func (e TLSEdge) ObjectID() string { return e.ID }

// IsWhole reports whether the response contained the complete edge.
func (e TLSEdge) IsWhole() bool {
	return e.URI.Present && e.CreatedAt.Present && e.Description.Present && e.Metadata.Present && e.Hostports.Present &&
		e.Backend.Present && e.IPRestriction.Present && e.MutualTLS.Present && e.TLSTermination.Present && e.TrafficPolicy.Present
}

// Only returns a copy of the edge with its id and the named settings of the response.
func (e TLSEdge) Only(settings []string) *TLSEdge {
	fields := reflect.ValueOf(&e).Elem()
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Tag.Get("json"); name != "id" && !slices.Contains(settings, name) {
			fields.Field(i).SetZero()
		}
	}
	return &e
}

// Shows reports whether the response has the named setting, with a value or null.
func (e TLSEdge) Shows(setting string) bool { return *e.Only([]string{setting}) != TLSEdge{ID: e.ID} }

// The API documentation does not show the operations below. The client assumes
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
	return completed(update[TLSEdge](ctx, c, r, id))
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
