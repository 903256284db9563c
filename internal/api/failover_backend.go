package api

import (
	"context"
	"errors"
	"fmt"
	"iter"
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

type failoverBackendPage struct {
	Backends    []FailoverBackend `json:"backends"`
	NextPageURI *string           `json:"next_page_uri"`
}

// CreateFailoverBackend creates a failover backend and returns it as the
// service answered (interface section 4.1).
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
	c.creations.running.RLock()
	defer c.creations.running.RUnlock()
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	created := new(FailoverBackend)
	if err := c.decode(r, received, created); err != nil {
		return nil, err
	}
	if created.ID == "" {
		return nil, c.misanswer(r, received, errNoID)
	}
	c.creations.claim(created.ID)
	return created, nil
}

// GetFailoverBackend returns the failover backend with the given id (interface
// section 4.1). [IsNotFound] recognises the error of one that does not exist.
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

// DeleteFailoverBackend deletes a failover backend (interface section 4.1). One
// that does not exist, or no longer at a repeated attempt, counts as deleted.
func (c *Client) DeleteFailoverBackend(ctx context.Context, id string) error {
	r := request{
		operation: fmt.Sprintf("delete failover backend %q", id),
		method:    http.MethodDelete,
		url:       c.failoverBackendURL(id),
	}
	if id == "" {
		return c.failure(r, 0, errEmptyID)
	}
	_, err := c.do(ctx, r)
	if IsNotFound(err) {
		return nil
	}
	return err
}

// FailoverBackends iterates over all failover backends of the account, reading
// pages as the caller asks for more. An error ends the iteration.
func (c *Client) FailoverBackends(ctx context.Context) iter.Seq2[*FailoverBackend, error] {
	return func(yield func(*FailoverBackend, error) bool) {
		for page, err := range c.FailoverBackendPages(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page {
				if !yield(&page[i], nil) {
					return
				}
			}
		}
	}
}

// FailoverBackendPages iterates over the pages of the list of failover backends
// (interface section 2.2). Next pages are followed within the base URL's origin
// only, and none is read twice.
func (c *Client) FailoverBackendPages(ctx context.Context) iter.Seq2[[]FailoverBackend, error] {
	return func(yield func([]FailoverBackend, error) bool) {
		r := request{operation: "list failover backends", method: http.MethodGet, url: c.failoverBackendURL()}
		seen := map[string]bool{}
		for r.url != nil {
			seen[r.url.String()] = true
			page, received, err := c.failoverBackendPage(ctx, r)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(page.Backends, nil) {
				return
			}
			if r.url, err = nextPage(c.baseURL, r.url, page.NextPageURI, seen); err != nil {
				r.url = c.failoverBackendURL()
				yield(nil, c.misanswer(r, received, err))
				return
			}
		}
	}
}

func (c *Client) failoverBackendPage(ctx context.Context, r request) (*failoverBackendPage, *answer, error) {
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	page := new(failoverBackendPage)
	if err := c.decode(r, received, page); err != nil {
		return nil, nil, err
	}
	for i := range page.Backends {
		if page.Backends[i].ID == "" {
			return nil, nil, c.misanswer(r, received, errNoID)
		}
	}
	return page, received, nil
}

// failoverBackendURL is the address of one failover backend, or of all.
func (c *Client) failoverBackendURL(id ...string) *url.URL {
	return c.endpoint(append([]string{"backends", "failover"}, id...)...)
}

// isWhole tells whether an answer is the complete object and not a part of it.
func (b *FailoverBackend) isWhole(id string) bool {
	return b.ID == id && b.URI != "" && b.CreatedAt != "" && b.Backends != nil
}

var (
	errNoID    = errors.New("the answer names no id")
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
