// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/list"
)

// A query returns at most the requested number of objects, and ends at an error. An object
// that cannot be read is a warning, because CLIs end a query at an error.
func TestResults(t *testing.T) {
	t.Parallel()
	const all = "Warning unreadable., two, three, Error no more."
	objects := []string{"one", "two", "three", "four"}
	listed := func(yield func(*string, error) bool) {
		_ = yield(&objects[0], errors.New("unreadable")) && yield(&objects[1], nil) && yield(&objects[2], nil) &&
			yield(nil, errors.New("no more")) && yield(&objects[3], nil)
	}
	for limit, want := range []string{all, "Warning unreadable., two", "Warning unreadable., two, three", all} {
		for stopAfter := range 5 {
			var shown []string
			for result := range results(int64(limit), listed, func(name *string) list.ListResult {
				return list.ListResult{DisplayName: *name}
			}) {
				for _, one := range result.Diagnostics {
					result.DisplayName += one.Severity().String() + " " + one.Detail()
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
