// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// singleReads is how many objects are read one by one before their list is asked:
// a small configuration in a large account needs no list.
const singleReads = 3

// snapshot answers reads of objects from the pages of their list, which costs fewer
// requests than reading each object. It reads no more pages than reads were asked
// for. A write makes it forget everything when it ends, so that it shows every write
// of this process that has ended.
type snapshot[T api.Object] struct {
	list    func() *api.Pages[T]
	reading chan struct{} // full while a page is read

	mu        sync.Mutex
	reads     int           // asked for since the last call of forget, as the rest
	pagesRead int           // or under way
	pages     *api.Pages[T] // the rest of the list
	more      bool          // the list has another page, and none has failed
	found     map[string]*T
}

func newSnapshot[T api.Object](list func() *api.Pages[T]) *snapshot[T] {
	s := &snapshot[T]{list: list, reading: make(chan struct{}, 1)}
	s.forget()
	return s
}

// find returns an object, or nil when it must be read individually. A caller returns
// as soon as its own page is read.
func (s *snapshot[T]) find(ctx context.Context, id string) *T {
	if s == nil || !s.countRead() {
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

// countRead counts a read and reports whether the list may answer it.
func (s *snapshot[T]) countRead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.reads > singleReads
}

// lookUp returns an object if a page has shown it, and whether a page may be read for
// it otherwise.
func (s *snapshot[T]) lookUp(id string) (found *T, mayRead bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[id], s.more && s.pagesRead < s.reads
}

// readPage reads the next page, unless another caller has read one with the object
// meanwhile. What it reads is dropped if everything is forgotten before it ends.
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

// forget drops everything. A write calls it when it has ended, because a page that
// was read meanwhile may show either side of it.
func (s *snapshot[T]) forget() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads, s.pagesRead, s.more = 0, 0, true
	s.pages = s.list()
	s.found = map[string]*T{}
}
