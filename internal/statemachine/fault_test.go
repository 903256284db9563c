// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"net/http"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// fault is a kind of fault. The last word of some faults says when the service acts:
//
//   - before: the service never acts, because the request fails first.
//   - after: the service acts, and then the request fails.
//   - later: the request fails, and the service acts after some further requests or
//     at the end of the operation.
type fault string

const (
	none            fault = "none"
	throttled       fault = "429"
	busyFor         fault = "503 with Retry-After"
	busyAfter       fault = "503 with Retry-After after"
	busyPageLater   fault = "503 with Retry-After and HTML later"
	errorBefore     fault = "500 before"
	errorAfter      fault = "500 after"
	errorLater      fault = "500 later"
	pageAfter       fault = "502 with HTML after"
	refused         fault = "connection refused"
	closedBefore    fault = "closed before"
	closedAfter     fault = "closed after"
	closedLater     fault = "closed later"
	halfBody        fault = "half a body"
	emptyBody       fault = "empty body"
	signInPage      fault = "HTML instead of a response"
	accepted        fault = "202 later"
	missingPage     fault = "404 with HTML"
	interrupted     fault = "interrupted"
	interruptedLate fault = "interrupted, then closed later"

	createdID       fault = "201 with the id alone"
	createdAccepted fault = "202 after"

	ignoring      fault = "update that changes nothing"
	notDeleted    fault = "200 and not deleted"
	deletedLater  fault = "202 and deleted later"
	deletedUnseen fault = "closed after a deletion"
	keepingEnable fault = "OAuth module kept enabled"
)

// drawFault draws from faultsFor in half of the cases. In the other cases, it draws
// a fault that is possible in every step.
func drawFault(step step) *rapid.Generator[fault] {
	return rapid.OneOf(
		rapid.SampledFrom([]fault{
			none, none, throttled, busyFor, busyAfter, busyPageLater, errorBefore, errorAfter, errorLater, pageAfter,
			closedBefore, closedAfter, closedLater, halfBody, emptyBody, signInPage, accepted, interrupted, interruptedLate,
		}),
		rapid.SampledFrom(faultsFor(step)),
	)
}

// faultsFor returns the faults that suit the requests of a step.
func faultsFor(step step) []fault {
	isOAuth := step.member.kind.typeName() == routeOAuth
	switch {
	case step.destroy && !isOAuth:
		return []fault{missingPage, notDeleted, deletedLater, deletedUnseen}
	case isOAuth:
		return []fault{missingPage, keepingEnable, emptyBody, signInPage}
	case step.changes && !inState(step.member):
		return []fault{missingPage, createdID, createdAccepted}
	case step.changes:
		return []fault{missingPage, ignoring, notDeleted, deletedLater, deletedUnseen} // The last three concern modules that an update removes.
	}
	return []fault{missingPage}
}

// meets reports whether a fault applies to a request. Most faults apply to all
// requests. The other faults wait for a request with a certain method.
func (f fault) meets(request refapi.Request) bool {
	switch f {
	case createdID, createdAccepted:
		return request.Method == http.MethodPost
	case ignoring:
		return request.Method == http.MethodPatch
	case notDeleted, deletedLater, deletedUnseen:
		return request.Method == http.MethodDelete
	case keepingEnable:
		return request.Method == http.MethodPut
	default:
		return true
	}
}

// refuses reports whether a client can conclude from the fault's response that the
// service has not acted.
func (f fault) refuses() bool {
	return f == throttled
}

// quotes reports whether the fault's response may repeat the request.
func (f fault) quotes() bool {
	switch f {
	case throttled, errorBefore, errorAfter, errorLater, pageAfter:
		return true
	default:
		return false
	}
}

// script lists the faults for the requests of one operation, in order.
type script struct {
	faults []fault
	lasts  bool // the last fault also applies to all further requests
	later  int  // the number of requests before the service runs actions that a fault delayed
	lists  bool // lists show the objects as they were before the operation
}

// drawScript draws a script. About half of the scripts contain no fault, because a
// sequence without any successful operation would test little.
func drawScript(step step) *rapid.Generator[script] {
	return rapid.Custom(func(t *rapid.T) script {
		drawn := script{}
		switch weather := rapid.IntRange(0, 19).Draw(t, "weather"); {
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
		case weather == 18:
			drawn.faults, drawn.lasts = []fault{missingPage}, true
		default:
			return script{faults: []fault{refused}}
		}
		drawn.later = rapid.IntRange(1, 12).Draw(t, "later")
		drawn.lists = rapid.IntRange(0, 5).Draw(t, "list") == 5
		return drawn
	})
}

// next takes the next fault from the script. If this fault does not apply to the
// request, the fault stays in the script, and next returns the constant none.
func (s *script) next(request refapi.Request) fault {
	if len(s.faults) == 0 || !s.faults[0].meets(request) {
		return none
	}
	next := s.faults[0]
	if len(s.faults) > 1 || !s.lasts {
		s.faults = s.faults[1:]
	}
	return next
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

func (s *script) quotes() bool { return slices.ContainsFunc(s.faults, fault.quotes) }
