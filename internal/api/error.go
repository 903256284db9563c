package api

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Error is a failed operation: refused by the service, not answered, or
// answered with something that is no answer to it.
type Error struct {
	Operation string // what was tried, such as `read failover backend "x"`
	Method    string
	Path      string
	Status    int // 0 when no answer came
	Code      string
	Message   string // the service's own words, readable and without secrets
	RequestID string
	Fields    []FieldError
	Attempts  int
	// OutcomeUnknown is true when the service may have acted on a write
	// although it did not say so.
	OutcomeUnknown bool
	Err            error // the cause where the service did not refuse in words

	gone bool // the service itself says that the object does not exist
}

// FieldError is the service's complaint about one member of a request.
type FieldError struct {
	Pointer string // JSON pointer (RFC 6901) into the request body
	Message string
}

// Error tells everything that is known in one line.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s %s %s", e.Operation, e.Method, e.Path, e.outcome())
	if notes := e.notes(); len(notes) > 0 {
		fmt.Fprintf(&text, " (%s)", strings.Join(notes, ", "))
	}
	if e.Message != "" {
		fmt.Fprintf(&text, ": %s", e.Message)
	}
	for _, field := range e.Fields {
		fmt.Fprintf(&text, "; %s: %s", field.Pointer, field.Message)
	}
	if e.Err != nil {
		fmt.Fprintf(&text, ": %v", e.Err)
	}
	return text.String()
}

// Unwrap returns the cause, for [errors.Is] and [errors.As].
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) outcome() string {
	if e.Status == 0 {
		return "got no answer"
	}
	return strings.TrimSpace(fmt.Sprintf("answered %d %s", e.Status, http.StatusText(e.Status)))
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
