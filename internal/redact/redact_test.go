// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact/redacttest"
)

func TestRedact_findsEveryRendering(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{
		"canary-token_4711",
		"Correct Horse Battery Staple",
		"-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END KEY-----\n",
		`quotes"and<tags>&\back/slash%41\n`,
		"schlüssel-Ärger-🔑-ключ",
		"+/+/+/==aaaa",
		"🔑ключ🔑ключ🔑ключ",
		"form\ffeed-secret",
		"%41%42%43%44%45%46%47%48%49",
	} {
		r := Secrets{}.With(secret)
		for name, rendering := range redacttest.Renderings(secret) {
			text := "cannot take: " + rendering + ", sorry"
			got := r.redact(text)
			// Quotes around the secret and a line break at its end are left, and of
			// base64 with other text around the secret, that text. A backslash of the
			// secret's own may be read as a part of an escape.
			const most = len("cannot take: \\&#34;" + redacted + "\\n\\&#34;, sorry")
			if !strings.HasPrefix(name, "base64") && !strings.Contains(secret, `\`) && (strings.Count(got, redacted) != 1 || len(got) > most) {
				t.Errorf("%q, %s: %q became %q", secret, name, text, got)
			}
			if !strings.HasPrefix(got, "cannot take: ") || !strings.Contains(got, redacted) || !strings.HasSuffix(got, ", sorry") {
				t.Errorf("%q, %s: %q became %q", secret, name, text, got)
			}
			if shared := redacttest.Shares(secret, got); shared != "" {
				t.Errorf("%q, %s: %q is still in %q", secret, name, shared, got)
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
		"no scheme":           {"X-Auth", base64.StdEncoding.EncodeToString([]byte("user:canary-password1")), "no user with canary-password", "no user with (redacted)"},
		"a cookie as a whole": {"Cookie", "a=1; b=2", "sent a=1;b=2", "sent (redacted)"},
		"invisible inside":    {"X-Key", "canary-4711", "canary\u2800-4711", "(redacted)"},
		"two next each other": {"X-Key", "canary-4711", "canary-4711canary-4711 x", "(redacted) x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := OfHeaders(map[string]string{test.header: test.value})
			if got := r.redact(test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Words that have nothing to do with a secret stay, however they are written.
func TestRedact_leavesOtherText(t *testing.T) {
	t.Parallel()
	r := OfHeaders(map[string]string{"X-Key": "canary-header"}).With("canary-token-4711").With("another secret", "%41%42")
	for _, text := range []string{"", "plain", `C:\users\new %zz &unheard; \u12 100%`, "a\nb\t<c>&amp;", "can\u200bary", "secret", "abstract", "\xff\xfe%c3%28"} {
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
		r := Secrets{}.With(secret)
		for name, rendering := range redacttest.Renderings(secret) {
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

// Text from outside is shown short, in whole characters, and without anything that
// a terminal acts on.
func FuzzPrintable(f *testing.F) {
	for _, text := range []string{"", "red \x1b[31malert\a", "\u202eright to left", "\xff\xfe", strings.Repeat("ü", 400), strings.Repeat("a\u0301", 300), "zero\u200bwidth\u0000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var none Secrets
		got := none.Text(text)
		if len(got) > maxTextBytes+len("…") || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q became %q", text, got)
		}
		if again := none.Text(got); len(got) <= maxTextBytes && again != got {
			t.Errorf("%q became %q, and then %q", text, got, again)
		}
	})
}
