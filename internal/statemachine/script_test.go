// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"net/http"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// script lists the faults for the requests of one operation, in order.
type script struct {
	faults []fault
	lasts  bool // the last fault also applies to all further requests
	later  int  // the number of requests before the service runs actions that a fault delayed
	lists  bool // lists show the objects as they were before the operation

	writes     fault     // the fault of all writes while the outage lasts; none if ""
	oneAtATime fault     // the fault of all writes while another write is under way; none if ""
	writeEnds  time.Time // of the write that is under way

	outage      time.Duration // how long all requests have the last fault, or all writes have theirs, from the first that has it
	outageEnds  time.Time     // zero before the outage
	missingPage int           // the number of the page of a list, from 1, that is not found; 0 for none
	pages       int           // how many pages were requested
}

// drawScript draws a script. About half of the scripts contain no fault, because a
// sequence without any successful operation would test little. A gateway that responds 404
// to everything is drawn only for a new process: after a success, such a 404 is the API's.
func drawScript(t *rapid.T, step step, isNewProcess bool) script {
	drawn := script{}
	switch weather := rapid.IntRange(0, 24).Draw(t, "weather"); {
	case weather < 9:
		return drawn
	case weather == 9:
		return script{lists: true}
	case weather < 16:
		drawn.faults = rapid.SliceOfN(drawFault(step), 1, 4).Draw(t, "faults")
	case weather < 18:
		drawn.faults, drawn.lasts = rapid.SliceOfN(drawFault(step), 1, 2).Draw(t, "faults"), true
	case weather == 18 && step.changes && rapid.Bool().Draw(t, "unread"):
		return script{faults: []fault{createdID, missingPage}, lasts: true} // uri and created_at are then missing from state
	case weather == 18 && isNewProcess:
		return script{faults: []fault{sampled(t, "gateway", missingPage, noRoute, nothingHere)}, lasts: true}
	case weather == 18:
		drawn.faults, drawn.lasts = []fault{missingPage}, true
	case weather == 19:
		return script{faults: []fault{refused}}
	case weather == 20:
		return script{missingPage: rapid.IntRange(1, 3).Draw(t, "missing page")}
	case weather == 21:
		return drawWriteOutage(t)
	case weather == 22:
		return script{faults: []fault{rapid.SampledFrom(faultsFor(step)).Draw(t, "fault")}}
	default:
		before := rapid.SliceOfN(rapid.Just(none), 0, 3).Draw(t, "before the outage")
		outage := sampled(t, "outage", errorBefore, errorBefore, errorAfter, pageAfter, closedBefore, closedAfter)
		return script{faults: append(before, outage), outage: time.Duration(rapid.IntRange(1, 20).Draw(t, "seconds")) * time.Second}
	}
	drawn.later = rapid.IntRange(1, 12).Draw(t, "later")
	drawn.lists = rapid.IntRange(0, 5).Draw(t, "list") == 5
	return drawn
}

// drawWriteOutage draws a script of a service that refuses or loses writes while reads
// succeed, for some seconds or for the whole operation.
func drawWriteOutage(t *rapid.T) script {
	writes := sampled(t, "writes", readOnly, readOnly, errorBefore, errorAfter, closedAfter, locked, tooEarly, conflict, queued)
	return script{writes: writes, outage: sampled(t, "outage", 5*time.Second, 20*time.Second, time.Hour)}
}

// next takes the next fault from the script, and returns its effect. If this fault waits
// for another request, the fault stays in the script, and next returns no effect.
func (s *script) next(request refapi.Request) effect {
	if isPage := request.Method == http.MethodGet && (request.Path == "/backends/failover" || request.Path == "/edges/tls"); isPage {
		s.pages++
		if s.pages == s.missingPage {
			return effect{reply: refapi.Fault{Status: http.StatusGone, Body: `{"message":"cursor expired"}`}}
		}
	}
	if request.Method != http.MethodGet && (s.writes != "" || s.oneAtATime != "") {
		return s.nextWrite(request)
	}
	if len(s.faults) == 0 {
		return effect{}
	}
	next := effectOf(s.faults[0], request)
	if next.method != "" && next.method != request.Method {
		return effect{}
	}
	if len(s.faults) == 1 && s.outage > 0 {
		if s.isOutage() {
			return next
		}
		return effect{}
	}
	if len(s.faults) > 1 || !s.lasts {
		s.faults = s.faults[1:]
	}
	return next
}

// isOutage reports whether the outage lasts. The first call begins the outage.
func (s *script) isOutage() bool {
	if s.outageEnds.IsZero() {
		s.outageEnds = time.Now().Add(s.outage)
	}
	return time.Now().Before(s.outageEnds)
}

// writeTime is how long a service needs for one change if it makes one at a time.
const writeTime = 2 * time.Second

// nextWrite returns the effect of the faults that only writes have.
func (s *script) nextWrite(request refapi.Request) effect {
	switch {
	case s.writes != "":
		if next := effectOf(s.writes, request); s.isOutage() && (next.method == "" || next.method == request.Method) {
			return next
		}
		return effect{}
	case time.Now().Before(s.writeEnds):
		return effectOf(s.oneAtATime, request)
	}
	s.writeEnds = time.Now().Add(writeTime)
	return effect{reply: refapi.Fault{Delay: writeTime}}
}

// isCalm reports whether the provider can complete every creation in spite of the faults: the
// service does what it says, or refuses a write for a moment without acting.
func (s *script) isCalm() bool {
	refusal := s.writes + s.oneAtATime
	isOver := refusal == "" || (refusal == locked || refusal == tooEarly) && s.outage <= 20*time.Second
	return isOver && s.missingPage == 0 && !slices.ContainsFunc(s.faults, func(struck fault) bool {
		return !slices.Contains([]fault{none, createdID, createdLocated, queued, queuedLater}, struck)
	})
}

// isDue reports whether the pending actions must run now. Callers call isDue once
// for each request. While actions are pending, isDue counts these calls.
func (s *script) isDue(pending int) bool {
	if pending == 0 {
		return false
	}
	s.later--
	return s.later < 0
}

// quotes reports whether a response may repeat a request.
func (s *script) quotes() bool {
	return slices.ContainsFunc(slices.Concat(s.faults, []fault{s.writes}), func(struck fault) bool { return effectOf(struck, refapi.Request{}).quotes })
}
