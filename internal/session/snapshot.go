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
	list       func() pages[T]
	newContext func() (context.Context, context.CancelFunc) // that ends with the run

	mu        sync.Mutex
	reads     int      // asked for since the last call of forget, as the rest
	pagesRead int      // or under way
	pages     pages[T] // the rest of the list
	more      bool     // the list has another page, and none has failed
	found     map[string]listed[T]
	reading   chan struct{} // closed when the page under way has been read, nil if none is
	stop      func()        // gives that up
}

// pages are the pages of a list, as [api.Pages] reads them.
type pages[T any] interface {
	More() bool
	Read(ctx context.Context) ([]T, error)
}

// listed is an object on a page.
type listed[T any] struct {
	object *T
	page   int
}

func newSnapshot[T api.Object](run context.Context, list func() pages[T]) *snapshot[T] {
	s := &snapshot[T]{
		list:       list,
		newContext: func() (context.Context, context.CancelFunc) { return context.WithCancel(run) },
		stop:       func() {},
	}
	s.forget()
	return s
}

// find returns an object, or nil when it must be read by itself. A caller returns
// as soon as its own page is read.
func (s *snapshot[T]) find(ctx context.Context, id string) *T {
	if s == nil || !s.countRead() {
		return nil
	}
	for ctx.Err() == nil {
		found, page := s.look(id)
		if page == nil {
			return found
		}
		select {
		case <-page:
		case <-ctx.Done():
		}
	}
	return nil
}

// countRead counts a read and reports whether the list may answer it.
func (s *snapshot[T]) countRead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.reads > singleReads
}

// look returns an object if a page has shown it, or else the page to wait for. It
// is nil if no page may be read for the object. Where the object is on the newest
// page, the next one is read ahead.
func (s *snapshot[T]) look(id string) (found *T, page <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.found[id]
	if (!ok || at.page == s.pagesRead) && s.reading == nil && s.more && s.pagesRead < s.reads {
		s.startReading()
	}
	if ok {
		return at.object, nil
	}
	return nil, s.reading
}

// startReading reads the next page while its caller goes on. Only the holder of mu
// may call it.
func (s *snapshot[T]) startReading() {
	ctx, cancel := s.newContext()
	pages, done := s.pages, make(chan struct{})
	s.pagesRead++
	s.reading, s.stop = done, cancel
	go func() {
		defer close(done)
		defer cancel()
		page, err := pages.Read(ctx)
		s.keep(ctx, pages, page, err)
	}()
}

// keep keeps a page that has been read, unless everything was forgotten meanwhile.
func (s *snapshot[T]) keep(ctx context.Context, from pages[T], page []T, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages != from {
		return
	}
	s.reading = nil
	if err != nil {
		s.more = false
		tflog.Warn(ctx, "A list cannot be read; each object is read by itself", map[string]any{"error": err.Error()})
		return
	}
	s.more = from.More()
	for i := range page {
		s.found[page[i].ObjectID()] = listed[T]{&page[i], s.pagesRead}
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
	s.stop()
	s.reads, s.pagesRead, s.more, s.reading = 0, 0, true, nil
	s.pages = s.list()
	s.found = map[string]listed[T]{}
}
