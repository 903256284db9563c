// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func page() http.Header { return http.Header{"Content-Type": {"text/html; charset=utf-8"}} }

// responseOf translates a fault of the script into a fault of the reference API. The
// result is nil if the reference API processes the request as usual.
func (s *service) responseOf(kind fault, request refapi.Request) *refapi.Fault {
	if replaced := replacedResponses(request)[kind]; replaced != nil {
		return replaced
	}
	if s.changeResponse(kind) {
		return &refapi.Fault{}
	}
	return s.interruption(kind)
}

// replacedResponses returns the faults that replace the ordinary response of the
// reference API. Examples of the new response are an error, an empty body, and the
// HTML page of a proxy.
func replacedResponses(request refapi.Request) map[fault]*refapi.Fault {
	quoted, html, pageQuoted := quoting(request), page(), "<html>"+string(request.Body)
	soon := http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
	now := page()
	now.Set("Retry-After", "0")
	return map[fault]*refapi.Fault{
		throttled:     {Status: http.StatusTooManyRequests, Body: quoted},
		busyFor:       {Status: http.StatusServiceUnavailable, Header: soon, Body: `{"title":"busy"}`},
		busyAfter:     {Status: http.StatusServiceUnavailable, Header: soon, Body: `{"title":"busy"}`, AfterActing: true},
		busyPageLater: {Status: http.StatusServiceUnavailable, Header: now, Body: "<html>busy</html>", ActLate: true},
		errorBefore:   {Status: http.StatusInternalServerError, Body: quoted},
		errorAfter:    {Status: http.StatusInternalServerError, Body: quoted, AfterActing: true},
		errorLater:    {Status: http.StatusInternalServerError, Body: quoted, ActLate: true},
		pageAfter:     {Status: http.StatusBadGateway, Header: html, Body: pageQuoted, AfterActing: true},
		emptyBody:     {Status: http.StatusOK, AfterActing: true},
		signInPage:    {Status: http.StatusOK, Header: html, Body: "<html>sign in</html>", AfterActing: true},
		accepted:      {ActLate: true},
		missingPage:   {Status: http.StatusNotFound, Header: html, Body: "<html>nothing here</html>"},
	}
}

// changeResponse produces a fault by changing [refapi.Responses], the options for
// responses of the reference API. The change lasts until the operation ends. If no
// option produces the fault, changeResponse returns false.
func (s *service) changeResponse(kind fault) bool {
	change := map[fault]func(*refapi.Responses){
		createdID:       func(responses *refapi.Responses) { responses.Create = refapi.CreateIDAlone },
		createdAccepted: func(responses *refapi.Responses) { responses.Create = refapi.CreateAccepted },
		notDeleted:      func(responses *refapi.Responses) { responses.Delete = refapi.DeleteNotDone },
		deletedLater:    func(responses *refapi.Responses) { responses.Delete = refapi.DeleteAccepted },
		ignoring: func(responses *refapi.Responses) {
			responses.PatchIgnores = []string{"description", "metadata", "backends"}
		},
		keepingEnable: func(responses *refapi.Responses) { responses.IgnoresDisable = true },
	}[kind]
	if change != nil {
		s.SetResponses(change)
	}
	return change != nil
}

// interruption returns the fault for a closed connection, a truncated body, or an
// interrupt by the user. An interrupt by the user also stops the provider. For all
// other kinds of faults, interruption returns nil.
func (s *service) interruption(kind fault) *refapi.Fault {
	switch kind { //nolint:exhaustive // the other faults do not interrupt anything
	case closedBefore, closedAfter, closedLater, deletedUnseen:
		return &refapi.Fault{Drop: true, AfterActing: kind == closedAfter || kind == deletedUnseen, ActLate: kind == closedLater}
	case halfBody:
		return &refapi.Fault{Truncate: true}
	case interrupted, interruptedLate:
		s.interruptNow()
		return &refapi.Fault{Drop: kind == interruptedLate, AfterActing: true, ActLate: kind == interruptedLate}
	}
	return nil
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
