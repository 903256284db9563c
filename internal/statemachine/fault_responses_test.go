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

// responseOf returns a fault as the reference API expects it, or nil for no fault.
func (s *service) responseOf(kind fault, request refapi.Request) *refapi.Fault {
	if foreign := foreignResponses(request)[kind]; foreign != nil {
		return foreign
	}
	if s.changeResponse(kind) {
		return &refapi.Fault{}
	}
	return s.breakOff(kind)
}

// foreignResponses returns responses that a proxy might send instead of the service.
func foreignResponses(request refapi.Request) map[fault]*refapi.Fault {
	quoted, html, pageQuoted := quoting(request), page(), "<html>"+string(request.Body)
	soon := http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
	now := page()
	now.Set("Retry-After", "0")
	return map[fault]*refapi.Fault{
		throttled:     {Status: http.StatusTooManyRequests, Body: quoted},
		busyFor:       {Status: http.StatusServiceUnavailable, Header: soon, Body: `{"title":"busy"}`},
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

// changeResponse changes the service's response to one kind of request until the
// operation ends. The service may also do more or less than the request asks for.
func (s *service) changeResponse(kind fault) bool {
	change := map[fault]func(*refapi.Answers){
		createdID:       func(answers *refapi.Answers) { answers.Create = refapi.CreateIDAlone },
		createdAccepted: func(answers *refapi.Answers) { answers.Create = refapi.CreateAccepted },
		notDeleted:      func(answers *refapi.Answers) { answers.Delete = refapi.DeleteNotDone },
		deletedLater:    func(answers *refapi.Answers) { answers.Delete = refapi.DeleteAccepted },
		ignoring:        func(answers *refapi.Answers) { answers.PatchIgnores = []string{"description", "metadata", "backends"} },
		keepingEnable:   func(answers *refapi.Answers) { answers.IgnoresDisable = true },
	}[kind]
	if change != nil {
		s.Answer(change)
	}
	return change != nil
}

// breakOff returns the faults that cut the response short or suppress it.
func (s *service) breakOff(kind fault) *refapi.Fault {
	switch kind { //nolint:exhaustive // the rest has whole responses
	case closedBefore, closedAfter, closedLater:
		return &refapi.Fault{Drop: true, AfterActing: kind == closedAfter, ActLate: kind == closedLater}
	case halfBody:
		return &refapi.Fault{Truncate: true}
	case interrupted, interruptedLate:
		s.interruptNow()
		return &refapi.Fault{Drop: kind == interruptedLate, AfterActing: true, ActLate: kind == interruptedLate}
	}
	return nil
}

// quoting returns an error that repeats the request, including its secrets. Some
// services respond in this way.
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
