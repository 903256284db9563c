// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package redact makes text from outside fit to be shown: printable, short, and
// without the secrets that it knows. A service may quote what it was sent, in a
// message, a header, a path or an id.
package redact

import (
	"slices"
	"strings"
)

const redacted = "(redacted)"

// Secrets are the texts to take out of anything that is shown. The zero value has
// none.
type Secrets struct{ known []needles }

// OfHeaders returns the secrets in the values of HTTP headers.
func OfHeaders(headers map[string]string) Secrets {
	found := needles{}
	for name, value := range headers {
		found.addHeader(name, value)
	}
	return Secrets{[]needles{found}}
}

// With returns the secrets of s and more, each as a whole and line by line, since
// a message may be cut at a line's end.
func (s Secrets) With(more ...string) Secrets {
	found := needles{}
	for _, secret := range more {
		found.add(secret)
		for line := range strings.Lines(secret) {
			if line != secret {
				found.add(strings.TrimSpace(line))
			}
		}
	}
	return Secrets{append(slices.Clip(s.known), found)}
}

// redact returns text without the secrets. It finds 8 or more visible characters of
// a secret in a row, and the whole of a secret of 4 to 7. It ignores case, and
// white space or invisible characters in between. It undoes the escapes of JSON,
// URLs and HTML, even repeated ones. It also finds base64 of either alphabet and
// any wrapping, of the secret alone or with text around it, such as `id:secret`.
//
// It does not find a secret below 4 characters, a part below 8, or another encoding
// (hexadecimal, base64 of base64, compressed, reversed, look-alikes). An
// Authorization header, and a value with parameters such as a Cookie or a
// Signature, has as secrets its words of 8 characters or more and the value as a
// whole.
func (s Secrets) redact(text string) string {
	spans := s.find(fold(text, false))
	if strings.ContainsAny(text, `\%&`) {
		spans = append(spans, s.find(fold(text, true))...)
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

// span is the bytes [from, to) of a text.
type span struct{ from, to int }

func (s Secrets) find(in folded) []span {
	var spans []span
	text := in.text()
	starts := make([]int, 0, len(in)+1) // of each rune in text
	for start := range text {
		starts = append(starts, start)
	}
	starts = append(starts, len(text))
	for _, needles := range s.known {
		for length, known := range needles {
			for i := 0; i+length <= len(in); i++ {
				if _, ok := known[text[starts[i]:starts[i+length]]]; ok {
					spans = append(spans, span{in[i].from, in[i+length-1].to})
				}
			}
		}
	}
	return spans
}
