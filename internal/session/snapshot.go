// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// singleReads is how many objects are read one by one before their list is asked:
// a small configuration in a large account needs no list.
const singleReads = 3

// snapshot answers reads of objects from the pages of their list, which costs fewer
// requests than reading each object. It reads no more pages than reads were asked
// for. Any write makes it forget everything, so that it always shows the writes of
// this process.
type snapshot[T api.Object] struct {
	list   func() *api.Pages[T]
	flight singleflight.Group

	mu         sync.Mutex
	generation int // counts calls of forget
	reads      int // asked for in this generation
	pagesRead  int // in this generation
	pages      *api.Pages[T]
	more       bool // the list has another page, and none has failed in this generation
	found      map[string]*T
}

func newSnapshot[T api.Object](list func() *api.Pages[T]) *snapshot[T] {
	s := &snapshot[T]{list: list}
	s.forget()
	return s
}

// find returns an object, or nil when it must be read by itself. A caller returns
// as soon as its own page is read. One page is read at a time.
func (s *snapshot[T]) find(ctx context.Context, id string) *T {
	if s == nil || !s.countRead() {
		return nil
	}
	for {
		found, mayReadPage := s.look(id)
		if found != nil || !mayReadPage {
			return found
		}
		if ctx.Err() != nil {
			return nil
		}
		page := s.flight.DoChan("next", func() (any, error) {
			s.readPage(ctx, id)
			return struct{}{}, nil
		})
		select {
		case <-page:
		case <-ctx.Done():
			return nil
		}
	}
}

// countRead counts a read and reports whether the list may answer it.
func (s *snapshot[T]) countRead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.reads > singleReads
}

// look returns an object if a page has shown it, and whether another page may be
// read for it.
func (s *snapshot[T]) look(id string) (found *T, mayReadPage bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[id], s.mayReadPage()
}

// mayReadPage reports whether another page may be spent on the reads asked for.
// Only the holder of mu may ask.
func (s *snapshot[T]) mayReadPage() bool {
	return s.more && s.pagesRead < s.reads
}

// readPage reads the next page, unless the one that was just read answers
// for id already.
func (s *snapshot[T]) readPage(ctx context.Context, id string) {
	s.mu.Lock()
	if s.found[id] != nil || !s.mayReadPage() {
		s.mu.Unlock()
		return
	}
	generation, pages := s.generation, s.pages
	s.pagesRead++
	s.mu.Unlock()

	page, err := pages.Read(ctx)

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generation != generation {
		return
	}
	if err != nil && ctx.Err() != nil {
		// The caller gave up, which says nothing about the list. Others may still
		// want it.
		return
	}
	if err != nil {
		s.more = false
		tflog.Warn(ctx, "A list cannot be read; each object is read by itself", map[string]any{"error": err.Error()})
		return
	}
	s.more = pages.More()
	for i := range page {
		s.found[page[i].Identity()] = &page[i]
	}
}

// forget drops everything. A write calls it before and after, because a page
// that is read meanwhile may show either side of it.
func (s *snapshot[T]) forget() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.generation++
	s.reads, s.pagesRead, s.more = 0, 0, true
	s.pages = s.list()
	s.found = map[string]*T{}
}
