// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const (
	pageSize = 100
	latency  = 150 * time.Millisecond
)

type element struct{ id string }

func (e element) ObjectID() string { return e.id }

func elementID(i int) string { return fmt.Sprintf("e%d", i) }

// distantList is a list whose pages take a while. It counts them.
type distantList struct {
	mu             sync.Mutex
	count          int  // elements
	isDeaf         bool // pages come although they are given up
	read, inFlight int
	mostInFlight   int
}

type distantPages struct {
	list *distantList
	next int
}

func (p *distantPages) More() bool { return p.next*pageSize < p.list.count }

func (p *distantPages) Read(ctx context.Context) ([]element, error) {
	p.list.add(1)
	defer p.list.add(-1)
	given := ctx.Done()
	if p.list.isDeaf {
		given = nil
	}
	select {
	case <-time.After(latency):
	case <-given:
		return nil, ctx.Err()
	}
	var page []element
	for i := range pageSize {
		page = append(page, element{elementID(p.next*pageSize + i)})
	}
	p.next++
	return page, nil
}

func (l *distantList) add(change int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read += max(change, 0)
	l.inFlight += change
	l.mostInFlight = max(l.mostInFlight, l.inFlight)
}

func (l *distantList) counts() (read, inFlight, mostInFlight int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read, l.inFlight, l.mostInFlight
}

// snapshotOf is a snapshot of a distant list, in a run that ends with ctx.
func snapshotOf(ctx context.Context, count int) (*distantList, *snapshot[element]) {
	list := &distantList{count: count}
	return list, newSnapshot(ctx, func() pages[element] { return &distantPages{list: list} })
}

// A CLI that takes time for each object does not wait for each page too. One page
// is read at a time.
func TestSnapshot_readsAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const count, parallel, work = 1000, 10, 20 * time.Millisecond
		list, s := snapshotOf(t.Context(), count)
		next, start, missed := make(chan int), time.Now(), make(chan int, count)
		var group sync.WaitGroup
		for range parallel {
			group.Go(func() {
				for i := range next {
					if s.find(t.Context(), elementID(i)) == nil {
						missed <- i
					}
					<-time.After(work)
				}
			})
		}
		for i := range count {
			next <- i
		}
		close(next)
		group.Wait()
		if read, inFlight, most := list.counts(); read != count/pageSize || inFlight != 0 || most != 1 || len(missed) != singleReads {
			t.Errorf("read %d pages, %d at a time, and missed %d", read, most, len(missed))
		}
		if took, least := time.Since(start), latency+count/parallel*work; took > least+work {
			t.Errorf("took %s, expected %s", took, least)
		}
	})
}

// Reading ahead is one page, within the budget. It is given up by a write and by
// the end of the run, and not by that of a call.
func TestSnapshot_readsAheadNoMore(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ reads, read, inFlight int }{ // reads are of the first elements
		"single reads":  {singleReads, 0, 0},
		"under way":     {singleReads + 1, 2, 1},
		"there":         {singleReads + 1, 2, 0},
		"used":          {pageSize + 1, 3, 0},
		"earlier pages": {pageSize / 2, 2, 0},
		"a write":       {singleReads + 1, 2, 0},
		"the run ends":  {singleReads + 1, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				run, endRun := context.WithCancel(t.Context())
				defer endRun()
				list, s := snapshotOf(run, 10*pageSize)
				for i := range test.reads {
					ctx, endCall := context.WithCancel(t.Context())
					s.find(ctx, elementID(i))
					endCall()
				}
				switch name {
				case "there", "used", "earlier pages":
					<-time.After(time.Minute)
				case "a write":
					s.forget()
				case "the run ends":
					endRun()
				}
				if name == "earlier pages" {
					s.find(t.Context(), elementID(1))
				}
				synctest.Wait()
				if read, inFlight, _ := list.counts(); read != test.read || inFlight != test.inFlight {
					t.Errorf("read %d pages, %d under way", read, inFlight)
				}
			})
		})
	}
}

// A page that comes after a write is not kept. A call that ends waits for none.
func TestSnapshot_aLatePage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		list, s := snapshotOf(t.Context(), pageSize)
		list.isDeaf = true
		for i := range singleReads {
			s.find(t.Context(), elementID(i))
		}
		ctx, cancel := context.WithTimeout(t.Context(), latency/3)
		defer cancel()
		start := time.Now()
		if found := s.find(ctx, elementID(0)); found != nil || time.Since(start) != latency/3 {
			t.Errorf("got %v after %s", found, time.Since(start))
		}
		s.forget()
		<-time.After(latency)
		synctest.Wait()
		if len(s.found) > 0 {
			t.Errorf("kept %d elements", len(s.found))
		}
		for i := range singleReads + 1 {
			if found := s.find(t.Context(), elementID(i)); (found != nil) != (i >= singleReads) {
				t.Errorf("element %d: got %v", i, found)
			}
		}
	})
}
