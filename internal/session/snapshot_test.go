// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// account is a service with count failover backends in pages of pageSize, and a
// session that refreshes from the list.
func account(t *testing.T, count, pageSize int) (*refapi.API, *session.Session) {
	t.Helper()
	reference := refapi.New(refapi.Options{PageSize: pageSize})
	for i := range count {
		reference.AddFailoverBackend(refapi.FailoverBackend{ID: id(i), Description: "made", Backends: []string{"a"}})
	}
	return reference, start(t, reference)
}

func id(i int) string { return fmt.Sprintf("fob_%04d", i) }

// longAgo is when an object that is not young was created.
const longAgo = "2020-01-01T00:00:00Z"

// always accepts any element of the list.
func always(*api.FailoverBackend) bool { return true }

func refresh(t *testing.T, client *session.Session, ids ...string) {
	t.Helper()
	for _, id := range ids {
		found, err := client.RefreshFailoverBackend(t.Context(), id, longAgo, always)
		if err != nil || found.ID != id {
			t.Errorf("%s: got %v, %v", id, found, err)
		}
	}
}

// asked counts the pages and the single reads that were requested.
func asked(reference *refapi.API) (pages, singles int) {
	for _, request := range reference.Requests() {
		if strings.HasSuffix(request.Path, "/backends/failover") {
			pages++
		} else {
			singles++
		}
	}
	return pages, singles
}

func ids(count int) []string {
	all := make([]string, count)
	for i := range all {
		all[i] = id(i)
	}
	return all
}

func TestRefresh_costsPagesAndNotReads(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		account, pageSize  int
		managed            []string
		maxPages, maxTotal int
	}{
		"all of a large account": {1000, 100, ids(1000), 10, 20},
		"in reverse":             {1000, 100, reversed(ids(1000)), 10, 20},
		"few of a large account": {2000, 10, reversed(ids(2000))[:20], 20, 45},
		"a handful":              {2000, 10, ids(3), 0, 3},
		"one page":               {50, 100, ids(50), 1, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference, client := account(t, test.account, test.pageSize)
			refresh(t, client, test.managed...)
			pages, singles := asked(reference)
			if pages > test.maxPages || pages+singles > test.maxTotal {
				t.Errorf("%d reads took %d pages and %d single reads", len(test.managed), pages, singles)
			}
		})
	}
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func TestRefresh_inParallelReadsEachPageOnce(t *testing.T) {
	t.Parallel()
	reference, client := account(t, 1000, 100)
	var group sync.WaitGroup
	for part := range slices.Chunk(ids(1000), 100) {
		group.Go(func() { refresh(t, client, part...) })
	}
	group.Wait()
	if pages, singles := asked(reference); pages > 10 || pages+singles > 30 {
		t.Errorf("took %d pages and %d single reads", pages, singles)
	}
}

func TestRefresh_goesOnWithItsOwnPage(t *testing.T) {
	t.Parallel()
	const pageSize = 5
	reference, client := account(t, 2*pageSize+3, pageSize)
	refresh(t, client, ids(3)...)
	asking, first, early := make(chan struct{}), make(chan struct{}), make(chan struct{})
	pages := 0
	reference.Intercept(func(refapi.Request) *refapi.Fault {
		pages++
		switch pages {
		case 1:
			close(asking)
			<-first
		case 2:
			select {
			case <-early:
			case <-time.After(10 * time.Second):
				t.Error("a read of what is on the first page waits for the second")
			}
		}
		return nil
	})
	var running sync.WaitGroup
	running.Go(func() { refresh(t, client, id(2*pageSize-1)) })
	<-asking
	running.Go(func() {
		refresh(t, client, id(pageSize-1))
		close(early)
	})
	// Long enough for the refresh to begin to wait for the page.
	<-time.After(50 * time.Millisecond)
	close(first)
	running.Wait()
}

func TestRefresh_whoGivesUpLeavesTheListToOthers(t *testing.T) {
	t.Parallel()
	reference, client := account(t, 20, 100)
	refresh(t, client, ids(3)...)
	impatient, giveUp := context.WithCancel(t.Context())
	reference.Intercept(func(refapi.Request) *refapi.Fault {
		giveUp()
		return &refapi.Fault{Delay: 100 * time.Millisecond}
	})
	if _, err := client.RefreshFailoverBackend(impatient, id(3), longAgo, always); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, expected %v", err, context.Canceled)
	}
	reference.Intercept(nil)
	refresh(t, client, ids(20)[3:]...)
	if pages, singles := asked(reference); pages > 2 || singles != 3 {
		t.Errorf("took %d pages and %d single reads", pages, singles)
	}
}

