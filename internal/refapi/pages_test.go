// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// walk follows next_page_uri to the end, and returns all ids and the size of
// each page. Before each page but the first it calls between with the number of
// pages read so far.
func walk(t *testing.T, s *service, between func(pages int)) (ids []string, sizes []int) {
	t.Helper()
	path := "/backends/failover?limit=3&unknown=%00"
	for {
		g := s.do(t, "GET", path, "").wants(t, 200)
		if g.text("uri") != s.url+"/backends/failover" {
			t.Errorf("uri of the list is %q", g.text("uri"))
		}
		elements := g.body["backends"].([]any)
		for _, element := range elements {
			ids = append(ids, element.(map[string]any)["id"].(string))
		}
		sizes = append(sizes, len(elements))
		if g.body["next_page_uri"] == nil {
			return ids, sizes
		}
		path = strings.TrimPrefix(g.text("next_page_uri"), s.url)
		between(len(sizes))
	}
}

func fill(s *service, count int) (ids []string) {
	for i := range count {
		ids = append(ids, s.AddFailoverBackend(refapi.FailoverBackend{ID: fmt.Sprintf("b%04d", i)}).ID)
	}
	return ids
}

func TestPages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		count, pageSize int
		want            []int
	}{
		{0, 2, []int{0}}, {1, 2, []int{1}}, {2, 2, []int{2}}, {5, 2, []int{2, 2, 1}}, {4, 2, []int{2, 2}}, {101, 0, []int{100, 1}},
	} {
		s := start(t, refapi.Options{PageSize: test.pageSize})
		want := fill(s, test.count)
		if ids, sizes := walk(t, s, func(int) {}); !slices.Equal(ids, want) || !slices.Equal(sizes, test.want) {
			t.Errorf("%d by %d: got pages of %v with %v", test.count, test.pageSize, sizes, ids)
		}
	}
}

func TestPagesOfAListThatChanges(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{PageSize: 3})
	ids := fill(s, 20)
	removed := map[string]bool{}
	got, _ := walk(t, s, func(pages int) {
		// Before the cursor, at the cursor, and after it.
		for _, i := range []int{pages*3 - 2, pages*3 - 1, pages * 4} {
			if i < len(ids) {
				removed[ids[i]] = s.RemoveFailoverBackend(ids[i]) || removed[ids[i]]
			}
		}
		if pages == 1 {
			s.AddFailoverBackend(refapi.FailoverBackend{ID: "late"})
		}
	})
	times := map[string]int{}
	for _, id := range got {
		times[id]++
	}
	for _, id := range ids {
		if times[id] > 1 || times[id] == 0 && !removed[id] {
			t.Errorf("%s was listed %d times (removed meanwhile: %t)", id, times[id], removed[id])
		}
	}
	if times["late"] != 1 {
		t.Errorf("what was added behind the cursor was listed %d times", times["late"])
	}
}
