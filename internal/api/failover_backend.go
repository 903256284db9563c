// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// FailoverBackend is an ordered list of child backends in a response (interface section
// 2.1).
type FailoverBackend struct {
	ID          string           `json:"id"`
	URI         Member[string]   `json:"uri"`
	CreatedAt   Member[string]   `json:"created_at"` // RFC 3339
	Description Member[string]   `json:"description"`
	Metadata    Member[string]   `json:"metadata"`
	Backends    Member[[]string] `json:"backends"`
}

// ObjectID implements [Object].
func (b FailoverBackend) ObjectID() string { return b.ID }

// IsWhole reports whether the response contained the complete object. Services may leave
// out an unset description or metadata.
func (b FailoverBackend) IsWhole() bool {
	return b.ID != "" && b.URI.OrZero() != "" && b.CreatedAt.OrZero() != "" && b.Backends.Value != nil
}

// FailoverBackendSettings are the settings that a caller chooses. An empty Description or
// Metadata is unset, and a creation omits unset members.
type FailoverBackendSettings struct {
	Description string   `json:"description,omitempty"`
	Metadata    string   `json:"metadata,omitempty"`
	Backends    []string `json:"backends"` // not nil; sent in this order
}

// CreateFailoverBackend creates a failover backend and returns it (interface section
// 4.1). The response may be incomplete: see [FailoverBackend.IsWhole]. If the request fails but the service may have acted on it, the client does
// not retry the request, and [MayHaveActed] returns true for the error.
func (c *Client) CreateFailoverBackend(ctx context.Context, settings FailoverBackendSettings) (*FailoverBackend, error) {
	r := c.request(http.MethodPost, "create failover backend", "backends", "failover")
	r.body = settings
	return create(ctx, c, r, func(id string) *FailoverBackend { return &FailoverBackend{ID: id} })
}

// GetFailoverBackend returns the failover backend with the given id (interface section
// 4.1). If the backend does not exist, [IsGone] returns true for the error.
func (c *Client) GetFailoverBackend(ctx context.Context, id string) (*FailoverBackend, error) {
	r := c.request(http.MethodGet, fmt.Sprintf("read failover backend %q", id), "backends", "failover", id)
	found, made, err := ask[FailoverBackend](ctx, c, r)
	switch {
	case err != nil:
		return nil, err
	case found.ID == "":
		return nil, made.failure(errors.New("the response is not a failover backend: it has no id"))
	case found.ID != id:
		return nil, made.errWrongObject(found.ID)
	}
	return found, nil
}

// UpdateFailoverBackend replaces all settings of a failover backend and returns the
// backend in the response. The API documentation does not show the response to an update. If
// the response is not this backend, the result is empty.
func (c *Client) UpdateFailoverBackend(ctx context.Context, id string, settings FailoverBackendSettings) (*FailoverBackend, error) {
	r := c.request(http.MethodPatch, fmt.Sprintf("update failover backend %q", id), "backends", "failover", id)
	// The API documentation does not show the effect of an omitted member (interface section 4.1),
	// so the update sends every member.
	r.body = map[string]any{"id": id, "description": settings.Description, "metadata": settings.Metadata, "backends": settings.Backends}
	return update[FailoverBackend](ctx, c, r, id)
}

// DeleteFailoverBackend deletes the failover backend with the given id (interface
// section 4.1). If the response has a success status other than 204, the cause of the
// error is [ErrNotDeleted].
func (c *Client) DeleteFailoverBackend(ctx context.Context, id string) error {
	return c.remove(ctx, c.request(http.MethodDelete, fmt.Sprintf("delete failover backend %q", id), "backends", "failover", id))
}

// FailoverBackends returns the list of failover backends (interface section 4.1).
func (c *Client) FailoverBackends() *Pages[FailoverBackend] {
	return newPages[FailoverBackend](c, c.request(http.MethodGet, "list failover backends", "backends", "failover"))
}
