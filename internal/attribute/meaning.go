// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// isSameText reports whether two texts of the attribute at a path mean the same.
func isSameText(at, a, b string) bool {
	form := formOf(at)
	return form(a) == form(b) || at == createdAt && isSameTime(a, b)
}

// createdAt is the path of a time, which has no form: two times within a second are the same.
const createdAt = "created_at"

// formOf is the one table of what means the same, for plans, responses, imports and lists. It
// returns a function for what counts of a text. A text with the form "" is unset. The path is
// that of a text, set or list. All resources share the paths; an asterisk stands for any
// identity provider. All other texts count exactly, and TestMeanings lists them.
func formOf(at string) func(text string) string {
	switch anyIdentityProvider.ReplaceAllString(at, "$1*") {
	case "description", "metadata":
		return formOfText
	case "traffic_policy.value":
		return formOfPolicy
	case "hostports":
		return formOfHostport
	case "identity_provider.*.email_domains":
		return formOfHost
	case "identity_provider.*.email_addresses":
		return formOfAddress
	case "identity_provider.*.teams", "identity_provider.*.organizations":
		return strings.ToLower
	}
	return exactly
}

func exactly(text string) string { return text }

var anyIdentityProvider = regexp.MustCompile(`^(identity_provider\.)idp_\d+`)

// formOfText is for texts that services may trim, and whose JSON they may rewrite.
func formOfText(text string) string { return canonicalJSON(strings.TrimSpace(text)) }

// formOfPolicy keeps the white space before the first character, which YAML takes as
// indentation.
func formOfPolicy(text string) string {
	return canonicalJSON(emptyLines.ReplaceAllString(strings.TrimRight(text, whiteSpace), ""))
}

// whiteSpace is the white space of YAML and JSON.
const whiteSpace = " \t\r\n"

var emptyLines = regexp.MustCompile(`^(?:[ \t]*\r?\n)+`)

var port = regexp.MustCompile(`:\d+$`)

func formOfHostport(text string) string {
	host := port.ReplaceAllString(text, "")
	return formOfHost(host) + text[len(host):]
}

// formOfAddress keeps the part before the @, which counts exactly (RFC 5321, section 2.4).
func formOfAddress(text string) string {
	at := strings.LastIndex(text, "@") + 1
	return text[:at] + formOfHost(text[at:])
}

// formOfHost returns ASCII in lower case (RFC 3492). The mappings of UTS 46 would also drop
// characters that nobody sees, and its strict rules would reject "*" and "_".
func formOfHost(host string) string {
	ascii, _ := idna.Punycode.ToASCII(norm.NFC.String(strings.ToLower(host)))
	return ascii
}

// isSameTime ignores less than a second: services store times with different precisions.
func isSameTime(a, b string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, a)
	second, invalidSecond := time.Parse(time.RFC3339, b)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() < time.Second
}
