// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Error is a failed operation: refused by the service, not answered, or
// answered with something that is no answer to it. Every text in it is printable,
// short, and without the secrets that the client knows.
type Error struct {
	Operation string // what was tried, such as `read failover backend "x"`
	Method    string
	URL       string // what was asked, without credentials and query; "" before that is known
	Status    int    // 0 when no answer came
	Code      string
	Message   string // the service's own words
	RequestID string
	Fields    []FieldError // the first 20
	// MoreFields is how many complaints of the service are not in Fields.
	MoreFields int
	Attempts   int // 0 when nothing was sent
	// OutcomeUnknown is true when the service may have acted on a write
	// although it did not say so.
	OutcomeUnknown bool
	Err            error // the cause where the service did not refuse in words

	gone         bool // the service itself says that the object does not exist
	undocumented bool // the interface does not show the operation
}

// FieldError is the service's complaint about one member of a request.
type FieldError struct {
	Pointer string // JSON pointer (RFC 6901) into the request body
	Message string
}

// Error tells everything that is known in one line.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString(e.Operation)
	if outcome := e.Outcome(); outcome != "" {
		text.WriteString(": " + outcome)
	}
	if notes := e.notes(); len(notes) > 0 {
		fmt.Fprintf(&text, " (%s)", strings.Join(notes, ", "))
	}
	if e.Message != "" {
		fmt.Fprintf(&text, ": %s", e.Message)
	}
	for _, field := range e.Fields {
		fmt.Fprintf(&text, "; %s: %s", field.Pointer, field.Message)
	}
	if e.MoreFields > 0 {
		fmt.Fprintf(&text, "; and %d more", e.MoreFields)
	}
	if e.Err != nil {
		fmt.Fprintf(&text, ": %v", e.Err)
	}
	return text.String()
}

// Unwrap returns the cause, for [errors.Is] and [errors.As].
func (e *Error) Unwrap() error { return e.Err }

// Outcome names the request and what became of it, "" where there was none.
func (e *Error) Outcome() string {
	request := e.Method + " " + e.URL
	switch {
	case e.URL == "":
		return ""
	case e.Status != 0:
		return strings.TrimSpace(fmt.Sprintf("%s answered %d %s", request, e.Status, http.StatusText(e.Status)))
	case e.Attempts == 0:
		return request + " was not sent"
	}
	return request + " got no complete answer"
}

func (e *Error) notes() []string {
	var notes []string
	if e.Code != "" {
		notes = append(notes, "code "+e.Code)
	}
	if e.RequestID != "" {
		notes = append(notes, "request id "+e.RequestID)
	}
	if e.Attempts > 1 {
		notes = append(notes, fmt.Sprintf("after %d attempts", e.Attempts))
	}
	return notes
}

// ErrNotJSON is the cause of an Error whose answer is not JSON at all, such as
// a page of something that stands before the API.
var ErrNotJSON = errors.New("the answer is not JSON")

// IsNotFound reports whether err is the service's word that an object does not
// exist: 404 or 410 with a whole body that is JSON or empty. Any other such answer
// comes from something in front of the API, and no object may be given up for it.
func IsNotFound(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.gone
}

// saysGone reports whether an answer is the service's word that an object does
// not exist. A bare number is a gateway's text and no JSON that an API answers.
func saysGone(received *answer) bool {
	if received.status != http.StatusNotFound && received.status != http.StatusGone {
		return false
	}
	body := bytes.TrimSpace(received.body)
	return len(body) == 0 || bytes.ContainsAny(body[:1], `{["n`) && isJSON(body)
}

// IsOutcomeUnknown reports whether the service may have acted on the write that
// failed with err.
func IsOutcomeUnknown(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.OutcomeUnknown
}

// IsEmptyID reports whether err says that an operation was asked for an object
// without an id, which no service has given.
func IsEmptyID(err error) bool { return errors.Is(err, errEmptyID) }
