// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxTextBytes keeps text from outside readable in a diagnostic.
	maxTextBytes = 512
	// maxCleanedBytes is how much of a text is looked at before it is cut. It
	// exceeds maxTextBytes, because taking secrets out makes a text shorter.
	maxCleanedBytes = 16 << 10
)

// Text returns text from outside, made fit to be shown.
func (s Secrets) Text(text string) string {
	return shorten(printable(s.redact(cut(text, maxCleanedBytes))))
}

// URL returns [Place], made fit to be shown. It leaves the origin alone, which is
// the configured one.
func (s Secrets) URL(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	path := u.EscapedPath()
	return shorten(printable(strings.TrimSuffix(Place(u), path)) + s.Text(path))
}

// Place returns the scheme, host, port and path of a URL, or "" if it has no host.
// It leaves out user name, password and query, which may be secret.
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

func shorten(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxTextBytes {
		return text
	}
	return strings.TrimSpace(cut(text, maxTextBytes)) + "…"
}

// cut returns the beginning of text, at most length bytes of whole characters.
func cut(text string, length int) string {
	if len(text) <= length {
		return text
	}
	for length > 0 && !utf8.RuneStart(text[length]) {
		length--
	}
	return text[:length]
}
