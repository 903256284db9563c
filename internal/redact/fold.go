// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// folded is a text without the differences between its renderings.
type folded []foldedRune

// foldedRune stems from the bytes [from, to) of the original.
type foldedRune struct {
	r        rune // negative for a byte of UTF-8 that was percent-encoded
	from, to int
}

// fold drops white space and invisible characters, ignores case, and reads both
// alphabets of base64 as one. With decode it also undoes the escapes of JSON,
// URLs and HTML, however deeply they are nested. It takes time linear in the
// length of text.
func fold(text string, decode bool) folded {
	runes := make(folded, 0, len(text))
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		runes = runes.push(foldedRune{r, at, at + size}, decode)
		at += size
	}
	for i, one := range runes {
		runes[i].r = foldRune(one.r)
	}
	return runes
}

func foldRune(r rune) rune {
	switch r {
	case '-':
		return '+'
	case '_':
		return '/'
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

func isInvisible(r rune) bool {
	const brailleBlank = '\u2800'
	return r == brailleBlank || unicode.IsSpace(r) || unicode.IsControl(r) ||
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// push adds a rune and undoes the escape that it completes. The decoded rune is
// pushed in turn, because it may complete another escape.
func (f folded) push(added foldedRune, decode bool) folded {
	if isInvisible(added.r) {
		return f
	}
	f = append(f, added)
	if !decode {
		return f
	}
	switch {
	case added.r < 0:
		return f.decodeUTF8()
	case utf16.IsSurrogate(added.r):
		return f.decodeSurrogates()
	case added.r == ';':
		return f.decodeEntity()
	case len(f) >= 2 && f[len(f)-2].r == '\\':
		return f.decodeBackslash()
	}
	return f.decodeHex()
}

// replace puts runes in the place of the last count ones.
func (f folded) replace(count int, runes ...rune) folded {
	from, to := f[len(f)-count].from, f[len(f)-1].to
	f = f[:len(f)-count]
	for _, r := range runes {
		f = f.push(foldedRune{r, from, to}, true)
	}
	return f
}

func (f folded) text() string {
	var text strings.Builder
	for _, one := range f {
		text.WriteRune(one.r)
	}
	return text.String()
}

// decodeBackslash undoes a backslash and the character after it. Several in a row
// are one backslash that was escaped repeatedly.
func (f folded) decodeBackslash() folded {
	switch escaped := f[len(f)-1].r; escaped {
	case 'u', 'x':
		return f // complete with its digits
	case 'b', 'f', 'n', 'r', 't':
		return f[:len(f)-2]
	default:
		return f.replace(2, escaped)
	}
}

// decodeHex undoes \u1234, \x12 and %12.
func (f folded) decodeHex() folded {
	for _, escape := range []struct {
		prefix string
		digits int
	}{{`\u`, 4}, {`\x`, 2}, {`%`, 2}} {
		length := len(escape.prefix) + escape.digits
		if len(f) < length {
			continue
		}
		digits, ok := strings.CutPrefix(f[len(f)-length:].text(), escape.prefix)
		if !ok {
			continue
		}
		code, err := strconv.ParseUint(digits, 16, 16)
		if err != nil {
			continue
		}
		if escape.prefix == `%` && code >= utf8.RuneSelf {
			return f.replace(length, -rune(code))
		}
		return f.replace(length, rune(code))
	}
	return f
}

func (f folded) decodeUTF8() folded {
	var sequence []byte
	for i := max(0, len(f)-utf8.UTFMax); i < len(f); i++ {
		if f[i].r < 0 {
			sequence = append(sequence, byte(-f[i].r)) //nolint:gosec // decodeHex read it from two digits
		} else {
			sequence = nil
		}
	}
	for ; len(sequence) > 1; sequence = sequence[1:] {
		if r, size := utf8.DecodeRune(sequence); size == len(sequence) {
			return f.replace(size, r)
		}
	}
	return f
}

func (f folded) decodeSurrogates() folded {
	if len(f) < 2 {
		return f
	}
	if r := utf16.DecodeRune(f[len(f)-2].r, f[len(f)-1].r); r != utf8.RuneError {
		return f.replace(2, r)
	}
	return f
}

// maxEntityRunes is more than the longest name of an HTML entity has.
const maxEntityRunes = 36

var htmlEntity = regexp.MustCompile(`^&#?[0-9A-Za-z]+;$`)

func (f folded) decodeEntity() folded {
	for i := len(f) - 1; i >= max(0, len(f)-maxEntityRunes); i-- {
		if f[i].r != '&' {
			continue
		}
		entity := f[i:].text()
		decoded := html.UnescapeString(entity)
		if !htmlEntity.MatchString(entity) || decoded == entity || strings.HasSuffix(decoded, ";") && decoded != ";" {
			return f
		}
		return f.replace(len(f)-i, []rune(decoded)...)
	}
	return f
}
