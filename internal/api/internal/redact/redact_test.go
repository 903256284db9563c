// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/redact"
)

// A secret is found in each form, and in base64 also within a longer text.
func TestText_findsEveryRendering(t *testing.T) {
	t.Parallel()
	named, hexadecimal := strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;"), strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#x27;")
	standard, forURLs := base64.StdEncoding, base64.URLEncoding
	for _, secret := range []string{
		"canary-token_4711", "k3y5", "Correct Horse Battery Staple", "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END KEY-----",
		`quotes"and's<tags>&\back/slash;%41\n`, "schlüssel-Ärger-🔑-ключ", "+/+/+/==aaaa",
	} {
		inJSON, _ := json.Marshal(secret)
		escaped := string(inJSON[1 : len(inJSON)-1])
		secrets := redact.Secrets{}.With("canary", " "+secret+"\n")
		for name, rendering := range map[string]string{
			"as it is":           secret,
			"JSON":               escaped,
			"JSON without HTML":  strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(escaped),
			"query":              url.QueryEscape(secret),
			"segment of a path":  url.PathEscape(secret),
			"path":               (&url.URL{Path: secret}).EscapedPath(),
			"HTML":               html.EscapeString(secret),
			"HTML, named":        named.Replace(html.EscapeString(secret)),
			"HTML, hexadecimal":  hexadecimal.Replace(html.EscapeString(secret)),
			"base64":             standard.EncodeToString([]byte(secret)),
			"base64 without pad": standard.WithPadding(base64.NoPadding).EncodeToString([]byte(secret)),
			"base64 for URLs":    forURLs.EncodeToString([]byte(secret)),
		} {
			if got := secrets.Text("bad " + rendering + ", sorry"); got != "bad (redacted), sorry" {
				t.Errorf("%q, %s: %q became %q", secret, name, rendering, got)
			}
		}
		for text, alphabet := range map[string]*base64.Encoding{"id:" + secret: standard, "Bearer " + secret: forURLs, "with " + secret + ", too": standard} {
			got := secrets.Text(alphabet.EncodeToString([]byte(text)))
			if !strings.Contains(got, "(redacted)") || len(got) > len("QmVhcmVyI(redacted)LCB0b28=") {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

func TestText_headers(t *testing.T) {
	t.Parallel()
	basic := base64.StdEncoding.EncodeToString([]byte("user:canary-password"))
	for name, test := range map[string]struct{ header, value, text, want string }{
		"a whole value":        {"X-Api-Key", "canary key", "bad canary key", "bad (redacted)"},
		"after the scheme":     {"Authorization", "Token k3y5", "bad k3y5", "bad (redacted)"},
		"scheme stays":         {"Authorization", `Signature keyId="canary-key-1"`, "the Signature is missing", "the Signature is missing"},
		"Basic as it is":       {"proxy-authorization", "Basic " + basic, "got " + basic, "got (redacted)"},
		"password of Basic":    {"Authorization", "Basic " + basic, "no user with canary-password", "no user with (redacted)"},
		"parameter of cookie":  {"Cookie", "theme=dark; id=0123456789", "id 0123456789 is over in dark mode", "id (redacted) is over in dark mode"},
		"parameter, quoted":    {"Signature", `keyId="canary-1",signature="c2lnbmVk=="`, "canary-1, c2lnbmVk==", "(redacted), (redacted)"},
		"too short":            {"X-Key", "2", "2 errors", "2 errors"},
		"the longest first":    {"Authorization", "Bearer canary-1", "got Bearer canary-1", "got (redacted)"},
		"next to each other":   {"X-Token", "canary", "canarycanary", "(redacted)(redacted)"},
		"no credential, an id": {"X-Tenant", "acme-production", `"bkd_acme-production_fra" of acme-production`, `"bkd_acme-production_fra" of acme-production`},
		"long before a name":   {"X-Team", "edge", `{"input":"` + strings.Repeat("canary", 500) + `","name":"api_key"}`, `{"input":(redacted),"name":"api_key"}`},
		"no credential, words": {"X-Team", "failover-backends", "no failover-backends here", "no failover-backends here"},
	} {
		if got := redact.OfHeaders(map[string]string{test.header: test.value}).Text(test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// With does not change its receiver.
func TestWith_leavesTheOriginal(t *testing.T) {
	t.Parallel()
	first := redact.Secrets{}.With("first-canary")
	second, third := first.With("second-canary\nlast line"), first.With("third-canary")
	const text = "first-canary second-canary last line third-canary"
	for secrets, want := range map[*redact.Secrets]string{
		{}: text, &first: "(redacted) second-canary last line third-canary",
		&second: "(redacted) (redacted) (redacted) third-canary", &third: "(redacted) second-canary last line (redacted)",
	} {
		if got := secrets.Text(text); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A shortened text never contains part of a secret, and the text after it is not read.
func TestText_isCutAfterTheSecretsAreOut(t *testing.T) {
	t.Parallel()
	const longest, part = 16 << 10, 4 << 10
	secret := strings.Repeat("canary", longest/6+1)
	secrets := redact.Secrets{}.With(secret, secret[:1000])
	for _, before := range []int{0, 500, 511, part - 100, part - 1, part, longest - 10, longest} {
		for _, quoted := range []string{secret, strings.Repeat(secret[:1000]+" ", 20), strings.Repeat(secret[:1000], 20_000)} {
			text := strings.Repeat(".", before) + quoted + strings.Repeat(".", 1<<20)
			if got := secrets.Text(text); strings.Contains(got, "cana") {
				t.Errorf("after %d bytes: got %q", before, got)
			}
			if got := secrets.Redact(text); strings.Contains(got, "cana") || len(got) < part || len(got) > part+len("(redacted)") {
				t.Errorf("after %d bytes: %d bytes, with part of a secret: %t", before, len(got), strings.Contains(got, "cana"))
			}
		}
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	for want, address := range map[string]url.URL{
		"https://api.test:8443/v%201": {Scheme: "https", User: url.User("u"), Host: "api.test:8443", Path: "/v 1", RawQuery: "q", Fragment: "f"},
		"":                            {Path: "/v1"},
	} {
		if got := redact.URL(&address); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	shown := redact.Secrets{}.With("canary").URL(&url.URL{Scheme: "https", Host: "token.example.com:8443", Path: "/v1/canary/token=abcd"})
	if want := "https://token.example.com:8443/v1/(redacted)/token=(redacted)"; shown != want {
		t.Errorf("shown as %q, want %q", shown, want)
	}
}

// The shown text is short and valid UTF-8, and contains only printable characters.
func FuzzPrintable(f *testing.F) {
	for _, text := range []string{"", "red \x1b[31malert\a", "\u202eright to left", "\xff\xfe", strings.Repeat("ü", 400), strings.Repeat("a\u0301", 300), "zero\u200bwidth\u0000"} {
		f.Add(text)
	}
	const maxTextBytes = 512
	f.Fuzz(func(t *testing.T, text string) {
		var none redact.Secrets
		got := none.Text(text)
		if len(got) > maxTextBytes+len("…") || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q became %q", text, got)
		}
		if again := none.Text(got); len(got) <= maxTextBytes && again != got {
			t.Errorf("%q became %q, and then %q", text, got, again)
		}
	})
}
