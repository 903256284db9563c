// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// minSecretRunes keeps a header value such as "2" from blotting out
	// every digit of a message; nothing that short is a secret.
	minSecretRunes = 4
	// gramRunes is the length of a part of a secret that is not shown, wherever it
	// is in the secret.
	gramRunes = 8
	// maxSecretBytes bounds what is kept for one secret.
	maxSecretBytes = 64 << 10
)

// needles are the folded texts to look for, by their length in runes.
type needles map[int]map[string]struct{}

func (n needles) put(text folded) {
	if n[len(text)] == nil {
		n[len(text)] = map[string]struct{}{}
	}
	n[len(text)][text.text()] = struct{}{}
}

// add looks for a secret and any part of it that is long enough.
func (n needles) add(secret string) {
	if len(secret) > maxSecretBytes {
		secret = strings.ToValidUTF8(secret[:maxSecretBytes], "")
	}
	if len(fold(secret, false)) < minSecretRunes {
		return
	}
	n.addFolded(fold(secret, true))
	for _, form := range encodings(secret) {
		n.addFolded(fold(form, false))
	}
}

// addFolded looks for all of a short text, and for any part of a longer one.
func (n needles) addFolded(text folded) {
	if len(text) < minSecretRunes {
		return
	}
	length := min(len(text), gramRunes)
	for i := range len(text) - length + 1 {
		n.put(text[i : i+length])
	}
}

// addHeader looks for the value of a header. Its parts are not all secret: the
// scheme in "Bearer …" and the names in "keyId=…, signature=…" are words that
// any message may have.
func (n needles) addHeader(name, value string) {
	words := strings.FieldsFunc(value, func(r rune) bool {
		return unicode.IsSpace(r) || r == ',' || r == ';'
	})
	hasScheme := len(words) > 1 && (strings.Contains(value, "=") || strings.HasSuffix(strings.ToLower(name), "authorization"))
	if !hasScheme {
		n.add(value)
	}
	for _, form := range encodings(value) {
		if whole := fold(form, false); len(whole) >= minSecretRunes {
			n.put(whole)
		}
	}
	for i, word := range words {
		if hasScheme && i == 0 && !strings.Contains(word, "=") {
			continue
		}
		isCredential := i == 1 && len(words) == 2
		n.addWord(word, isCredential)
	}
}

// addWord looks for a word of a header value, and for the password in it where it
// is a credential of RFC 7617.
func (n needles) addWord(word string, isCredential bool) {
	if name, parameter, ok := strings.Cut(word, "="); ok && name != "" && strings.Trim(parameter, "=") != "" {
		word = parameter
	}
	word = strings.Trim(word, `"`)
	if isCredential || utf8.RuneCountInString(word) >= gramRunes {
		n.add(word)
	}
	if decoded, err := base64.StdEncoding.DecodeString(word); err == nil && utf8.Valid(decoded) {
		if _, password, ok := strings.Cut(string(decoded), ":"); ok {
			n.add(password)
		}
	}
}

// encodings returns a secret and its forms in JSON, URLs, HTML and base64.
func encodings(secret string) []string {
	trimmed := strings.TrimSpace(secret)
	forms := []string{
		secret, trimmed,
		url.QueryEscape(trimmed), url.PathEscape(trimmed), strings.ReplaceAll(trimmed, " ", "+"),
		html.EscapeString(trimmed),
	}
	if encoded, err := json.Marshal(secret); err == nil {
		forms = append(forms, string(encoded[1:len(encoded)-1]))
	}
	slices.Sort(forms)
	forms = slices.Compact(forms)
	for _, form := range slices.Clone(forms) {
		forms = append(forms, base64Cores(form)...)
	}
	return forms
}

// base64Cores returns the characters of base64 that depend on secret alone, for
// each of its three possible offsets in the encoded text.
func base64Cores(secret string) []string {
	const bitsPerByte, bitsPerCharacter = 8, 6
	var cores []string
	for before := range 3 {
		encoded := base64.RawStdEncoding.EncodeToString(append(make([]byte, before), secret...))
		first := (before*bitsPerByte + bitsPerCharacter - 1) / bitsPerCharacter
		last := (before + len(secret)) * bitsPerByte / bitsPerCharacter
		cores = append(cores, encoded[first:last])
	}
	return cores
}
