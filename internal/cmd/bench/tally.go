// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// tally counts requests by kind.
type tally struct {
	pages   int // of the list of failover backends
	methods map[string]int
}

func tallyOf(requests []refapi.Request) tally {
	counted := tally{methods: map[string]int{}}
	for _, request := range requests {
		if request.Method == http.MethodGet && request.Path == "/backends/failover" {
			counted.pages++
			continue
		}
		counted.methods[request.Method]++
	}
	return counted
}

// String lists the counts that are not zero, reads first.
func (t tally) String() string {
	var parts []string
	switch {
	case t.pages == 1:
		parts = append(parts, "1 page")
	case t.pages > 1:
		parts = append(parts, fmt.Sprintf("%d pages", t.pages))
	}
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete} {
		if count := t.methods[method]; count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, method))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
