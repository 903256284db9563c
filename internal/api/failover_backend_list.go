package api

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
)

type failoverBackendPage struct {
	Backends    listed[FailoverBackend, *FailoverBackend] `json:"backends"`
	URI         string                                    `json:"uri"`
	NextPageURI *string                                   `json:"next_page_uri"`
}

// isPage reports whether an answer is a page, which may lack the list where it has no
// element. Another object must not pass for an empty page: an object would be given
// up for it.
func (p *failoverBackendPage) isPage() bool {
	return p.Backends != nil || p.URI != ""
}

var (
	errNoPage     = errors.New("the answer is not a page of failover backends: it has neither backends nor uri")
	errNothingNew = errors.New("the page holds nothing that an earlier one did not, and names another page")
)

// FailoverBackends iterates over all failover backends of the account, reading
// pages as the caller asks for more. An error ends the iteration.
func (c *Client) FailoverBackends(ctx context.Context) iter.Seq2[*FailoverBackend, error] {
	return func(yield func(*FailoverBackend, error) bool) {
		pages := c.FailoverBackendPages()
		for pages.More() {
			page, err := pages.Read(ctx)
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

// FailoverBackendPages is a place in the list of failover backends (interface
// section 2.2), before the page at next. Next pages are followed within the base
// URL's origin only, and none is read twice.
type FailoverBackendPages struct {
	client *Client
	next   *url.URL        // nil after the last page
	seen   map[string]bool // addresses of pages
	ids    map[string]bool // of what they held
}

// FailoverBackendPages returns the place before the first page.
func (c *Client) FailoverBackendPages() *FailoverBackendPages {
	return &FailoverBackendPages{client: c, next: c.failoverBackendURL(), seen: map[string]bool{}, ids: map[string]bool{}}
}

// More reports whether there is a page to read.
func (p *FailoverBackendPages) More() bool {
	return p.next != nil
}

// Read reads the next page, without what an earlier one held. A page whose
// successor is refused is an error, since what follows it would be missing without
// a word. So is one that holds nothing new and names a successor: such a list
// might never end.
func (p *FailoverBackendPages) Read(ctx context.Context) ([]FailoverBackend, error) {
	r := request{operation: "list failover backends", method: http.MethodGet, url: p.next}
	p.seen[r.url.String()] = true
	received, err := p.client.do(ctx, r)
	if err != nil {
		return nil, err
	}
	page := new(failoverBackendPage)
	if err := p.client.decode(r, received, page); err != nil {
		return nil, err
	}
	if !page.isPage() {
		return nil, p.client.misanswer(r, received, errNoPage)
	}
	fresh := page.Backends[:0]
	for _, backend := range page.Backends {
		if !p.ids[backend.ID] {
			fresh = append(fresh, backend)
		}
		p.ids[backend.ID] = true
	}
	if p.next, err = nextPage(p.client.baseURL, r.url, page.NextPageURI, p.seen); err != nil {
		return nil, p.client.misanswer(r, received, err)
	}
	if p.next != nil && len(fresh) == 0 {
		return nil, p.client.misanswer(r, received, errNothingNew)
	}
	return fresh, nil
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
