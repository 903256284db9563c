// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
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

	locked   fault = "423"
	tooEarly fault = "425"
	conflict fault = "409"
	readOnly fault = "503 before"

	createdID       fault = "201 with the id alone"
	createdLocated  fault = "201 with a Location of another origin"
	createdAccepted fault = "202 after"
	queued          fault = "202 with the id of an operation"
	queuedLater     fault = "202 with the id of an operation later"

	ignoring      fault = "update that changes nothing"
	moving        fault = "update that moves the object to a new id"
	queuedUpdate  fault = "update with the id of an operation later"
	notDeleted    fault = "200 and not deleted"
	deletedLater  fault = "202 and deleted later"
	deletedUnseen fault = "closed after a deletion"
	keepingEnable fault = "OAuth module kept enabled"
)

// operationPrefix begins the id that a service gives to an operation instead of an object.
const operationPrefix = "op_77_"

// effect is what a fault does to a request.
type effect struct {
	fault      fault
	reply      refapi.Fault            // replaces the ordinary response
	quotes     bool                    // the reply may repeat the request
	interrupts bool                    // the user interrupts the CLI
	method     string                  // the fault waits for a request with this method; "" means any
	change     func(*refapi.Responses) // lasts until the operation ends
}

// effectOf returns the effect of a fault on a request.
func effectOf(kind fault, request refapi.Request) effect {
	struck := effects(request)[kind]
	struck.fault = kind
	return struck
}

// effects returns the effect of each fault on a request.
func effects(request refapi.Request) map[fault]effect {
	quoted, quotedPage := quoting(request), "<html>"+string(request.Body)
	html, isJSON := http.Header{"Content-Type": {"text/html; charset=utf-8"}}, http.Header{"Content-Type": {"application/json"}}
	soon := http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
	now := http.Header{"Content-Type": html["Content-Type"], "Retry-After": {"0"}}
	settings := []string{"description", "metadata", "backends"}
	operation := fmt.Sprintf(`{"id":"%s%s","status":"pending"}`, operationPrefix, rand.Text())
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
		createdLocated:  {method: http.MethodPost, change: func(r *refapi.Responses) { r.CreateLocatedAt = "https://internal.example:8443/v2" }},
		createdAccepted: {method: http.MethodPost, reply: refapi.Fault{Status: http.StatusAccepted, AfterActing: true}},
		queued:          {method: http.MethodPost, reply: refapi.Fault{Status: http.StatusAccepted, Header: isJSON, Body: operation}},
		queuedLater:     {method: http.MethodPost, reply: refapi.Fault{ActLate: true, Header: isJSON, Body: operation}},

		locked:   {reply: refapi.Fault{Status: http.StatusLocked, Body: `{"title":"another change is under way"}`}},
		tooEarly: {reply: refapi.Fault{Status: http.StatusTooEarly, Body: `{"title":"another change is under way"}`}},
		conflict: {reply: refapi.Fault{Status: http.StatusConflict, Body: `{"title":"another change is under way"}`}},
		readOnly: {reply: refapi.Fault{Status: http.StatusServiceUnavailable, Body: `{"title":"read-only"}`}},

		ignoring:      {method: http.MethodPatch, change: func(r *refapi.Responses) { r.PatchIgnores = settings }},
		moving:        {method: http.MethodPatch, change: func(r *refapi.Responses) { r.PatchMoves = true }},
		queuedUpdate:  {method: http.MethodPatch, reply: refapi.Fault{ActLate: true, Header: isJSON, Body: operation}},
		notDeleted:    {method: http.MethodDelete, reply: refapi.Fault{Status: http.StatusOK, Header: isJSON, Body: `{"success":false}`}},
		deletedLater:  {method: http.MethodDelete, reply: refapi.Fault{ActLate: true}},
		deletedUnseen: {method: http.MethodDelete, reply: refapi.Fault{Drop: true, AfterActing: true}},
		keepingEnable: {method: http.MethodPut, change: func(r *refapi.Responses) { r.IgnoresDisable = true }},
	}
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
		return []fault{missingPage, createdID, createdLocated, createdAccepted, queued, queuedLater}
	case step.changes:
		return []fault{missingPage, ignoring, moving, queuedUpdate, notDeleted, deletedLater, deletedUnseen} // The last three concern modules that an update removes.
	}
	return []fault{missingPage}
}
