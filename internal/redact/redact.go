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

// Secrets are taken out of what is shown. The zero value has none.
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
	if len(more) == 0 {
		return s
	}
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

// span is a part of a text, from its byte from up to its byte to.
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
