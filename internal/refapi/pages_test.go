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

func TestPages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		count, pageSize int
		want            []int
	}{
		{0, 2, []int{0}}, {2, 2, []int{2}}, {5, 2, []int{2, 2, 1}}, {101, 0, []int{100, 1}},
	} {
		s := start(t, refapi.Options{PageSize: test.pageSize})
		var want, got []string
		for i := range test.count {
			want = append(want, s.AddFailoverBackend(refapi.FailoverBackend{ID: fmt.Sprintf("b%04d", i)}).ID)
		}
		var sizes []int
		next := s.url + "/backends/failover?limit=3&unknown=%00"
		for next != "" {
			page := s.do(t, "GET", strings.TrimPrefix(next, s.url), "").wants(t, 200)
			elements := page.body["backends"].([]any)
			for _, element := range elements {
				got = append(got, element.(map[string]any)["id"].(string))
			}
			sizes, next = append(sizes, len(elements)), page.text("next_page_uri")
		}
		if !slices.Equal(got, want) || !slices.Equal(sizes, test.want) {
			t.Errorf("%d by %d: got pages of %v with %v", test.count, test.pageSize, sizes, got)
		}
	}
}
