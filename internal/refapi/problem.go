// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"fmt"
	"net/http"
	"strings"
)

// requestIDHeader is the name of a header that every response has. An error response
// repeats the header's value in its body.
const requestIDHeader = "X-Request-Id"

// problem is an error response (RFC 9457). A problem never repeats a value of
// the request, because the value may be a secret.
type problem struct {
	Type      string       `json:"type"`
	Title     string       `json:"title"`
	Status    int          `json:"status"`
	Detail    string       `json:"detail"`
	Code      string       `json:"code"`
	RequestID string       `json:"request_id"`
	Errors    []fieldError `json:"errors,omitempty"`

	// These members repeat Status, Code and Detail under the names that similar
	// services use. Clients for such services can then recognize a 404. RFC
	// 9457 allows additional members.
	StatusCode int    `json:"status_code"`
	ErrorCode  string `json:"error_code"`
	Message    string `json:"msg"`

	header http.Header
}

// fieldError describes a mistake in one member of the body.
type fieldError struct {
	Pointer string `json:"pointer"` // RFC 6901
	Detail  string `json:"detail"`
}

func newProblem(status int, code, detail string) *problem {
	// The type about:blank says nothing about the problem. The status and the
	// code identify the kind of problem.
	return &problem{
		Type: "about:blank", Title: http.StatusText(status),
		Status: status, StatusCode: status,
		Code: code, ErrorCode: code,
		Detail: detail, Message: detail,
		header: http.Header{},
	}
}

func wrongToken() *problem {
	p := newProblem(http.StatusUnauthorized, "unauthorized", "The request needs a valid bearer token in its Authorization header.")
	p.header.Set("WWW-Authenticate", `Bearer realm="trafficedge"`)
	return p
}

func unknownPath() *problem {
	return newProblem(http.StatusNotFound, "unknown_path", "There is nothing at this path.")
}

func methodNotAllowed(allowed []string) *problem {
	allow := strings.Join(allowed, ", ")
	detail := "This path offers no such operation, only " + allow + "."
	if len(allowed) == 0 {
		// An empty Allow header is valid (RFC 9110, section 10.2.1).
		detail = "This path offers no operation."
	}
	p := newProblem(http.StatusMethodNotAllowed, "method_not_allowed", detail)
	p.header.Set("Allow", allow)
	return p
}

func notFound(kind string) *problem {
	return newProblem(http.StatusNotFound, "not_found", "There is no "+kind+" with this id.")
}

func noRouteOAuth() *problem {
	return newProblem(http.StatusNotFound, "not_found", "There is no OAuth module on this route.")
}

func bodyTooLarge() *problem {
	return newProblem(http.StatusRequestEntityTooLarge, "body_too_large", fmt.Sprintf("The body may have at most %d bytes.", maxBody))
}

func notJSON() *problem {
	return newProblem(http.StatusUnsupportedMediaType, "unsupported_media_type", "The body must be sent as application/json.")
}

func malformedJSON(detail string) *problem {
	return newProblem(http.StatusBadRequest, "malformed_json", "The body is not well-formed JSON: "+detail+".")
}

func invalidCursor() *problem {
	return newProblem(http.StatusBadRequest, "invalid_cursor", "This list has not given out that cursor.")
}

func invalidFields(errors []fieldError) *problem {
	p := newProblem(http.StatusUnprocessableEntity, "invalid_fields", "Some fields were refused; errors lists each of them.")
	p.Errors = errors
	return p
}

// rateLimited returns a 429 without Retry-After, because many services do not
// send this header.
func rateLimited() *problem {
	return newProblem(http.StatusTooManyRequests, "rate_limited", "Too many requests in too short a time.")
}

func (p *problem) response(requestID string) response {
	p.RequestID = requestID
	header := p.header.Clone()
	header.Set("Content-Type", "application/problem+json")
	return response{status: p.Status, header: header, body: encode(p)}
}
