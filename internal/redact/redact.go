// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package redact makes text from outside fit to be shown: printable, short, and
// without the secrets that it knows. A service may quote what it was sent, in a
// message, a header, a path or an id.
//
// Secrets are the token, the client secrets, each line of these, and the values
// of headers whose name says that they carry a credential: Authorization, Cookie,
// and names with a word such as key or token. Of such a value, a secret is the
// whole, what follows the scheme in "Bearer …", the password in "Basic …", and
// the values of parameters, as in a cookie, of 8 characters or more.
//
// A secret of 4 characters or more is found as a whole: as it is, and as Go writes
// it in JSON, URLs, HTML and base64, also in the base64 of a longer text.
//
// Not found are parts of a secret, a secret in another case, with other escapes or
// in another encoding, in two encodings at once or with characters in between, and
// a shorter secret. The value of any other header, such as a tenant or the version
// of an API, is not a secret: it may be a word in any message or id.
package redact

import (
	"slices"
	"strings"
)

const redacted = "(redacted)"

// Secrets are the texts to take out of anything that is shown. The zero value has
// none.
type Secrets struct {
	forms    []string // the longest first
	replacer *strings.Replacer
}

// OfHeaders returns the secrets in the values of HTTP headers.
func OfHeaders(headers map[string]string) Secrets {
	var found []string
	for name, value := range headers {
		if credentialName.MatchString(name) {
			found = append(found, credentials(value)...)
		}
	}
	return Secrets{}.With(found...)
}

// With returns the secrets of s and more, each as a whole and line by line,
// because a message may end with a line.
func (s Secrets) With(more ...string) Secrets {
	forms := slices.Clone(s.forms)
	for _, secret := range more {
		forms = append(forms, formsOf(secret)...)
		for line := range strings.Lines(secret) {
			forms = append(forms, formsOf(line)...)
		}
	}
	// A form may begin with a shorter one, and the replacer takes the first that fits.
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, redacted)
	}
	return Secrets{forms, strings.NewReplacer(pairs...)}
}
