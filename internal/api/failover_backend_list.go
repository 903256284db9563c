package api

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
)

type failoverBackendPage struct {
	Backends    []FailoverBackend `json:"backends"`
	URI         string            `json:"uri"`
	NextPageURI *string           `json:"next_page_uri"`
}

// isPage tells a page, which may lack the list where it has no element, from
// another object. That must not pass for an empty page: a creation of unknown
// outcome would be repeated for it.
func (p *failoverBackendPage) isPage() bool {
	return p.Backends != nil || p.URI != ""
}

var errNoPage = errors.New("the answer is not a page of failover backends: it has neither backends nor uri")

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
	next   *url.URL // nil after the last page
	seen   map[string]bool
}

// FailoverBackendPages returns the place before the first page.
func (c *Client) FailoverBackendPages() *FailoverBackendPages {
	return &FailoverBackendPages{client: c, next: c.failoverBackendURL(), seen: map[string]bool{}}
}

// More reports whether there is a page to read.
func (p *FailoverBackendPages) More() bool {
	return p.next != nil
}

// Read reads the next page. A page whose successor is refused is an error: what
// follows it would be missing without a word.
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
	for i := range page.Backends {
		if page.Backends[i].ID == "" {
			return nil, p.client.misanswer(r, received, errNoID)
		}
	}
	if p.next, err = nextPage(p.client.baseURL, r.url, page.NextPageURI, p.seen); err != nil {
		return nil, p.client.misanswer(r, received, err)
	}
	return page.Backends, nil
}
