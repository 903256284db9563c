package session

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// singleReads is how many failover backends are read one by one before the list
// is asked: a small configuration in a large account needs no list.
const singleReads = 3

// failoverBackendSnapshot answers reads of failover backends from the pages of
// their list, which cost fewer requests than reading each of many. It reads no
// more pages than reads were asked for, and forgets everything at any write, so
// that it never answers with less than this client knows.
type failoverBackendSnapshot struct {
	client *api.Client
	flight singleflight.Group // one page is read at a time

	mu         sync.Mutex
	generation int // counts what was forgotten
	reads      int // asked for in this generation
	pagesRead  int // in this generation
	pages      *api.FailoverBackendPages
	more       bool // the list has another page, and none has failed in this generation
	found      map[string]*api.FailoverBackend
}

func newFailoverBackendSnapshot(client *api.Client) *failoverBackendSnapshot {
	s := &failoverBackendSnapshot{client: client}
	s.forget()
	return s
}

// find returns a failover backend, or nil when it must be read by itself. Who
// waits for a page goes on as soon as it is there, while others wait for the
// next.
func (s *failoverBackendSnapshot) find(ctx context.Context, id string) *api.FailoverBackend {
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

// countRead counts a read and tells whether the list may answer it.
func (s *failoverBackendSnapshot) countRead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.reads > singleReads
}

// look returns what is known of a failover backend, and whether another page may
// be read for it.
func (s *failoverBackendSnapshot) look(id string) (found *api.FailoverBackend, mayReadPage bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[id], s.mayReadPage()
}

// mayReadPage tells whether another page may be spent on the reads asked for.
// Only the holder of mu may ask.
func (s *failoverBackendSnapshot) mayReadPage() bool {
	return s.more && s.pagesRead < s.reads
}

// readPage reads the next page, unless the one that somebody has just read
// answers for id already.
func (s *failoverBackendSnapshot) readPage(ctx context.Context, id string) {
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
		// That says nothing about the list, which others may still want.
		return
	}
	if err != nil {
		s.more = false
		tflog.Warn(ctx, "The list of failover backends cannot be read; each is read by itself", map[string]any{"error": err.Error()})
		return
	}
	s.more = pages.More()
	for i := range page {
		s.found[page[i].ID] = &page[i]
	}
}

// forget drops everything. A write calls it before and after, because a page
// that is read meanwhile may show either side of it.
func (s *failoverBackendSnapshot) forget() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.generation++
	s.reads, s.pagesRead, s.more = 0, 0, true
	s.pages = s.client.FailoverBackendPages()
	s.found = map[string]*api.FailoverBackend{}
}
