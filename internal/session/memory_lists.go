// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// singleReads is the number of objects that a run reads individually before it reads a
// list. Individual reads of so few objects take fewer requests than a long list.
const singleReads = 3

// snapshot finds objects in the pages of a list. If a plan needs many objects, pages take
// fewer requests than individual reads. A snapshot never reads more pages than the
// number of calls of find.
//
// The pages serve one plan. A CLI may use one process for several plans, and others may
// change the objects in between. A plan asks for each object once, so the snapshot drops
// all pages when an object is asked for again. It also drops all pages when a write ends.
type snapshot[T api.Object] struct {
	list    func() *api.Pages[T]
	reading chan struct{} // full while a page is read

	mu        sync.Mutex
	asked     map[string]bool // the ids of the calls of find since the pages were dropped
	pagesRead int             // includes the page that is being read
	pages     *api.Pages[T]   // the pages that have not been read
	more      bool            // whether another page can be read
	found     map[string]*T
}

func newSnapshot[T api.Object](list func() *api.Pages[T]) *snapshot[T] {
	s := &snapshot[T]{list: list, reading: make(chan struct{}, 1)}
	s.invalidate()
	return s
}

// find returns an object, or nil if the caller has to read the object
// individually. A call returns as soon as the page with the object is read, even
// if other calls wait for later pages.
func (s *snapshot[T]) find(ctx context.Context, id string) *T {
	if s == nil || !s.ask(id) {
		return nil
	}
	for {
		if found, mayRead := s.lookUp(id); found != nil || !mayRead {
			return found
		}
		select {
		case s.reading <- struct{}{}:
			s.readPage(ctx, id)
			<-s.reading
		case <-ctx.Done():
			return nil
		}
	}
}

// ask records a call of find and reports whether this call may use the list.
func (s *snapshot[T]) ask(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked[id] {
		s.drop()
	}
	s.asked[id] = true
	return len(s.asked) > singleReads
}

// lookUp returns the object with the given id if a page that was read contains it. It
// also reports whether another page may be read.
func (s *snapshot[T]) lookUp(id string) (found *T, mayRead bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[id], s.more && s.pagesRead < len(s.asked)
}

// readPage reads the next page, unless another caller has just read the page with the
// object. If invalidate is called during the read, readPage ignores the page.
func (s *snapshot[T]) readPage(ctx context.Context, id string) {
	if found, mayRead := s.lookUp(id); found != nil || !mayRead {
		return
	}
	s.mu.Lock()
	from := s.pages
	s.pagesRead++
	s.mu.Unlock()
	page, err := from.Read(ctx)

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages != from {
		return
	}
	if err != nil {
		s.more = false
		tflog.Warn(ctx, "A list cannot be read; each object is read individually", map[string]any{"error": err.Error()})
		return
	}
	s.more = from.More()
	for i := range page {
		s.found[page[i].ObjectID()] = &page[i]
	}
}

// invalidate drops all pages. Each write calls invalidate when the write ends, because a page
// that was read during the write may show the object before or after the write.
func (s *snapshot[T]) invalidate() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
}

// drop drops all pages. The caller must hold s.mu.
func (s *snapshot[T]) drop() {
	s.pagesRead, s.more = 0, true
	s.pages = s.list()
	s.asked, s.found = map[string]bool{}, map[string]*T{}
}
