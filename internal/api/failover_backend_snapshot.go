package api

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/sync/semaphore"
)

// singleReads is how many failover backends are read one by one before the list
// is asked: a small configuration in a large account needs no list.
const singleReads = 3

// failoverBackendSnapshot answers reads of failover backends from the pages of
// their list, which cost fewer requests than reading each. It reads no more
// pages than reads were asked for, and forgets everything at any write, so that
// it never answers with less than this client knows.
type failoverBackendSnapshot struct {
	client *Client
	turn   *semaphore.Weighted // held while a page is read

	mu         sync.Mutex
	generation int // counts what was forgotten
	reads      int // asked for in this generation
	pagesRead  int // in this generation
	pages      *failoverBackendPages
	failed     bool // the list is not asked again in this generation
	found      map[string]*FailoverBackend
}

func newFailoverBackendSnapshot(client *Client) *failoverBackendSnapshot {
	s := &failoverBackendSnapshot{client: client, turn: semaphore.NewWeighted(1)}
	s.forget()
	return s
}

// RefreshFailoverBackend returns what [Client.GetFailoverBackend] returns, from
// the list where many are asked for. It relies on list elements saying what a
// single read says; an element without all members that the service sets is not
// used.
func (c *Client) RefreshFailoverBackend(ctx context.Context, id string) (*FailoverBackend, error) {
	if found := c.snapshot.find(ctx, id); found != nil {
		c.creations.claim(id)
		return found, nil
	}
	return c.GetFailoverBackend(ctx, id)
}

// find returns a failover backend, or nil when it must be read by itself.
func (s *failoverBackendSnapshot) find(ctx context.Context, id string) *FailoverBackend {
	if s == nil || !s.countRead() {
		return nil
	}
	if found := s.known(id); found != nil {
		return found
	}
	if s.turn.Acquire(ctx, 1) != nil {
		return nil
	}
	defer s.turn.Release(1)
	found := s.known(id)
	for found == nil && s.mayReadPage() {
		s.readPage(ctx)
		found = s.known(id)
	}
	return found
}

// countRead counts a read and tells whether the list may answer it.
func (s *failoverBackendSnapshot) countRead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.reads > singleReads
}

func (s *failoverBackendSnapshot) known(id string) *FailoverBackend {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[id]
}

// mayReadPage tells whether another page may be spent on the reads asked for.
// Only the holder of the turn may look into pages.
func (s *failoverBackendSnapshot) mayReadPage() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.failed && s.pagesRead < s.reads && s.pages.more()
}

func (s *failoverBackendSnapshot) readPage(ctx context.Context) {
	s.mu.Lock()
	generation, pages := s.generation, s.pages
	s.pagesRead++
	s.mu.Unlock()

	page, err := pages.read(ctx)

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generation != generation {
		return
	}
	if err != nil {
		s.failed = true
		tflog.Warn(ctx, "The list of failover backends cannot be read; each is read by itself", map[string]any{"error": err.Error()})
		return
	}
	for i := range page {
		if page[i].isWhole(page[i].ID) {
			s.found[page[i].ID] = &page[i]
		}
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
	s.reads, s.pagesRead, s.failed = 0, 0, false
	s.pages = s.client.failoverBackendPages()
	s.found = map[string]*FailoverBackend{}
}
