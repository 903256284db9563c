// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// renderings are the ways in which a service may quote a secret.
func renderings(secret string) map[string]string {
	inJSON := func(text string) string {
		encoded, _ := json.Marshal(text)
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
	part := min(len(runes), gramRunes+1)
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
		"zero-width spaces":     spread("\u200b"),
		"soft hyphens":          spread("&shy;"),
		"spaces":                spread(" "),
		"cut at the end":        string(runes[:part]),
		"cut at the start":      string(runes[len(runes)-part:]),
	}
}

// withoutLayout is text as a person compares it: without what is easily added.
func withoutLayout(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text))
}

// shares returns 8 characters in a row that a and b have in common, "" if none.
func shares(a, b string) string {
	runes := []rune(withoutLayout(a))
	b = withoutLayout(b)
	for i := 0; i+gramRunes <= len(runes); i++ {
		if gram := string(runes[i : i+gramRunes]); strings.Contains(b, gram) {
			return gram
		}
	}
	return ""
}

func TestRedact_findsEveryRendering(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{
		"canary-token_4711",
		"Correct Horse Battery Staple",
		"-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END KEY-----\n",
		`quotes"and<tags>&\back/slash%41\n`,
		"schlüssel-Ärger-🔑-ключ",
		"+/+/+/==aaaa",
	} {
		r := redactor{}.with(secret)
		for name, rendering := range renderings(secret) {
			text := "cannot take: " + rendering + ", sorry"
			got := r.redact(text)
			if !strings.HasPrefix(got, "cannot take: ") || !strings.Contains(got, redacted) || !strings.HasSuffix(got, ", sorry") {
				t.Errorf("%q, %s: %q became %q", secret, name, text, got)
			}
			for _, kept := range append(base64Cores(secret), secret) {
				if shared := shares(kept, got); shared != "" {
					t.Errorf("%q, %s: %q is still in %q", secret, name, shared, got)
				}
			}
		}
	}
}

func TestRedact_headers(t *testing.T) {
	t.Parallel()
	basic := base64.StdEncoding.EncodeToString([]byte("user:canary-password"))
	for name, test := range map[string]struct {
		header, value, text, want string
	}{
		"credential alone":    {"Authorization", "Bearer abcdef-4711", "bad abcdef-4711", "bad (redacted)"},
		"short credential":    {"Authorization", "Token k3y5", "bad k3y5", "bad (redacted)"},
		"scheme stays":        {"Authorization", "Signature keyId=\"canary-key-1\"", "the signature is missing", "the signature is missing"},
		"Basic as it is":      {"Authorization", "Basic " + basic, "got " + basic, "got (redacted)"},
		"password of Basic":   {"Authorization", "Basic " + basic, "no user with canary-password", "no user with (redacted)"},
		"cookie":              {"Cookie", "theme=dark; session=0123456789abcdef", "session 0123456789abcdef is over", "session (redacted) is over"},
		"cookie cut short":    {"Cookie", "theme=dark; session=0123456789abcdef", "session 01234567… is over", "session (redacted)… is over"},
		"parameter":           {"Signature", `keyId="canary-key-1",signature="c2lnbmVkIGJ5IG1l=="`, "signature c2lnbmVkIGJ5IG1l differs", "signature (redacted) differs"},
		"the whole of words":  {"X-Note", "red fox den", "sent Red Fox Den", "sent (redacted)"},
		"words in base64":     {"X-Note", "red fox den", "sent " + base64.StdEncoding.EncodeToString([]byte("red fox den")), "sent (redacted)4="},
		"too short":           {"X-Version", "2", "2 errors", "2 errors"},
		"in another case":     {"X-Tenant", "Blue", "no tenant blue", "no tenant (redacted)"},
		"two next each other": {"X-Key", "canary-4711", "canary-4711canary-4711 x", "(redacted) x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRedactor(Config{Headers: map[string]string{test.header: test.value}})
			if got := r.redact(test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Words that have nothing to do with a secret stay, however they are written.
func TestRedact_leavesOtherText(t *testing.T) {
	t.Parallel()
	r := newRedactor(Config{Token: "canary-token-4711", Headers: map[string]string{"X-Key": "canary-header"}}).with("another secret")
	for _, text := range []string{"", "plain", `C:\users\new %zz &unheard; \u12 100%`, "a\nb\t<c>&amp;", "can\u200bary", "secret", "\xff\xfe%c3%28"} {
		if got := r.redact(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("canary-token-4711", "before ", " after")
	f.Add(`quotes"and<tags>&\back/slash%41`, `\`, "%")
	f.Add("schlüssel-🔑-ключ", "&", ";")
	f.Add("a b c d e f g h", "%2", "\\")
	f.Fuzz(func(t *testing.T, secret, before, after string) {
		if !utf8.ValidString(secret) || len(fold(secret, true)) < gramRunes || len(fold(secret, false)) < gramRunes {
			t.Skip("too short, or no text")
		}
		if strings.ContainsFunc(secret, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) }) {
			t.Skip("HTML cannot write it")
		}
		r := redactor{}.with(secret)
		for name, rendering := range renderings(secret) {
			if len(fold(rendering, false)) < gramRunes {
				continue
			}
			got := r.redact(before + ": " + rendering + ". " + after)
			if strings.Contains(got, rendering) && !strings.Contains(before+after, rendering) {
				t.Errorf("%s: %q is still in %q", name, rendering, got)
			}
		}
	})
}
