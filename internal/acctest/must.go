// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import "testing"

// NoError ends the test if an error is not nil.
func NoError(tb testing.TB, errs ...error) {
	tb.Helper()
	for _, err := range errs {
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// Must returns a function that returns value, or ends the test if err is not nil.
func Must[T any](value T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		NoError(tb, err)
		return value
	}
}
