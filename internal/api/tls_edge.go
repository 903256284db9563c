// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
)

// TLSEdge is a TLS edge in a response (interface section 2.3). The response to a read
// may omit any member (section 4.2).
type TLSEdge struct {
	ID             string                         `json:"id"`
	URI            Member[string]                 `json:"uri"`
	CreatedAt      Member[string]                 `json:"created_at"` // RFC 3339
	Description    Member[string]                 `json:"description"`
	Metadata       Member[string]                 `json:"metadata"`
	Hostports      Member[[]string]               `json:"hostports"` // in no particular order
	Backend        Member[EndpointBackend]        `json:"backend"`
	IPRestriction  Member[EndpointIPPolicy]       `json:"ip_restriction"`
	MutualTLS      Member[EndpointMutualTLS]      `json:"mutual_tls"`
	TLSTermination Member[EndpointTLSTermination] `json:"tls_termination"`
	TrafficPolicy  Member[EndpointTrafficPolicy]  `json:"traffic_policy"`
}

// The types whose names begin with Endpoint are the modules of a TLS edge. A type
// whose name ends in Mutate is a module in a request. The other types are modules in
// a response. For TLS termination and for traffic policies, the API documentation
// uses the same type in requests and responses. This package uses two types for each
// module, because a response may omit any member.

// EndpointBackend is the module that names the backend.
type EndpointBackend struct {
	Enabled Member[bool] `json:"enabled"`
	Backend Member[Ref]  `json:"backend"`
}

// EndpointIPPolicy is the module that checks source addresses.
type EndpointIPPolicy struct {
	Enabled    Member[bool] `json:"enabled"`
	IPPolicies Member[Refs] `json:"ip_policies"` // in no particular order
}

// EndpointMutualTLS is the module that validates client certificates.
type EndpointMutualTLS struct {
	Enabled                Member[bool] `json:"enabled"`
	CertificateAuthorities Member[Refs] `json:"certificate_authorities"` // in no particular order
}

// EndpointTLSTermination is the module that sets where TLS ends.
type EndpointTLSTermination struct {
	Enabled     Member[bool]   `json:"enabled"`
	TerminateAt Member[string] `json:"terminate_at"`
	MinVersion  Member[string] `json:"min_version"`
}

// EndpointTrafficPolicy is the module with a traffic policy.
type EndpointTrafficPolicy struct {
	Enabled Member[bool]   `json:"enabled"`
	Value   Member[string] `json:"value"`
}

// TLSEdgeSettings are the settings that a caller chooses (interface section 4.2). A field
// that is "", empty or nil is unset, and a creation omits unset fields.
type TLSEdgeSettings struct {
	Description    string                        `json:"description,omitempty"` // at most 255 bytes
	Metadata       string                        `json:"metadata,omitempty"`    // at most 4096 bytes
	Hostports      []string                      `json:"hostports,omitempty"`
	Backend        *EndpointBackendMutate        `json:"backend,omitempty"`
	IPRestriction  *EndpointIPPolicyMutate       `json:"ip_restriction,omitempty"`
	MutualTLS      *EndpointMutualTLSMutate      `json:"mutual_tls,omitempty"`
	TLSTermination *EndpointTLSTerminationMutate `json:"tls_termination,omitempty"`
	TrafficPolicy  *EndpointTrafficPolicyMutate  `json:"traffic_policy,omitempty"`
}

// EndpointBackendMutate is the module that names the backend.
type EndpointBackendMutate struct {
	Enabled   bool   `json:"enabled"`
	BackendID string `json:"backend_id"`
}

// EndpointIPPolicyMutate is the module that checks source addresses.
type EndpointIPPolicyMutate struct {
	Enabled     bool     `json:"enabled"`
	IPPolicyIDs []string `json:"ip_policy_ids"` // not nil
}

// EndpointMutualTLSMutate is the module that validates client certificates.
type EndpointMutualTLSMutate struct {
	Enabled                 bool     `json:"enabled"`
	CertificateAuthorityIDs []string `json:"certificate_authority_ids"` // not nil
}

// EndpointTLSTerminationMutate is the module that sets where TLS ends.
type EndpointTLSTerminationMutate struct {
	Enabled     bool   `json:"enabled"`
	TerminateAt string `json:"terminate_at"`
	MinVersion  string `json:"min_version,omitempty"`
}

// EndpointTrafficPolicyMutate is the module with a traffic policy.
type EndpointTrafficPolicyMutate struct {
	Enabled bool   `json:"enabled"`
	Value   string `json:"value"`
}

// CreateTLSEdge creates a TLS edge and returns it (interface section 4.2). If the
// response contains the id but does not describe the edge, the result contains only the
// id. If the request fails but the service may have acted on it, the client does not
// retry the request, and [MayHaveActed] returns true for the error.
func (c *Client) CreateTLSEdge(ctx context.Context, settings TLSEdgeSettings) (*TLSEdge, error) {
	r := c.request(http.MethodPost, "create TLS edge", "edges", "tls")
	r.body = settings
	return create(ctx, c, r, func(e *TLSEdge) bool { return e.URI.Present }, func(id string) *TLSEdge { return &TLSEdge{ID: id} })
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
	// If a read omits no members except description, metadata or hostports, the omitted
	// members are empty. A list proves nothing, because it may omit them from every edge.
	complete := *found
	complete.Description.Present, complete.Metadata.Present, complete.Hostports.Present = true, true, true
	if found.ID != "" && complete.IsWhole() {
		found = &complete
	}
	found.ID = cmp.Or(found.ID, id)
	if found.ID != id {
		return nil, made.errWrongObject(found.ID)
	}
	return found, nil
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
	return e.mark(false, func(name string) bool { return name != "id" && !slices.Contains(settings, name) })
}

// Without returns a copy of the edge in which the named settings are null.
func (e TLSEdge) Without(settings []string) *TLSEdge {
	return e.mark(true, func(name string) bool { return slices.Contains(settings, name) })
}

// mark makes the matching members null, or absent if isPresent is false.
func (e TLSEdge) mark(isPresent bool, matches func(name string) bool) *TLSEdge {
	fields := reflect.ValueOf(&e).Elem()
	for i := range fields.NumField() {
		if matches(fields.Type().Field(i).Tag.Get("json")) {
			fields.Field(i).SetZero()
			fields.Field(i).FieldByName("Present").SetBool(isPresent)
		}
	}
	return &e
}

// Shows reports whether the response has the named setting, with a value or null.
func (e TLSEdge) Shows(setting string) bool { return *e.Only([]string{setting}) != TLSEdge{ID: e.ID} }
