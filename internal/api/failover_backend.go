// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

// FailoverBackend is a failover backend in a response (interface section 2.1).
type FailoverBackend struct {
	ID          string           `json:"id"`
	URI         Member[string]   `json:"uri"`
	CreatedAt   Member[string]   `json:"created_at"` // RFC 3339
	Description Member[string]   `json:"description"`
	Metadata    Member[string]   `json:"metadata"`
	Backends    Member[[]string] `json:"backends"`
}

func (b FailoverBackend) ObjectID() string { return b.ID }

// IsWhole ignores description and metadata, which services may leave out if they are unset.
func (b FailoverBackend) IsWhole() bool {
	return b.ID != "" && b.URI.OrZero() != "" && b.CreatedAt.OrZero() != "" && b.Backends.Value != nil
}

func (b FailoverBackend) creationTime() string { return b.CreatedAt.OrZero() }

// FailoverBackendSettings are what a caller chooses. An empty text is unset.
type FailoverBackendSettings struct {
	Description string   `json:"description,omitempty"`
	Metadata    string   `json:"metadata,omitempty"`
	Backends    []string `json:"backends"` // not nil; sent in this order
}

func (s FailoverBackendSettings) createBody() any { return s }

// updateBody has every member, because the effect of an omitted member is not shown (interface
// section 4.1).
func (s FailoverBackendSettings) updateBody(id string) map[string]any {
	return map[string]any{"id": id, "description": s.Description, "metadata": s.Metadata, "backends": s.Backends}
}

func newFailoverBackends(client *Client) *Collection[FailoverBackend, FailoverBackendSettings] {
	return &Collection[FailoverBackend, FailoverBackendSettings]{
		client: client, noun: "failover backend", path: []string{"backends", "failover"}, elements: "backends",
		decode: decodeIdentified[FailoverBackend],
	}
}
