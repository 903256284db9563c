// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// A query returns at most the requested number of objects, and ends at an error. An object
// that cannot be read is a warning, because CLIs end a query at an error.
func TestResults(t *testing.T) {
	t.Parallel()
	const all = "Warning Could not read, two, three, Error Could not list"
	objects := []string{"one", "two", "three", "four"}
	listed := func(yield func(*string, error) bool) {
		_ = yield(&objects[0], &api.Error{Operation: "read"}) && yield(&objects[1], nil) && yield(&objects[2], nil) &&
			yield(nil, &api.Error{Operation: "list"}) && yield(&objects[3], nil)
	}
	for limit, want := range []string{all, "Warning Could not read, two", "Warning Could not read, two, three", all} {
		for stopAfter := range 5 {
			var shown []string
			for result := range results(int64(limit), listed, func(name *string) list.ListResult {
				return list.ListResult{DisplayName: *name}
			}) {
				for _, diagnostic := range result.Diagnostics {
					result.DisplayName += diagnostic.Severity().String() + " " + diagnostic.Summary()
				}
				if shown = append(shown, result.DisplayName); len(shown) == stopAfter {
					break
				}
			}
			if got := strings.Join(shown, ", "); !strings.HasPrefix(want, got) || stopAfter == 0 && got != want {
				t.Errorf("limit %d: got %q", limit, got)
			}
		}
	}
}
