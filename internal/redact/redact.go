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
	"encoding/base64"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
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
		for _, part := range append(strings.Split(secret, "\n"), secret) {
			forms = append(forms, formsOf(part)...)
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

// minSecretRunes keeps a value such as "2" from blotting out every digit of a
// message.
const minSecretRunes = 4

var (
	credentialName = regexp.MustCompile(`(?i)auth|bearer|cookie|credential|jwt|key|passphrase|password|secret|session|signature|token`)
	// A shorter parameter, as in "theme=dark", may be any word of a message.
	longParameter = regexp.MustCompile(`=\s*"?([^\s,;"]{8,})`)
)

// credentials returns the secrets in the value of a credential header.
func credentials(value string) []string {
	_, afterScheme, _ := strings.Cut(value, " ")
	_, password, _ := (&http.Request{Header: http.Header{"Authorization": {value}}}).BasicAuth()
	found := []string{value, afterScheme, password}
	for _, parameter := range longParameter.FindAllStringSubmatch(value, -1) {
		found = append(found, parameter[1])
	}
	return found
}

// formsOf returns a secret and its forms in JSON, URLs, HTML and base64, and none
// for a secret that is too short.
func formsOf(secret string) []string {
	secret = strings.TrimSpace(secret)
	if utf8.RuneCountInString(secret) < minSecretRunes {
		return nil
	}
	quoted, _ := json.Marshal(secret) //nolint:errchkjson // every string can be encoded
	inJSON := string(quoted[1 : len(quoted)-1])
	withoutHTML := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(inJSON)
	return append([]string{
		secret, inJSON, withoutHTML, html.EscapeString(secret),
		url.QueryEscape(secret), url.PathEscape(secret), (&url.URL{Path: secret}).EscapedPath(),
	}, base64Forms(secret)...)
}

// base64Forms returns the base64 of secret, in both alphabets, where it begins at
// one of three offsets in a longer text: at its end, padded or not, and in its midst.
func base64Forms(secret string) []string {
	const bitsPerByte, bitsPerCharacter = 8, 6
	var forms []string
	for before := range 3 {
		// The characters from first to last depend on secret alone.
		first := (before*bitsPerByte + bitsPerCharacter - 1) / bitsPerCharacter
		last := (before + len(secret)) * bitsPerByte / bitsPerCharacter
		for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			encoded := alphabet.EncodeToString(append(make([]byte, before), secret...))
			forms = append(forms, encoded[first:], strings.TrimRight(encoded[first:], "="), encoded[first:last])
		}
	}
	return forms
}
