// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"math"
	"net/http"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// events records the requests of one operation. The clock of an operation is the
// number of its requests.
type events struct {
	requests  int
	creations int            // creations that it may have acted on
	listed    int            // when the last reading of the list began, 0 for never
	listMet   bool           // a fault has met a page of the list
	made      map[string]int // when an object was made that was asked for before
}

// never is later than every request.
const never = math.MaxInt

func newEvents() events { return events{made: map[string]int{}} }

// count returns the number of the next request.
func (e *events) count() int {
	e.requests++
	return e.requests
}

func (e *events) note(request refapi.Request, number int, met fault) {
	if request.Method == http.MethodPost && !met.refuses() {
		e.creations++
	}
	if request.Method != http.MethodGet || !strings.HasSuffix(request.Path, "/backends/failover") {
		return
	}
	if met != none {
		e.listMet = true
	}
	if request.Query == "" {
		e.listed = number
	}
}

// showed reports whether the list showed an object to a client that read the
// whole list.
func (e *events) showed(id string, faults script) bool {
	return !faults.lists && !e.listMet && e.listed > e.made[id]
}
