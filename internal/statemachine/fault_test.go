// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"

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
	noRoute         fault = "404 with JSON"
	nothingHere     fault = "404 with an empty body"
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

// effect is what a fault does to a request.
type effect struct {
	reply      refapi.Fault            // replaces the ordinary response
	quotes     bool                    // the reply may repeat the request
	interrupts bool                    // the user interrupts the CLI
	method     string                  // the fault waits for a request with this method; "" means any
	change     func(*refapi.Responses) // lasts until the operation ends
}

// effectOf returns the effect of a fault on a request.
func effectOf(kind fault, request refapi.Request) effect {
	quoted, quotedPage := quoting(request), "<html>"+string(request.Body)
	html, isJSON := http.Header{"Content-Type": {"text/html; charset=utf-8"}}, http.Header{"Content-Type": {"application/json"}}
	soon := http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
	now := http.Header{"Content-Type": html["Content-Type"], "Retry-After": {"0"}}
	settings := []string{"description", "metadata", "backends"}
	return map[fault]effect{
		throttled:       {reply: refapi.Fault{Status: http.StatusTooManyRequests, Body: quoted}, quotes: true},
		busyFor:         {reply: refapi.Fault{Status: http.StatusServiceUnavailable, Header: soon, Body: `{"title":"busy"}`}},
		busyAfter:       {reply: refapi.Fault{Status: http.StatusServiceUnavailable, Header: soon, Body: `{"title":"busy"}`, AfterActing: true}},
		busyPageLater:   {reply: refapi.Fault{Status: http.StatusServiceUnavailable, Header: now, Body: "<html>busy</html>", ActLate: true}},
		errorBefore:     {reply: refapi.Fault{Status: http.StatusInternalServerError, Body: quoted}, quotes: true},
		errorAfter:      {reply: refapi.Fault{Status: http.StatusInternalServerError, Body: quoted, AfterActing: true}, quotes: true},
		errorLater:      {reply: refapi.Fault{Status: http.StatusInternalServerError, Body: quoted, ActLate: true}, quotes: true},
		pageAfter:       {reply: refapi.Fault{Status: http.StatusBadGateway, Header: html, Body: quotedPage, AfterActing: true}, quotes: true},
		closedBefore:    {reply: refapi.Fault{Drop: true}},
		closedAfter:     {reply: refapi.Fault{Drop: true, AfterActing: true}},
		closedLater:     {reply: refapi.Fault{Drop: true, ActLate: true}},
		halfBody:        {reply: refapi.Fault{Truncate: true}},
		emptyBody:       {reply: refapi.Fault{Status: http.StatusOK, AfterActing: true}},
		signInPage:      {reply: refapi.Fault{Status: http.StatusOK, Header: html, Body: "<html>sign in</html>", AfterActing: true}},
		accepted:        {reply: refapi.Fault{ActLate: true}},
		missingPage:     {reply: refapi.Fault{Status: http.StatusNotFound, Header: html, Body: "<html>nothing here</html>"}},
		noRoute:         {reply: refapi.Fault{Status: http.StatusNotFound, Body: `{"message":"no Route matched"}`}},
		nothingHere:     {reply: refapi.Fault{Status: http.StatusNotFound}},
		interrupted:     {reply: refapi.Fault{AfterActing: true}, interrupts: true},
		interruptedLate: {reply: refapi.Fault{Drop: true, ActLate: true}, interrupts: true},

		createdID:       {method: http.MethodPost, change: func(r *refapi.Responses) { r.CreateIDAlone = true }},
		createdAccepted: {method: http.MethodPost, reply: refapi.Fault{Status: http.StatusAccepted, AfterActing: true}},

		ignoring:      {method: http.MethodPatch, change: func(r *refapi.Responses) { r.PatchIgnores = settings }},
		notDeleted:    {method: http.MethodDelete, reply: refapi.Fault{Status: http.StatusOK, Header: isJSON, Body: `{"success":false}`}},
		deletedLater:  {method: http.MethodDelete, reply: refapi.Fault{ActLate: true}},
		deletedUnseen: {method: http.MethodDelete, reply: refapi.Fault{Drop: true, AfterActing: true}},
		keepingEnable: {method: http.MethodPut, change: func(r *refapi.Responses) { r.IgnoresDisable = true }},
	}[kind]
}

// quoting returns the body of an error that repeats the request, including the
// secrets in the request. Some services send such errors.
func quoting(request refapi.Request) string {
	body, err := json.Marshal(map[string]any{
		"detail": "cannot take " + string(request.Body) + " of " + request.Header.Get("Authorization"),
		"errors": []map[string]string{{"pointer": "/description", "detail": string(request.Body)}},
	})
	if err != nil {
		panic(err)
	}
	return string(body)
}

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
	isOAuth := step.member.instance.TypeName == routeOAuth
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

// script lists the faults for the requests of one operation, in order.
type script struct {
	faults []fault
	lasts  bool // the last fault also applies to all further requests
	later  int  // the number of requests before the service runs actions that a fault delayed
	lists  bool // lists show the objects as they were before the operation

	outage      time.Duration // how long all requests have the last fault, from the first that has it
	outageEnds  time.Time     // zero before the outage
	missingPage int           // the number of the page of a list, from 1, that is not found; 0 for none
	pages       int           // how many pages were requested
}

// drawScript draws a script. About half of the scripts contain no fault, because a
// sequence without any successful operation would test little. A gateway that responds 404
// to everything is drawn only for a new process: after a success, such a 404 is the API's.
func drawScript(t *rapid.T, step step, isNewProcess bool) script {
	drawn := script{}
	switch weather := rapid.IntRange(0, 22).Draw(t, "weather"); {
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
	default:
		before := rapid.SliceOfN(rapid.Just(none), 0, 3).Draw(t, "before the outage")
		outage := sampled(t, "outage", errorBefore, errorBefore, errorAfter, pageAfter, closedBefore, closedAfter)
		return script{faults: append(before, outage), outage: time.Duration(rapid.IntRange(1, 20).Draw(t, "seconds")) * time.Second}
	}
	drawn.later = rapid.IntRange(1, 12).Draw(t, "later")
	drawn.lists = rapid.IntRange(0, 5).Draw(t, "list") == 5
	return drawn
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
	if len(s.faults) == 0 {
		return effect{}
	}
	next := effectOf(s.faults[0], request)
	if next.method != "" && next.method != request.Method {
		return effect{}
	}
	if len(s.faults) == 1 && s.outage > 0 {
		if s.outageEnds.IsZero() {
			s.outageEnds = time.Now().Add(s.outage)
		}
		if time.Now().Before(s.outageEnds) {
			return next
		}
		return effect{}
	}
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

// quotes reports whether a response may repeat a request.
func (s *script) quotes() bool {
	return slices.ContainsFunc(s.faults, func(struck fault) bool { return effectOf(struck, refapi.Request{}).quotes })
}
