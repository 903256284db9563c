// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/problem"
)

// Error is a failed operation: the service refused it, did not answer, or sent an
// unusable answer. Its texts are printable, short, and without the secrets that the
// client knows.
type Error struct {
	Operation string // what was tried, such as `read failover backend "x"`
	Method    string
	URL       string // without credentials and query; "" before it is known
	Status    int    // 0 when no answer came
	Code      string // "" if Message has it
	Message   string // the service's own words
	RequestID string
	Fields    []FieldError // the first 20
	// MoreFields is how many complaints of the service are not in Fields.
	MoreFields int
	Attempts   int // 0 when nothing was sent
	// CreationUnknown is true when the service may have created an object although
	// it did not say so. Every other request may be repeated, so it has no such
	// doubt.
	CreationUnknown bool
	// CreatedID is the id of the object that the service may have created, if an
	// unusable answer to the creation has it.
	CreatedID       string
	NoAuthorization bool // no Authorization was sent
	// Undocumented is the name of the operation if the interface does not show it.
	Undocumented Undocumented
	Err          error // the cause where the service did not refuse in words

	gone bool // the service itself says that the object does not exist
}

// FieldError is the service's complaint about one member of a request.
type FieldError = problem.Field

// Error returns everything that is known, in one line.
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

// Outcome returns the request and its result in words, or "" if there was no
// request.
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

// Causes of an [Error].
var (
	// ErrNotJSON says that the answer is not JSON at all, such as a gateway's page.
	ErrNotJSON = errors.New("the answer is not JSON")
	// ErrNotDeleted says that the service accepted a deletion with another answer
	// than 204.
	ErrNotDeleted = errors.New("the answer does not say that the object is deleted")

	errEmptyID = errors.New("the id is empty")
)

// IsCreationUnknown reports whether the creation that failed with err may have made
// an object.
func IsCreationUnknown(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.CreationUnknown
}

// CreatedID returns [Error.CreatedID] of err.
func CreatedID(err error) string {
	if failure, ok := errors.AsType[*Error](err); ok {
		return failure.CreatedID
	}
	return ""
}

// IsEmptyID reports whether the operation that failed with err was given an empty
// id, which no service assigns.
func IsEmptyID(err error) bool { return errors.Is(err, errEmptyID) }

// NotConfirmed returns failure with reason as its cause: why the existence of the
// object stays unknown. The result is never [IsNotFound].
func NotConfirmed(failure, reason error) error {
	original, ok := errors.AsType[*Error](failure)
	if !ok {
		return fmt.Errorf("%w: %w", failure, reason)
	}
	unconfirmed := *original
	unconfirmed.gone = false
	unconfirmed.Err = reason
	return &unconfirmed
}
