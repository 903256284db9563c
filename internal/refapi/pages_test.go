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
// each page.
func walk(t *testing.T, s *service) (ids []string, sizes []int) {
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
		if ids, sizes := walk(t, s); !slices.Equal(ids, want) || !slices.Equal(sizes, test.want) {
			t.Errorf("%d by %d: got pages of %v with %v", test.count, test.pageSize, sizes, ids)
		}
	}
}
