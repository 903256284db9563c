// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"net/url"
	"strings"
	"unicode"
)

// maxTextBytes keeps text from outside readable in a diagnostic.
const maxTextBytes = 512

// Text returns text from outside, made fit to be shown. It is cut last, because
// half of a secret would not be found.
func (s Secrets) Text(text string) string {
	if s.replacer != nil {
		text = s.replacer.Replace(text)
	}
	return shorten(printable(text))
}

// Place returns the scheme, host, port and path of a URL, or "" for a URL without a
// host. It leaves out user name, password and query, which may be secret.
func Place(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	origin := url.URL{Scheme: u.Scheme, Host: u.Host}
	return origin.String() + u.EscapedPath()
}

// Error returns err if its text may be shown, and otherwise an error with a clean
// text that wraps err.
func (s Secrets) Error(err error) error {
	text := s.Text(err.Error())
	if text == err.Error() {
		return err
	}
	return &shownError{text: text, cause: err}
}

type shownError struct {
	text  string
	cause error
}

func (e *shownError) Error() string { return e.text }
func (e *shownError) Unwrap() error { return e.cause }

// printable keeps text from outside from writing escape sequences to a terminal,
// or reordering what is shown there.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// shorten cuts what printable returns after a whole character.
func shorten(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxTextBytes {
		return text
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:maxTextBytes], "")) + "…"
}
