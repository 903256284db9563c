// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// FailoverBackend is an ordered list of child backends (interface section 2.1).
// A nil Description or Metadata, and an empty one, are unset.
type FailoverBackend struct {
	ID          string   `json:"id"`
	URI         string   `json:"uri"`
	CreatedAt   string   `json:"created_at"` // RFC 3339
	Description *string  `json:"description"`
	Metadata    *string  `json:"metadata"`
	Backends    []string `json:"backends"`
}

// FailoverBackendSettings is what a caller chooses of a failover backend.
// Backends is sent in its order.
type FailoverBackendSettings struct {
	Description string // "" is unset
	Metadata    string // "" is unset
	Backends    []string
}

type failoverBackendCreate struct {
	Description string   `json:"description,omitempty"`
	Metadata    string   `json:"metadata,omitempty"`
	Backends    []string `json:"backends"`
}

// failoverBackendUpdate has every member in every request, because the
// interface does not show what becomes of an omitted one (section 4.1).
type failoverBackendUpdate struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Metadata    string   `json:"metadata"`
	Backends    []string `json:"backends"`
}

// CreateFailoverBackend creates a failover backend and returns it (interface
// section 4.1). Where the answer names the new object without describing it
// whole, it is read. Where that fails, an object that has nothing but its id comes
// along with the error. The request is never repeated if the service may have
// acted on it: [IsOutcomeUnknown] recognises that error.
func (c *Client) CreateFailoverBackend(ctx context.Context, settings FailoverBackendSettings) (*FailoverBackend, error) {
	r := request{
		operation: "create failover backend",
		method:    http.MethodPost,
		url:       c.failoverBackendURL(),
		body: failoverBackendCreate{
			Description: settings.Description,
			Metadata:    settings.Metadata,
			Backends:    notNil(settings.Backends),
		},
	}
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	created := new(FailoverBackend)
	err = c.decode(r, received, created)
	if err == nil && created.isWhole(created.ID) && checkID(created.ID) == nil {
		return created, nil
	}
	id, err := c.createdID(r, received, err)
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if created, err = find(ctx, c, "", func() (*FailoverBackend, error) { return c.GetFailoverBackend(ctx, id) }); err != nil {
		return &FailoverBackend{ID: id}, err
	}
	return created, nil
}

// GetFailoverBackend returns the failover backend with the given id (interface
// section 4.1). [IsNotFound] recognises the error of one that is not found, which
// may exist all the same: see [Client.FindFailoverBackend].
func (c *Client) GetFailoverBackend(ctx context.Context, id string) (*FailoverBackend, error) {
	r := request{
		operation: fmt.Sprintf("read failover backend %q", id),
		method:    http.MethodGet,
		url:       c.failoverBackendURL(id),
	}
	if id == "" {
		return nil, c.failure(r, 0, errEmptyID)
	}
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	found := new(FailoverBackend)
	if err := c.decode(r, received, found); err != nil {
		return nil, err
	}
	if found.ID != id {
		return nil, c.misanswer(r, received, otherObjectError(found.ID))
	}
	return found, nil
}

// FindFailoverBackend returns the failover backend with the given id, created at
// createdAt (RFC 3339). Its error satisfies [IsNotFound] only if the object is
// missing from its list too, and if a young one stays missing for some seconds.
func (c *Client) FindFailoverBackend(ctx context.Context, id, createdAt string) (*FailoverBackend, error) {
	return find(ctx, c, createdAt, func() (*FailoverBackend, error) { return c.getOrMissFailoverBackend(ctx, id) })
}

// getOrMissFailoverBackend reads a failover backend, and looks for one that is
// not found in the list.
func (c *Client) getOrMissFailoverBackend(ctx context.Context, id string) (*FailoverBackend, error) {
	found, err := c.GetFailoverBackend(ctx, id)
	if !IsNotFound(err) {
		return found, err
	}
	listed, listErr := c.listsFailoverBackend(ctx, id)
	switch {
	case listErr != nil:
		return nil, notConfirmed(err, fmt.Errorf("whether the list of failover backends holds it could not be read: %w", listErr))
	case listed:
		return nil, notConfirmed(err, errStillListed)
	}
	return nil, err
}

// UpdateFailoverBackend replaces all settings of a failover backend and returns
// it as it is afterwards. Where the answer to the update is not this whole
// object, which the interface leaves open, it is read once more.
func (c *Client) UpdateFailoverBackend(ctx context.Context, id string, settings FailoverBackendSettings) (*FailoverBackend, error) {
	r := request{
		operation: fmt.Sprintf("update failover backend %q", id),
		method:    http.MethodPatch,
		url:       c.failoverBackendURL(id),
		body: failoverBackendUpdate{
			ID:          id,
			Description: settings.Description,
			Metadata:    settings.Metadata,
			Backends:    notNil(settings.Backends),
		},
	}
	if id == "" {
		return nil, c.failure(r, 0, errEmptyID)
	}
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	updated := new(FailoverBackend)
	if err := c.decode(r, received, updated); err == nil && updated.isWhole(id) {
		return updated, nil
	}
	return c.GetFailoverBackend(context.WithoutCancel(ctx), id)
}

// DeleteFailoverBackend deletes the failover backend with the given id, created
// at createdAt (RFC 3339; interface section 4.1). After any answer but 204 it
// returns nil only if the object is found to be gone.
func (c *Client) DeleteFailoverBackend(ctx context.Context, id, createdAt string) error {
	r := request{
		operation: fmt.Sprintf("delete failover backend %q", id),
		method:    http.MethodDelete,
		url:       c.failoverBackendURL(id),
	}
	if id == "" {
		return c.failure(r, 0, errEmptyID)
	}
	return deleteConfirmed(ctx, c, r, createdAt, func() (*FailoverBackend, error) {
		return c.getOrMissFailoverBackend(ctx, id)
	})
}

// failoverBackendURL is the address of one failover backend, or of all.
func (c *Client) failoverBackendURL(id ...string) *url.URL {
	return c.endpoint(append([]string{"backends", "failover"}, id...)...)
}

// isWhole reports whether an answer is the complete object and not a part of it.
func (b *FailoverBackend) isWhole(id string) bool {
	return b.ID == id && b.URI != "" && b.CreatedAt != "" && b.Backends != nil
}

var (
	errEmptyID = errors.New("the id is empty")
)

func otherObjectError(id string) error {
	return fmt.Errorf("the answer describes another object, with the id %q", id)
}

// notNil keeps an empty list from being sent as null.
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func (b *FailoverBackend) identity() string { return b.ID }
