// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

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
	return append([]string{
		secret, jsonForm(secret, false), jsonForm(secret, true), html.EscapeString(secret),
		url.QueryEscape(secret), url.PathEscape(secret), (&url.URL{Path: secret}).EscapedPath(),
	}, base64Forms(secret)...)
}

func jsonForm(secret string, escapeHTML bool) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(secret) //nolint:errchkjson // every string can be encoded
	return strings.TrimSuffix(text.String()[1:], "\"\n")
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
