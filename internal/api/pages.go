// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"slices"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

// Pages reads a list of the service page by page (interface section 2.2). It follows
// links only within the origin of the base URL.
type Pages[T Object] struct {
	client *Client
	next   request         // next.url is nil after the last page
	ids    map[string]bool // ids of the elements of earlier pages
}

// page is a page of a list. The JSON member for the elements has a different name
// for each kind of element.
type page[T Object] struct {
	Backends    []T            `json:"backends"`
	TLSEdges    []T            `json:"tls_edges"`
	URI         string         `json:"uri"`
	NextPageURI Member[string] `json:"next_page_uri"`
}

// ErrOtherOrigin is the cause of an [Error] if the next page has another origin than the
// base URL.
var ErrOtherOrigin = errors.New("the next page has another origin than base_url, so the provider does not read it")

func newPages[T Object](client *Client, first request) *Pages[T] {
	first.isPage = true
	return &Pages[T]{client: client, next: first, ids: map[string]bool{}}
}

// WithoutRetries makes p send each request once, unless a rate limit refuses the request.
// It returns p.
func (p *Pages[T]) WithoutRetries() *Pages[T] {
	p.next.once = true
	return p
}

// More reports whether there is another page to read.
func (p *Pages[T]) More() bool { return p.next.url != nil }

// Read reads the next page and returns the elements that no earlier page contained. Read
// fails if the page links to a next page that the client does not follow. Otherwise the
// caller would get an incomplete list. Read also fails if the page has no new element but
// links to another page, because such a list might never end.
func (p *Pages[T]) Read(ctx context.Context) ([]T, error) {
	read, made, err := ask[page[T]](ctx, p.client, p.next)
	if err != nil {
		return nil, err
	}
	elements := read.Backends
	if elements == nil {
		elements = read.TLSEdges
	}
	if elements == nil && read.URI == "" {
		// An empty page may lack the member for its elements, but has
		// the member uri. If an object without both members counted as
		// an empty page, existing objects would be removed from state.
		return nil, made.failure(errors.New("the response is not a page of the list: it has neither elements nor uri"))
	}
	for _, element := range elements {
		if err := checkID(element.ObjectID()); err != nil {
			return nil, made.failure(err)
		}
	}
	fresh := slices.DeleteFunc(elements, func(element T) bool {
		known := p.ids[element.ObjectID()]
		p.ids[element.ObjectID()] = true
		return known
	})
	if p.next.url, err = p.nextPage(read.NextPageURI.OrZero()); err != nil {
		return nil, made.failure(err)
	}
	if p.More() && len(fresh) == 0 {
		return nil, made.failure(errors.New("the page has no new element, but links to a next page"))
	}
	return fresh, nil
}

// nextPage returns the URL of the next page, or nil after the last page (interface
// section 2.2). A relative URI is resolved against the URL of the current page.
func (p *Pages[T]) nextPage(nextPageURI string) (*url.URL, error) {
	if nextPageURI == "" {
		return nil, nil //nolint:nilnil // no next page is an ordinary result
	}
	next, err := p.next.url.Parse(nextPageURI)
	switch {
	case err != nil:
		return nil, errors.New("the service named a next page with a malformed address")
	case !sameOrigin(p.client.config.BaseURL, next):
		return nil, fmt.Errorf("%w: %s", ErrOtherOrigin, redact.URL(next))
	}
	return next, nil
}

// All iterates over the elements of all remaining pages. It reads a page only when the
// caller needs an element of that page. An error ends the iteration.
func (p *Pages[T]) All(ctx context.Context) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for p.More() {
			page, err := p.Read(ctx)
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
