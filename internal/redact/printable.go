// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"net/url"
	"strings"
	"unicode"
)

// maxTextBytes limits the length of text from outside, so that a diagnostic stays
// readable.
const maxTextBytes = 512

// Redact replaces the secrets in a text, and the values that follow the name of a secret.
// It changes nothing else. A caller that decodes text must redact the result at once,
// before it trims or shortens the text.
func (s Secrets) Redact(text string) string {
	if s.replacer != nil {
		text = s.replacer.Replace(text)
	}
	return namedValues(text)
}

// Text makes text from outside safe to show. It redacts secrets, replaces characters that
// control a terminal or reorder text, and shortens the text. The text is shortened last,
// because half of a secret would not be recognized.
func (s Secrets) Text(text string) string {
	text = strings.TrimSpace(strings.Map(printable, s.Redact(text)))
	if len(text) <= maxTextBytes {
		return text
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:maxTextBytes], "")) + "…"
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}

// URL returns the scheme, host, port and path of a URL, or "" for a URL without a
// host. It omits the user name, the password and the query, because they may be secret.
func URL(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	origin := url.URL{Scheme: u.Scheme, Host: u.Host}
	return origin.String() + u.EscapedPath()
}

// Error wraps err in an error whose text is safe to show. It returns nil if err is
// nil.
func (s Secrets) Error(err error) error {
	if err == nil {
		return nil
	}
	return &shownError{s.Text(err.Error()), err}
}

type shownError struct {
	text  string
	cause error
}

func (e *shownError) Error() string { return e.text }
func (e *shownError) Unwrap() error { return e.cause }
