// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"iter"
)

type failoverBackendPage struct {
	Backends    listed[FailoverBackend, *FailoverBackend] `json:"backends"`
	URI         string                                    `json:"uri"`
	NextPageURI *string                                   `json:"next_page_uri"`
}

// FailoverBackendPages returns the place before the first page of the list of
// failover backends (interface section 4.1).
func (c *Client) FailoverBackendPages() *Pages[FailoverBackend] {
	return &Pages[FailoverBackend]{
		client:    c,
		operation: "list failover backends",
		next:      c.failoverBackendURL(),
		identify:  (*FailoverBackend).identity,
		decode: func(r request, received *answer) (page[FailoverBackend], error) {
			var decoded failoverBackendPage
			err := c.decode(r, received, &decoded)
			return page[FailoverBackend]{elements: decoded.Backends, uri: decoded.URI, nextPageURI: decoded.NextPageURI}, err
		},
	}
}

// FailoverBackends iterates over all failover backends of the account, reading
// pages as the caller asks for more. An error ends the iteration.
func (c *Client) FailoverBackends(ctx context.Context) iter.Seq2[*FailoverBackend, error] {
	return c.FailoverBackendPages().all(ctx)
}

// listsFailoverBackend reports whether the list, read whole, holds an id. Calls
// that come together share one reading.
func (c *Client) listsFailoverBackend(ctx context.Context, id string) (bool, error) {
	read := c.listing.DoChan("failover backends", func() (any, error) {
		ids := map[string]bool{}
		for backend, err := range c.FailoverBackends(ctx) {
			if err != nil {
				return nil, err
			}
			ids[backend.ID] = true
		}
		return ids, nil
	})
	select {
	case result := <-read:
		ids, _ := result.Val.(map[string]bool)
		return ids[id], result.Err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
