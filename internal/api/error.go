// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/problem"
)

// Error is a failed operation. Its texts are printable, short and without known secrets.
type Error struct {
	Operation             string // the failed operation, such as `read failover backend "x"`
	Method                string
	URL                   string // without credentials and query; "" if the base URL is unknown
	Code                  string // the error code in the response, or ""
	Message               string // the message in the service's own words
	RequestID             string
	Fields                []FieldError // at most 20 complaints
	Class                 ErrorClass
	Acted                 bool                  // the service may have acted on at least one attempt
	ReportedBefore        bool                  // an earlier error reports that the service refuses the credentials
	NoCredentials         bool                  // no Authorization and no other credential header was sent
	UndocumentedOperation UndocumentedOperation // "" if the API documentation shows the operation
	Err                   error                 // the cause; nil if the response has content that reports the failure
	Sent                  time.Time             // when the last attempt began, by the clock of this machine
	served                time.Time             // when the service sent the response, by its own clock if it says so

	status   int // 0 if no response was received
	attempts int // 0 if no request was sent
	gone     bool
}

// FieldError is a complaint of the service about one member of a request.
type FieldError = problem.Field

// Causes of an [Error].
var (
	// ErrNotJSON is the cause if the response is not JSON, such as the error page of a gateway.
	ErrNotJSON = errors.New("the response is not JSON")
	errEmpty   = errors.New("the response is empty")
	// ErrNeverResponded is the cause after a 404 or 410 if [Client.hasResponded] is false.
	ErrNeverResponded = errors.New("the response may be a gateway's, because no request to the base URL has succeeded yet")
	// ErrUnconfirmed is the cause if reads do not show whether a deletion is done.
	ErrUnconfirmed = errors.New("the responses do not confirm the deletion")
	// ErrEmptyID is the cause if the id of an object or of a part of its path is "".
	ErrEmptyID = errors.New("the id is empty")

	// ErrSeenElsewhere is the cause if an object that was last seen at another base URL is not
	// found, or is another object. The message names that base URL after this text.
	ErrSeenElsewhere = errors.New("the object was last seen at")

	errNotDeleted         = errors.New("the response does not say that the object is deleted")
	errCredentialsRefused = errors.New("nothing was sent, because the service refuses the provider's credentials")
)

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

func (e *Error) Unwrap() error { return e.Err }

// Result describes the request and its result. It returns "" if the URL is unknown.
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

// IsGone reports whether the API itself responded that an object does not exist: with 404 or
// 410, and a complete body that is empty or JSON. Any other 404 or 410 may come from a
// gateway, so the object stays in state. [Client.GetRouteOAuth] lists more such responses.
func IsGone(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.gone
}

// MayHaveActed reports whether the service may have acted on a write that failed with err.
func MayHaveActed(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.Acted
}

// because returns a copy for which [IsGone] is false: the object may exist after all.
func (e *Error) because(cause error) *Error {
	other := *e
	other.gone, other.Err = false, cause
	return &other
}
