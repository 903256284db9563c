// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import "testing"

func TestIsJSON(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{}`:                         true,
		" \r\n{\"id\": \"bfo_1\"}\n": true,
		`[]`:                         true,
		`"text"`:                     true,
		``:                           false,
		` `:                          false,
		`{"id": "bfo_`:               false,
		`{} {}`:                      false,
		"\ufeff{}":                   false,
		`<!doctype html>`:            false,
		`Not Found`:                  false,
	} {
		if got := isJSON([]byte(body)); got != want {
			t.Errorf("%q: got %v, want %v", body, got, want)
		}
	}
}
