// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/problem"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

// Error is a failed operation: the service refused it, did not respond, or sent an
// unusable response. Its texts are printable, short, and without the secrets that the
// client knows.
type Error struct {
	Operation string // what was tried, such as `read failover backend "x"`
	Method    string
	URL       string // without credentials and query; "" before it is known
	Code      string // "" if Message has it
	Message   string // the service's own words
	RequestID string
	Fields    []FieldError // the first 20
	Kind      Kind
	// Acted says what the service may have done, all attempts considered.
	Acted           Acted
	Repeated        bool // another error says the same of the credentials
	NoAuthorization bool // no Authorization was sent
	// Undocumented is the name of the operation if the interface does not show it.
	Undocumented Undocumented
	Err          error // the cause where the service did not refuse in words

	status   int // 0 when no response came
	attempts int // 0 when nothing was sent
	gone     bool
}

// FieldError is the service's complaint about one member of a request.
type FieldError = problem.Field

// Causes of an [Error].
var (
	// ErrNotJSON says that the response is not JSON at all, such as a gateway's page.
	ErrNotJSON = errors.New("the response is not JSON")
	// ErrNotDeleted says that the service accepted a deletion with another response
	// than 204.
	ErrNotDeleted = errors.New("the response does not say that the object is deleted")

	// ErrSeenElsewhere says that an object that is not found was last seen at another
	// base URL, which follows.
	ErrSeenElsewhere = errors.New("the object was last seen at")

	errEmptyID = errors.New("the id is empty. State has the object without one, so state is damaged. Restore it from a backup, " +
		"or remove the object with terraform state rm and import it by its id")
	errCredentialsRefused = errors.New("the service refuses the provider's credentials, as another error of this run says, so nothing was sent")
)

// Error returns everything that is known, in one line.
func (e *Error) Error() string {
	parts := []string{e.Operation, e.Result(), e.Message}
	for _, field := range e.Fields {
		parts = append(parts, field.Pointer+" "+field.Message)
	}
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ": ")
}

// Unwrap returns the cause, for [errors.Is] and [errors.As].
func (e *Error) Unwrap() error { return e.Err }

// Result returns the request and its result in words, with what the service's owners
// need to find it, or "" if there was no request.
func (e *Error) Result() string {
	text := e.Method + " " + e.URL
	switch {
	case e.URL == "":
		return ""
	case e.status != 0:
		text = strings.TrimSpace(fmt.Sprintf("%s responded %d %s", text, e.status, http.StatusText(e.status)))
	case e.attempts == 0:
		return text + " was not sent"
	default:
		text += " got no complete response"
	}
	if e.attempts > 1 {
		text += fmt.Sprintf(" at attempt %d", e.attempts)
	}
	if e.Code != "" {
		text += ", code " + e.Code
	}
	if e.RequestID != "" {
		text += ", request id " + e.RequestID
	}
	return text
}

// IsGone reports whether the service itself says that an object does not exist: 404 or
// 410 with a whole body that is JSON or empty. Any other 404 or 410 comes from
// something in front of the API, and no object is removed from state for it.
func IsGone(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.gone
}

// MayHaveActed reports whether the service may have acted on the write that failed with
// err.
func MayHaveActed(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.Acted != ActedNo
}

// NotConfirmed returns the [Error] err with reason as its cause: why it is not certain
// that the object is gone. The result is never [IsGone].
func NotConfirmed(err, reason error) error {
	failure, _ := errors.AsType[*Error](err)
	unconfirmed := *failure
	unconfirmed.gone, unconfirmed.Err = false, reason
	return &unconfirmed
}

// failure returns the error of a call, fit to be shown. Every text in it may come from
// outside: even the operation and the path hold ids, which the service chooses. Cause is
// nil where the last attempt itself says why it failed.
func (a *call) failure(cause error) *Error {
	r, x, show := a.request, a.last, a.request.secrets.Text
	failure := &Error{
		Operation: show(r.operation), Method: r.method, URL: show(redact.Place(r.url)), Undocumented: r.undocumented,
		Kind: a.outcome.kind, Acted: a.acted, Repeated: a.repeated, NoAuthorization: a.client.header.Get("Authorization") == "",
		status: x.status, attempts: a.attempts, gone: a.outcome.gone && cause == nil,
	}
	var words problem.Problem
	if x.err == nil && (!a.succeeded() || !json.Valid(x.body)) {
		words = problem.Read(x.status, x.header, x.body)
	}
	failure.Code, failure.Message, failure.RequestID = show(words.Code), show(words.Message), show(words.RequestID)
	for _, field := range words.Fields {
		failure.Fields = append(failure.Fields, FieldError{Pointer: show(field.Pointer), Message: show(field.Message)})
	}
	switch {
	case failure.Kind == NotOffered:
		cause = ErrNotOffered
	case cause == nil && words.IsPage:
		cause = ErrNotJSON
	}
	failure.Err = r.secrets.Error(cmp.Or(cause, x.err))
	return failure
}
