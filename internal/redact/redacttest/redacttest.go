// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package redacttest writes secrets as a service may quote them, and finds what is
// left of them. It is for tests.
package redacttest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf16"
)

// tooMany is how many characters of a secret in a row are too many.
const tooMany = 8

// Renderings returns the forms in which a service may quote a secret, by name.
func Renderings(secret string) map[string]string {
	inJSON := func(text string) string {
		encoded, _ := json.Marshal(text) //nolint:errchkjson // every text can be written
		return string(encoded[1 : len(encoded)-1])
	}
	spread := func(between string) string { return strings.Join(strings.Split(secret, ""), between) }
	var percent, unicodeEscapes, entities strings.Builder
	for _, b := range []byte(secret) {
		fmt.Fprintf(&percent, "%%%02x", b)
	}
	for _, r := range secret {
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&unicodeEscapes, `\u%04x`, unit)
		}
		fmt.Fprintf(&entities, "&#%d;", r)
	}
	runes := []rune(secret)
	part := min(len(runes), tooMany+1)
	base := base64.StdEncoding.EncodeToString([]byte(secret))
	return map[string]string{
		"as it is":              secret,
		"trimmed":               strings.TrimSpace(secret),
		"upper case":            strings.ToUpper(secret),
		"lower case":            strings.ToLower(secret),
		"JSON":                  inJSON(secret),
		"JSON in JSON":          inJSON(inJSON(secret)),
		"JSON in JSON in HTML":  html.EscapeString(inJSON(`"` + inJSON(secret) + `"`)),
		"query":                 url.QueryEscape(secret),
		"path":                  url.PathEscape(secret),
		"path in query":         url.QueryEscape(url.PathEscape(secret)),
		"HTML":                  html.EscapeString(secret),
		"every byte in percent": percent.String(),
		"every rune in JSON":    unicodeEscapes.String(),
		"every rune in HTML":    entities.String(),
		"base64":                base,
		"base64 without pad":    base64.RawStdEncoding.EncodeToString([]byte(secret)),
		"base64 for URLs":       base64.URLEncoding.EncodeToString([]byte(secret)),
		"base64 in a query":     url.QueryEscape(base),
		"base64 in JSON":        strings.ReplaceAll(base, "/", `\/`),
		"base64 in lines":       strings.Join(strings.SplitAfter(base, "c"), "\r\n"),
		"base64 of id:secret":   base64.StdEncoding.EncodeToString([]byte("id:" + secret)),
		"base64 of the header":  base64.StdEncoding.EncodeToString([]byte("Bearer " + secret)),
		"base64 of JSON":        base64.StdEncoding.EncodeToString([]byte(`{"client_secret":"` + inJSON(secret) + `"}`)),
		"base64 of the form":    base64.URLEncoding.EncodeToString([]byte("app:" + url.QueryEscape(secret))),
		"line breaks":           spread("\n"),
		"escaped line breaks":   spread(`\n`),
		"escaped form feeds":    spread(`\f`),
		"zero-width spaces":     spread("\u200b"),
		"soft hyphens":          spread("&shy;"),
		"NUL":                   spread("\x00"),
		"percent NUL":           spread("%00"),
		"spaces":                spread(" "),
		"cut at the end":        string(runes[:part]),
		"cut at the start":      string(runes[len(runes)-part:]),
	}
}

// withoutLayout returns text without case, white space and invisible characters,
// which a person ignores.
func withoutLayout(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text))
}

// Shares returns 8 characters in a row of a secret, or of any base64 of it, that
// are in text, "" if none.
func Shares(secret, text string) string {
	text = withoutLayout(text)
	for _, form := range append(base64Forms(secret), secret) {
		runes := []rune(withoutLayout(form))
		for i := 0; i+tooMany <= len(runes); i++ {
			if part := string(runes[i : i+tooMany]); strings.Contains(text, part) {
				return part
			}
		}
	}
	return ""
}

// base64Forms returns the characters of base64 that depend on secret alone, for
// each of its three possible offsets in the encoded text.
func base64Forms(secret string) []string {
	var forms []string
	for before := range 3 {
		encoded := base64.RawStdEncoding.EncodeToString(append(make([]byte, before), secret...))
		forms = append(forms, encoded[(before*8+5)/6:(before+len(secret))*8/6])
	}
	return forms
}
