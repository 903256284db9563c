// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package redact makes text from outside safe to show: printable, short, without known
// secrets, and without values that follow the name of a secret. A service may quote the
// secrets of a request in a message, a header, a path or an id.
//
// The secrets are the token, the client secrets, and the values of credential headers:
// Authorization, Cookie, and any header whose name contains a word such as key or token. Parts
// of these values count too: the part after the scheme in "Bearer …", the password in "Basic
// …", parameter values of 8 or more characters, and each line.
//
// The package finds a secret of 4 or more characters if a text contains all of it: unchanged,
// in Go's encodings for JSON, URLs and base64 (there also within a longer text), or with the
// usual escapes for HTML. It finds no part of a secret, and no other letter case, escapes or
// encodings, or two encodings at once. Values of other headers, such as a tenant or an API
// version, are not secrets, because they may be ordinary words in a message or an id.
package redact

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const redacted = "(redacted)"

// Secrets are the texts to remove from a text before it is shown. The zero value has none.
type Secrets struct {
	forms []string // longest first
}

// IsCredential reports whether a header with this name counts as a credential.
func IsCredential(name string) bool { return credentialName.MatchString(name) }

// OfHeaders returns the secrets in the values of HTTP headers.
func OfHeaders(headers map[string]string) Secrets {
	var found []string
	for name, value := range headers {
		if IsCredential(name) {
			found = append(found, secretsIn(value)...)
		}
	}
	return Secrets{}.With(found...)
}

// With adds each secret as a whole and line by line: a message may quote only one line.
func (s Secrets) With(more ...string) Secrets {
	forms := slices.Clone(s.forms)
	for _, secret := range more {
		for _, part := range append(strings.Split(secret, "\n"), secret) {
			forms = append(forms, formsOf(part)...)
		}
	}
	// Redact takes the first match, and a long form may begin with a shorter form.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return Secrets{slices.Compact(forms)}
}

const minSecretRunes = 4 // Removing a shorter secret such as "2" would also remove ordinary text.

var (
	credentialName = regexp.MustCompile(`(?i)auth|bearer|cookie|credential|jwt|key|passphrase|password|secret|session|signature|token`)
	// A shorter value, such as dark in "theme=dark", may be an ordinary word in a message.
	longParameter = regexp.MustCompile(`=\s*"?([^\s,;"]{8,})`)
)

func secretsIn(value string) []string {
	_, afterScheme, _ := strings.Cut(value, " ")
	_, password, _ := (&http.Request{Header: http.Header{"Authorization": {value}}}).BasicAuth()
	found := []string{value, afterScheme, password}
	for _, parameter := range longParameter.FindAllStringSubmatch(value, -1) {
		found = append(found, parameter[1])
	}
	return found
}

// formsOf returns a secret and its encoded forms, or nil if the secret is too short.
func formsOf(secret string) []string {
	secret = strings.TrimSpace(secret)
	if utf8.RuneCountInString(secret) < minSecretRunes {
		return nil
	}
	quoted, _ := json.Marshal(secret) //nolint:errchkjson // Services in Go escape HTML as encoding/json does.
	inJSON := string(quoted[1 : len(quoted)-1])
	withoutHTML := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(inJSON)
	forms := []string{secret, inJSON, withoutHTML, url.QueryEscape(secret), url.PathEscape(secret), (&url.URL{Path: secret}).EscapedPath()}
	for _, quote := range []string{`"`, "&#34;", "&quot;"} {
		for _, apos := range []string{"'", "&#39;", "&#039;", "&#x27;", "&apos;"} {
			forms = append(forms, strings.NewReplacer("&#34;", quote, "&#39;", apos).Replace(html.EscapeString(secret)))
		}
	}
	return append(forms, base64Forms(secret)...)
}

// base64Forms returns three forms per alphabet, because the encoding depends on the secret's
// offset modulo 3 in a longer text. Each form has three variants: at the end of the text with
// padding, at the end without padding, and before other text.
func base64Forms(secret string) []string {
	const bitsPerByte, bitsPerCharacter = 8, 6
	var forms []string
	for before := range 3 {
		// The characters encoded[first:last] do not depend on the text around the secret.
		first := (before*bitsPerByte + bitsPerCharacter - 1) / bitsPerCharacter
		last := (before + len(secret)) * bitsPerByte / bitsPerCharacter
		for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			encoded := alphabet.EncodeToString(append(make([]byte, before), secret...))
			forms = append(forms, encoded[first:], strings.TrimRight(encoded[first:], "="), encoded[first:last])
		}
	}
	return forms
}

const maxTextBytes = 512 // so that a diagnostic stays readable

const maxPartBytes = 4 << 10 // more than maxTextBytes: a value may stand before the name that makes it a secret

// Redact returns about the first maxPartBytes bytes of a text, without secrets and without
// values that follow the name of a secret. A caller that decodes text must redact the result
// before it trims or shortens the text.
func (s Secrets) Redact(text string) string { return namedValues(s.withoutKnown(text)) }

// withoutKnown reads no more than it returns, except for a secret at the end, which it always
// finds whole.
func (s Secrets) withoutKnown(text string) string {
	var part strings.Builder
	for text != "" && part.Len() < maxPartBytes {
		shown, length := text[:1], 1
		if i := slices.IndexFunc(s.forms, func(form string) bool { return strings.HasPrefix(text, form) }); i >= 0 {
			shown, length = redacted, len(s.forms[i])
		}
		part.WriteString(shown)
		text = text[length:]
	}
	return part.String()
}

// Text makes text from outside safe to show. It replaces characters that control a terminal or
// reorder text. It shortens last, because half of a secret would not be recognized.
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

// URL returns [URL] in a form that is safe to show. A port after a host name with a word such as
// token is not a value that follows the name of a secret.
func (s Secrets) URL(u *url.URL) string {
	address := URL(u)
	origin := strings.TrimSuffix(address, u.EscapedPath())
	return s.withoutKnown(origin) + s.Text(address[len(origin):])
}

// URL returns scheme, host, port and path, or "" without a host. The rest may be secret.
func URL(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	origin := url.URL{Scheme: u.Scheme, Host: u.Host}
	return origin.String() + u.EscapedPath()
}

// Error wraps err in an error whose text is safe to show. It returns nil if err is nil.
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
