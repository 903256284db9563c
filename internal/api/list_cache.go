// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

const (
	singleReads = 3           // objects that a run reads individually first; for so few, a list may take more requests
	maxPageAge  = time.Minute // of the last page that was read
)

// listCache finds objects in the pages of a list, which take fewer requests than individual
// reads if a plan needs many objects. It never reads more pages than there were calls of find.
// The pages serve one plan: a CLI may use one process for several plans, and other people may
// change objects in between. A plan asks for each object once, so a second call of find for an
// object shows that another plan has begun, and drops all pages. A plan of other objects shows
// nothing, so a call of find also drops pages that are older than [maxPageAge].
type listCache[T Object] struct {
	mu     sync.Mutex
	asked  map[string]bool // the ids that find was called with since the pages were dropped
	first  *listPage[T]    // nil if the pages were dropped
	readAt time.Time       // when the last page was read, or the pages were dropped
}

// listPage is a page of a list. The first caller that needs the page reads it.
type listPage[T Object] struct {
	read  sync.Once
	pages *pages[T]
	found map[string]*T
	next  *listPage[T] // nil if this is the last page, or if this page cannot be read
}

// find returns nil if the caller has to read the object individually. It waits only until the
// page with the object is read.
func (c *listCache[T]) find(ctx context.Context, id string, list func() *pages[T]) *T {
	page := c.firstPage(id, list)
	for number := 1; page != nil && number <= c.readablePages(); number++ {
		page.read.Do(func() {
			page.fill(ctx)
			c.noteRead()
		})
		if found := page.found[id]; found != nil {
			return found
		}
		page = page.next
	}
	return nil
}

// firstPage records a call of find. It returns the first page, or nil for [singleReads] objects.
func (c *listCache[T]) firstPage(id string, list func() *pages[T]) *listPage[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first == nil || c.asked[id] || time.Since(c.readAt) >= maxPageAge {
		c.asked, c.first, c.readAt = map[string]bool{}, &listPage[T]{pages: list()}, time.Now()
		c.first.pages.next.once = true // Single reads replace a page.
	}
	c.asked[id] = true
	if len(c.asked) <= singleReads {
		return nil
	}
	return c.first
}

// readablePages returns the number of pages that find may read at present.
func (c *listCache[T]) readablePages() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked)
}

// noteRead lets a list that takes long serve until its last page is [maxPageAge] old.
func (c *listCache[T]) noteRead() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readAt = time.Now()
}

// fill reads the page. If the request fails, the page is empty and the last.
func (p *listPage[T]) fill(ctx context.Context) {
	elements, err := p.pages.read(ctx)
	if err != nil {
		tflog.Warn(ctx, "A list cannot be read; each object is read individually", map[string]any{"error": err.Error()})
		return
	}
	p.found = map[string]*T{}
	for i := range elements {
		p.found[elements[i].ObjectID()] = &elements[i]
	}
	if p.pages.more() {
		p.next = &listPage[T]{pages: p.pages}
	}
}

// invalidate drops all pages when a write ends: a page that was read during the write may show
// the object as it was before. A call of find that is under way keeps its pages.
func (c *listCache[T]) invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.first = nil
}
