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

// Text makes text from outside fit to be shown. It redacts secrets, removes characters
// that control a terminal or reorder text, and shortens the text. It shortens last,
// because it would not find half of a secret.
func (s Secrets) Text(text string) string {
	if s.replacer != nil {
		text = s.replacer.Replace(text)
	}
	text = strings.TrimSpace(strings.Map(printable, text))
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

// Place returns the scheme, host, port and path of a URL, or "" for a URL without a
// host. It omits the user name, the password and the query, because they may be secret.
func Place(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	origin := url.URL{Scheme: u.Scheme, Host: u.Host}
	return origin.String() + u.EscapedPath()
}

// Error returns an error that wraps err and whose text may be shown. It returns nil if
// err is nil.
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
