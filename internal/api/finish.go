// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"net/url"
	"strings"
)

// finish makes an error fit to be shown. Whatever it holds may come from outside:
// even the operation and the path name ids, which a service chooses.
func (c *Client) finish(r request, e *Error) *Error {
	secrets := c.secrets.with(r.secrets...)
	e.Operation = secrets.cleanOperation(e.Operation)
	e.URL = secrets.cleanURL(r.url)
	e.Code, e.Message, e.RequestID = secrets.clean(e.Code), secrets.clean(e.Message), secrets.clean(e.RequestID)
	for i, field := range e.Fields {
		e.Fields[i] = FieldError{Pointer: secrets.clean(field.Pointer), Message: secrets.clean(field.Message)}
	}
	if e.Err != nil {
		if text := secrets.clean(e.Err.Error()); text != e.Err.Error() {
			e.Err = &causeError{text: text, cause: e.Err}
		}
	}
	return e
}

// cleanOperation leaves the words before the first id alone, which are ours.
func (r redactor) cleanOperation(operation string) string {
	words, ids, ok := strings.Cut(operation, `"`)
	if !ok {
		return operation
	}
	return words + r.clean(`"`+ids)
}

// cleanURL leaves the origin alone, which is the configured one.
func (r redactor) cleanURL(u *url.URL) string {
	path := u.EscapedPath()
	if u.Host == "" {
		return ""
	}
	return shorten(printable(strings.TrimSuffix(place(u), path)) + r.clean(path))
}

// place is where a URL leads: scheme, host, port and path. A user name, a password
// and a query may be secret. It is "" for a URL without a host.
func place(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	origin := url.URL{Scheme: u.Scheme, Host: u.Host}
	return origin.String() + u.EscapedPath()
}

// causeError is the cause of an Error with a text that may be shown.
type causeError struct {
	text  string
	cause error
}

func (e *causeError) Error() string { return e.text }
func (e *causeError) Unwrap() error { return e.cause }
