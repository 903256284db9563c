// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/redact"
)

// pages reads a list page by page (interface section 2.2), within the origin of the base URL.
type pages[T Object] struct {
	client   *Client
	elements string          // the member of a page that has its elements
	next     request         // next.url is nil after the last page
	ids      map[string]bool // ids of the elements of earlier pages
}

// ErrOtherOrigin is the cause if the next page has another origin than the base URL.
var ErrOtherOrigin = errors.New("the next page has another origin than the base URL, so it is not read")

// ErrPageNotFound is the cause after a 404 or 410 to a page. The list still exists.
var ErrPageNotFound = errors.New("the list is incomplete: the service does not find one of its pages")

func (p *pages[T]) more() bool { return p.next.url != nil }

// read returns the elements that no earlier page contained. It fails if it cannot follow the
// link to the next page, because the list would be incomplete, and if a page without a new
// element links to another, because such a list might never end.
func (p *pages[T]) read(ctx context.Context) ([]T, error) {
	made, err := p.client.do(ctx, p.next)
	// Instead of the first page, a web page: base_url is wrong.
	failure, _ := errors.AsType[*Error](err)
	if failure != nil && failure.Class == NotFound && (len(p.ids) > 0 || !errors.Is(err, ErrNotJSON)) {
		return nil, failure.because(ErrPageNotFound)
	}
	if err != nil {
		return nil, err
	}
	p.next.undocumented = "" // Later errors do not mean that the service lacks the operation.
	var members map[string]jsontext.Value
	var uri, next string
	var elements []T
	err = made.decode(&members)
	for name, target := range map[string]any{"uri": &uri, "next_page_uri": &next, p.elements: &elements} {
		if encoded := members[name]; encoded != nil {
			err = cmp.Or(err, made.decodeMember("/"+name, encoded, target))
		}
	}
	if err != nil {
		return nil, err
	}
	if elements == nil && uri == "" {
		// An empty page may lack its elements, but has a uri. If an object without both counted
		// as an empty page, existing objects would be removed from state.
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
	if p.next.url, err = p.nextPage(next); err != nil {
		return nil, made.failure(err)
	}
	if p.more() && len(fresh) == 0 {
		return nil, made.failure(errors.New("the page has no new element, but links to a next page"))
	}
	return fresh, nil
}

// nextPage returns nil after the last page. A URI may be relative to the current page.
func (p *pages[T]) nextPage(nextPageURI string) (*url.URL, error) {
	if nextPageURI == "" {
		return nil, nil //nolint:nilnil // no next page is an ordinary result
	}
	next, err := p.next.url.Parse(nextPageURI)
	if err != nil {
		return nil, errors.New("the service named a next page with a malformed address")
	}
	p.client.keepTLS(next)
	if !sameOrigin(p.client.config.BaseURL, next) {
		return nil, fmt.Errorf("%w: %s", ErrOtherOrigin, redact.URL(next))
	}
	return next, nil
}

// all reads a page only when the caller needs an element of it. An error ends the iteration.
func (p *pages[T]) all(ctx context.Context) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for p.more() {
			page, err := p.read(ctx)
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
