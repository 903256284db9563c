// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
)

// Pages is a place in a list of the service (interface section 2.2), before a
// page. Next pages are followed within the base URL's origin only, and none is
// read twice.
type Pages[T any] struct {
	client    *Client
	operation string // as in [Error.Operation]
	decode    func(r request, received *answer) (page[T], error)
	identify  func(*T) string

	undocumented bool
	next         *url.URL        // nil after the last page
	seen         map[string]bool // addresses of pages
	ids          map[string]bool // of what they held
}

// page is a page of a list, whatever the service calls its elements.
type page[T any] struct {
	elements    []T
	uri         string
	nextPageURI *string
}

// isPage reports whether an answer is a page, which may lack the list where it has
// no element. Another object must not pass for an empty page: an object would be
// given up for it.
func (p page[T]) isPage() bool { return p.elements != nil || p.uri != "" }

var (
	errNoPage     = errors.New("the answer is not a page of the list: it has neither elements nor uri")
	errNothingNew = errors.New("the page holds nothing that an earlier one did not, and names another page")
)

// More reports whether there is a page to read.
func (p *Pages[T]) More() bool { return p.next != nil }

// Read reads the next page, without what an earlier one held. A page whose
// successor is refused is an error, since what follows it would be missing without
// a word. So is one that holds nothing new and names a successor: such a list
// might never end.
func (p *Pages[T]) Read(ctx context.Context) ([]T, error) {
	r := request{operation: p.operation, method: http.MethodGet, url: p.next, undocumented: p.undocumented}
	if p.seen == nil {
		p.seen, p.ids = map[string]bool{}, map[string]bool{}
	}
	p.seen[r.url.String()] = true
	received, err := p.client.do(ctx, r)
	if p.undocumented && IsNotFound(err) {
		// A list is there even if it holds nothing.
		return nil, notOffered(err)
	}
	if err != nil {
		return nil, err
	}
	read, err := p.decode(r, received)
	if err != nil {
		return nil, err
	}
	if !read.isPage() {
		return nil, p.notAPage(p.client.misanswer(r, received, errNoPage))
	}
	fresh := p.fresh(read.elements)
	if p.next, err = nextPage(p.client.baseURL, r.url, read.nextPageURI, p.seen); err != nil {
		return nil, p.client.misanswer(r, received, err)
	}
	if p.next != nil && len(fresh) == 0 {
		return nil, p.client.misanswer(r, received, errNothingNew)
	}
	return fresh, nil
}

// notAPage returns failure, the error of an answer that is no page of the list. To
// an operation that the interface does not show, something else has answered.
func (p *Pages[T]) notAPage(failure error) error {
	if p.undocumented {
		return notOffered(failure)
	}
	return failure
}

// fresh returns the elements that no earlier page held.
func (p *Pages[T]) fresh(elements []T) []T {
	fresh := make([]T, 0, len(elements))
	for i := range elements {
		id := p.identify(&elements[i])
		if !p.ids[id] {
			fresh = append(fresh, elements[i])
		}
		p.ids[id] = true
	}
	return fresh
}

// all iterates over the elements of all further pages, which are read as the
// caller asks for more. An error ends the iteration.
func (p *Pages[T]) all(ctx context.Context) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for p.More() {
			elements, err := p.Read(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range elements {
				if !yield(&elements[i], nil) {
					return
				}
			}
		}
	}
}
