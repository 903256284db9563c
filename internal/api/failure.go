// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/problem"
)

// failure is the error of a request that brought no complete answer.
func (c *Client) failure(r request, attempts int, err error) *Error {
	failure := &Error{Attempts: attempts}
	if attempt, ok := errors.AsType[*attemptError](err); ok {
		failure.Status = attempt.status
		failure.CreationUnknown = attempt.written && !isIdempotent(attempt.method)
		if failure.CreationUnknown {
			failure.CreatedID = c.idInPart(r, attempt)
		}
		err = attempt.err
	}
	// An *url.Error repeats the method and the whole URL, query included.
	if inURL, ok := errors.AsType[*url.Error](err); ok {
		err = inURL.Err
	}
	failure.Err = err
	return failure.describedFor(r)
}

// refusal is the error of a request that the service answered with a status
// other than success.
func (a *answer) refusal() *Error {
	refusal := &Error{Status: a.status, Attempts: a.attempts, CreationUnknown: a.mayHaveCreated(), gone: a.saysGone()}
	refusal.read(a)
	if a.request.undocumented != "" && a.lacksOperation() {
		refusal.Err = ErrNotOffered
	}
	return refusal.describedFor(a.request)
}

// unusable is the error of a request that the service accepted with an answer
// that cannot be used.
func (a *answer) unusable(err error) *Error {
	unusable := &Error{Status: a.status, Attempts: a.attempts, CreationUnknown: !isIdempotent(a.request.method)}
	if unusable.CreationUnknown {
		unusable.CreatedID = idAtTop(a.body)
	}
	if !json.Valid(a.body) {
		unusable.read(a)
	}
	unusable.Err = err
	return unusable.describedFor(a.request)
}

// read fills e with the service's words in an answer.
func (e *Error) read(a *answer) {
	said := problem.Read(a.status, a.header, a.body)
	e.Code, e.Message, e.RequestID = said.Code, said.Message, said.RequestID
	e.Fields, e.MoreFields = said.Fields, said.MoreFields
	if said.IsPage {
		e.Err = ErrNotJSON
	}
}

// describedFor makes e the error of a request, fit to be shown. Every text in it may come
// from outside: even the operation and the path hold ids, which the service
// chooses.
func (e *Error) describedFor(r request) *Error {
	e.Method, e.Undocumented, e.NoAuthorization = r.method, r.undocumented, r.anonymous
	e.Operation = r.operation
	// The words before the first id are ours.
	if words, ids, ok := strings.Cut(r.operation, `"`); ok {
		e.Operation = words + r.secrets.Text(`"`+ids)
	}
	if r.secrets.Text(e.CreatedID) != e.CreatedID {
		e.CreatedID = "" // It has no use unless it is shown as it is.
	}
	e.URL = r.secrets.URL(r.url)
	e.Code, e.Message, e.RequestID = r.secrets.Text(e.Code), r.secrets.Text(e.Message), r.secrets.Text(e.RequestID)
	for i, field := range e.Fields {
		e.Fields[i] = FieldError{Pointer: r.secrets.Text(field.Pointer), Message: r.secrets.Text(field.Message)}
	}
	if e.Err != nil {
		e.Err = r.secrets.Error(e.Err)
	}
	return e
}
