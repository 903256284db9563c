// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
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
	redacted = "(redacted)"
	// minSecretRunes keeps a header value such as "2" from blotting out
	// every digit of a message; nothing that short is a secret.
	minSecretRunes = 4
	// gramRunes is how much of a secret, from anywhere in it, is not shown.
	gramRunes = 8
	// maxSecretBytes bounds what is kept for one secret.
	maxSecretBytes = 64 << 10
)

// redactor takes known secrets out of text that comes from the service, which
// may quote what it was sent.
type redactor []needles

// needles are folded secrets to look for.
type needles struct {
	grams map[string]struct{} // every gramRunes runes in a row
	whole map[string]struct{} // found as a whole only
}

func newNeedles() needles {
	return needles{grams: map[string]struct{}{}, whole: map[string]struct{}{}}
}

func newRedactor(config Config) redactor {
	found := newNeedles()
	found.add(config.Token)
	for name, value := range config.Headers {
		found.addHeader(name, value)
	}
	return redactor{found}
}

// with returns a redactor that also takes out more.
func (r redactor) with(more ...string) redactor {
	if len(more) == 0 {
		return r
	}
	found := newNeedles()
	for _, secret := range more {
		found.add(secret)
	}
	return append(slices.Clip(r), found)
}

// secretsKey is the context key of the redactor of one operation.
type secretsKey struct{}

func withSecrets(ctx context.Context, secrets redactor) context.Context {
	return context.WithValue(ctx, secretsKey{}, secrets)
}

func secretsOf(ctx context.Context) redactor {
	secrets, _ := ctx.Value(secretsKey{}).(redactor)
	return secrets
}

// redact returns text without the secrets. Of each it finds at least 8 visible
// characters in a row, or the whole where it has 4 to 7, in either case, with
// white space or invisible characters in between, and encoded for JSON, URLs or
// HTML, be it repeatedly. The same holds for base64 of either alphabet and any
// wrapping, of the secret alone or with something around it, such as `id:secret`.
//
// It finds nothing of a secret below 4 characters, of a part below 8, or of a
// value encoded in another way (hexadecimal, base64 of base64, compressed,
// reversed, spelled with look-alikes). Of the value of an Authorization header, and
// of one that has parameters, such as a Cookie or a Signature, the words of 8
// characters or more are secrets, and the value as a whole.
func (r redactor) redact(text string) string {
	spans := r.find(fold(text, false))
	if strings.ContainsAny(text, `\%&`) {
		spans = append(spans, r.find(fold(text, true))...)
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	var clean strings.Builder
	done := 0
	for i := 0; i < len(spans); {
		from, to := spans[i].from, spans[i].to
		for i++; i < len(spans) && spans[i].from <= to; i++ {
			to = max(to, spans[i].to)
		}
		clean.WriteString(text[done:from] + redacted)
		done = to
	}
	return clean.String() + text[done:]
}

// span is a part of a text, from its byte from up to its byte to.
type span struct{ from, to int }

func (r redactor) find(in folded) []span {
	var spans []span
	text := in.text()
	starts := make([]int, 0, len(in)+1) // of each rune in text
	for start := range text {
		starts = append(starts, start)
	}
	starts = append(starts, len(text))
	for _, needles := range r {
		for i := 0; i+gramRunes <= len(in); i++ {
			if _, ok := needles.grams[text[starts[i]:starts[i+gramRunes]]]; ok {
				spans = append(spans, span{in[i].from, in[i+gramRunes-1].to})
			}
		}
		for whole := range needles.whole {
			for at := 0; ; {
				next := strings.Index(text[at:], whole)
				if next < 0 {
					break
				}
				at += next
				first, _ := slices.BinarySearch(starts, at)
				at += len(whole)
				last, _ := slices.BinarySearch(starts, at)
				spans = append(spans, span{in[first].from, in[last-1].to})
			}
		}
	}
	return spans
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
		for _, core := range base64Cores(form) {
			n.addFolded(fold(core, false))
		}
	}
}

func (n needles) addFolded(secret folded) {
	if len(secret) < minSecretRunes {
		return
	}
	if len(secret) < gramRunes {
		n.whole[secret.text()] = struct{}{}
		return
	}
	for i := range len(secret) - gramRunes + 1 {
		n.grams[secret[i:i+gramRunes].text()] = struct{}{}
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
		n.addWhole(form)
		for _, core := range base64Cores(form) {
			n.addWhole(core)
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

func (n needles) addWhole(text string) {
	if whole := fold(text, false); len(whole) >= minSecretRunes {
		n.whole[whole.text()] = struct{}{}
	}
}

// encodings returns the forms in which a secret is written in JSON, URLs and
// HTML, and itself, each once.
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
	return slices.Compact(forms)
}

// base64Cores returns the characters of base64 that depend on secret alone, for
// each of its three possible places in what is encoded.
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
