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

// strike returns the fault in the form of the reference API, or nil for none.
func (s *service) strike(kind fault, request refapi.Request) *refapi.Fault {
	switch kind { //nolint:exhaustive // the rest brings no whole answer, or one of the service's own
	case throttled:
		return &refapi.Fault{Status: http.StatusTooManyRequests, Body: quoting(request)}
	case throttledFor:
		return &refapi.Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"1"}}}
	case busyFor:
		date := time.Now().Add(time.Second).UTC().Format(http.TimeFormat)
		return &refapi.Fault{Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {date}}, Body: `{"title":"busy"}`}
	case busyPageBefore, busyPageLater:
		header := page()
		header.Set("Retry-After", "0")
		return &refapi.Fault{Status: http.StatusServiceUnavailable, Header: header, Body: "<html>busy</html>", ActLate: kind == busyPageLater}
	case errorBefore, errorAfter, errorLater:
		return &refapi.Fault{
			Status: http.StatusInternalServerError, Body: quoting(request), AfterActing: kind == errorAfter, ActLate: kind == errorLater,
		}
	case pageBefore, pageAfter, pageLater:
		return &refapi.Fault{
			Status: http.StatusBadGateway, Header: page(), Body: "<html>" + string(request.Body),
			AfterActing: kind == pageAfter, ActLate: kind == pageLater,
		}
	case gatewayBefore, gatewayAfter:
		return &refapi.Fault{Status: http.StatusGatewayTimeout, Body: "upstream timed out", AfterActing: kind == gatewayAfter}
	case gatewayLater:
		return &refapi.Fault{Status: 524, Body: "a timeout occurred", ActLate: true}
	case goneAway:
		return &refapi.Fault{Status: http.StatusRequestTimeout, AfterActing: true}
	case wrongType:
		return &refapi.Fault{Header: page()}
	case emptyBody:
		return &refapi.Fault{Status: http.StatusOK, AfterActing: true}
	case otherShape:
		return &refapi.Fault{Status: http.StatusOK, Body: `{"status":"ok"}`, AfterActing: true}
	case signInPage:
		return &refapi.Fault{Status: http.StatusOK, Header: page(), Body: "<html>sign in</html>", AfterActing: true}
	case accepted:
		return &refapi.Fault{ActLate: true}
	}
	if missing := missing(kind); missing != nil {
		return missing
	}
	if redirect := redirect(kind); redirect != nil {
		return redirect
	}
	if s.answerOtherwise(kind) {
		return &refapi.Fault{}
	}
	return s.breakOff(kind)
}

// missing returns the answer of something in front of the service to a path that
// it does not know.
func missing(kind fault) *refapi.Fault {
	switch kind { //nolint:exhaustive // the rest is no such answer
	case missingPage:
		return &refapi.Fault{Status: http.StatusNotFound, Header: page(), Body: "<html>nothing here</html>"}
	case missingHalfPage:
		return &refapi.Fault{Status: http.StatusNotFound, Header: page(), Body: "<html>nothing here</html>", Truncate: true}
	case missingText:
		return &refapi.Fault{
			Status: http.StatusNotFound, Header: http.Header{"Content-Type": {"text/plain"}}, Body: "default backend - 404",
		}
	case missingRoute:
		return &refapi.Fault{
			Status: http.StatusNotFound, Header: http.Header{"Content-Type": {"application/json"}}, Body: `{"message":"no Route matched"}`,
		}
	}
	return nil
}

func redirect(kind fault) *refapi.Fault {
	elsewhere := http.Header{"Location": {"/welcome"}}
	switch kind { //nolint:exhaustive // the rest is no redirect
	case redirectedBefore:
		return &refapi.Fault{Status: http.StatusFound, Header: elsewhere}
	case redirectedAfter:
		return &refapi.Fault{Status: http.StatusSeeOther, Header: elsewhere, AfterActing: true}
	case choicesLater:
		return &refapi.Fault{Status: http.StatusMultipleChoices, ActLate: true}
	}
	return nil
}

// answerOtherwise makes the service answer one kind of request in another way,
// and do more or less than was asked, until the operation ends.
func (s *service) answerOtherwise(kind fault) bool {
	creations := map[fault]refapi.CreateAnswer{
		createdID: refapi.CreateIDAlone, createdPath: refapi.CreateLocationPath, createdURL: refapi.CreateLocationURL,
		createdAccepted: refapi.CreateAccepted, createdOK: refapi.CreateOK, createdElsewhere: refapi.CreateLocationURL,
	}
	deletions := map[fault]refapi.DeleteAnswer{
		notDeleted: refapi.DeleteNotDone, deletedShown: refapi.DeleteShown, deletedLater: refapi.DeleteAccepted,
	}
	creation, isCreation := creations[kind]
	deletion, isDeletion := deletions[kind]
	switch {
	case isCreation:
		s.Answer(func(answers *refapi.Answers) {
			answers.Create = creation
			if kind == createdElsewhere {
				answers.CreateStatus = http.StatusSeeOther
			}
		})
	case isDeletion:
		s.Answer(func(answers *refapi.Answers) { answers.Delete = deletion })
	case kind == createdOther:
		other := s.madeBefore()
		s.Answer(func(answers *refapi.Answers) { answers.CreateID = other })
	case kind == ignoring:
		s.Answer(func(answers *refapi.Answers) { answers.PatchIgnores = []string{"description", "metadata", "backends"} })
	case kind == merging:
		s.Answer(func(answers *refapi.Answers) { answers.MergesOAuth = true })
	case kind == keepingEnable:
		s.Answer(func(answers *refapi.Answers) { answers.IgnoresDisable = true })
	default:
		return false
	}
	return true
}

// breakOff returns the faults without a whole answer.
func (s *service) breakOff(kind fault) *refapi.Fault {
	switch kind { //nolint:exhaustive // the rest brings whole answers
	case closedBefore, closedAfter, closedLater:
		return &refapi.Fault{Drop: true, AfterActing: kind == closedAfter, ActLate: kind == closedLater}
	case diedBefore, diedAfter:
		s.die()
		return &refapi.Fault{Drop: true, AfterActing: kind == diedAfter}
	case halfBody:
		return &refapi.Fault{Truncate: true}
	case createdPart:
		return &refapi.Fault{Keep: refapi.KeepID}
	case interrupted, interruptedThen, interruptedLate:
		s.interruptNow()
		return &refapi.Fault{Drop: kind != interrupted, AfterActing: true, ActLate: kind == interruptedLate}
	}
	return nil
}

// quoting returns an error that repeats the request, secrets included, as some
// services do.
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