// GET decides about an object that the list lacks, and about one that is gone.
func TestRefresh_whatTheListLacksIsReadByItself(t *testing.T) {
	t.Parallel()
	reference, client := account(t, 20, 100)
	refresh(t, client, ids(10)...)
	reference.AddFailoverBackend(refapi.FailoverBackend{ID: "late", Backends: []string{"a"}})
	refresh(t, client, "late")
	if _, err := client.RefreshFailoverBackend(t.Context(), "never", longAgo, always); !api.IsNotFound(err) {
		t.Errorf("expected not found, got %v", err)
	}
	// The second page comes from reading the list whole, without which nothing is
	// given up.
	if pages, singles := asked(reference); pages != 2 || singles != 5 {
		t.Errorf("took %d pages and %d single reads", pages, singles)
	}
}

func TestRefresh_anyWriteForgetsTheSnapshot(t *testing.T) {
	t.Parallel()
	settings := api.FailoverBackendSettings{Description: "changed", Backends: []string{"a"}}
	for name, write := range map[string]func(context.Context, *session.Session) error{
		"create": func(ctx context.Context, c *session.Session) error {
			_, err := c.CreateFailoverBackend(ctx, settings)
			return err
		},
		"update": func(ctx context.Context, c *session.Session) error {
			_, err := c.UpdateFailoverBackend(ctx, id(9), settings)
			return err
		},
		"delete": func(ctx context.Context, c *session.Session) error {
			return c.DeleteFailoverBackend(ctx, id(8), longAgo)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference, client := account(t, 10, 100)
			refresh(t, client, ids(8)...)
			reference.ChangeFailoverBackend(id(1), func(b *refapi.FailoverBackend) { b.Description = "drifted" })
			if err := write(t.Context(), client); err != nil {
				t.Fatal(err)
			}
			for range singleReadsAndMore {
				found, err := client.RefreshFailoverBackend(t.Context(), id(1), longAgo, always)
				if err != nil || *found.Description != "drifted" {
					t.Errorf("got %v, %v", found, err)
				}
			}
		})
	}
}

const singleReadsAndMore = 6

func TestRefresh_aListThatFailsIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	reference, client := account(t, 50, 10)
	reference.Intercept(func(r refapi.Request) *refapi.Fault {
		if !strings.HasSuffix(r.Path, "/backends/failover") {
			return nil
		}
		return &refapi.Fault{Status: http.StatusForbidden}
	})
	refresh(t, client, ids(50)...)
	if pages, singles := asked(reference); pages != 1 || singles != 50 {
		t.Errorf("took %d pages and %d single reads", pages, singles)
	}
}

// The list only saves requests. An element that differs from what the caller knows
// is read by itself, because a list may lag and leave members out.
func TestRefresh_whatDiffersInTheListIsReadByItself(t *testing.T) {
	t.Parallel()
	reference, client := account(t, 20, 100)
	differs := func(b *api.FailoverBackend) bool { return b.ID != id(7) }
	for _, id := range ids(20) {
		if found, err := client.RefreshFailoverBackend(t.Context(), id, longAgo, differs); err != nil || found.ID != id {
			t.Errorf("got %v, %v", found, err)
		}
	}
	if pages, singles := asked(reference); pages != 1 || singles != 4 {
		t.Errorf("took %d pages and %d single reads", pages, singles)
	}
}

// Refreshing from the list assumes that list and GET agree. The reference API keeps
// to that.
func TestRefresh_listAndGetSayTheSame(t *testing.T) {
	t.Parallel()
	for name, unset := range map[string]refapi.UnsetAnswer{
		"null": refapi.UnsetNull, "empty": refapi.UnsetEmpty, "absent": refapi.UnsetAbsent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference, client := account(t, 3, 2)
			reference.Answer(func(a *refapi.Answers) { a.Unset = unset })
			reference.ChangeFailoverBackend(id(1), func(b *refapi.FailoverBackend) { b.Description, b.Metadata = "", "m" })
			for listed, err := range client.API.FailoverBackends().All(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				single, err := client.API.GetFailoverBackend(t.Context(), listed.ID)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := fmt.Sprintf("%#v", deref(listed)), fmt.Sprintf("%#v", deref(single)); got != want {
					t.Errorf("the list says %s, a read says %s", got, want)
				}
			}
		})
	}
}

// deref returns the members without pointers, so that objects can be compared.
func deref(b *api.FailoverBackend) [6]any {
	text := func(s *string) any {
		if s == nil {
			return nil
		}
		return *s
	}
	return [6]any{b.ID, b.URI, b.CreatedAt, text(b.Description), text(b.Metadata), fmt.Sprint(b.Backends)}
}
