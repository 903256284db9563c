// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"net/netip"
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

// Forms is the one table of what means the same, for plans, responses, imports and lists. It has
// a function for each text and set by its name, which returns what counts of a text. A text with
// the form "" is unset. All other texts count exactly, and TestMeanings lists them.
func Forms() map[string]func(text string) string { return forms }

var forms = map[string]func(string) string{ //nolint:gochecknoglobals // a table that never changes
	"description": formOfText, "metadata": formOfText,
	"value":           formOfPolicy, // of a traffic policy
	"hostports":       formOfHostport,
	"email_domains":   formOfHost,
	"email_addresses": formOfAddress,
	"teams":           strings.ToLower, "organizations": strings.ToLower,
}

// formOf returns the row for the attribute at a path.
func formOf(at string) func(text string) string {
	if form := forms[at[strings.LastIndex(at, ".")+1:]]; form != nil {
		return form
	}
	return exactly
}

func exactly(text string) string { return text }

// formOfText is for texts that services may trim, and whose JSON they may rewrite.
func formOfText(text string) string { return canonicalText(strings.TrimSpace(text)) }

// formOfPolicy keeps the white space before the first character, which YAML takes as
// indentation.
func formOfPolicy(text string) string {
	return canonicalText(emptyLines.ReplaceAllString(strings.TrimRight(text, whiteSpace), ""))
}

// whiteSpace is the white space of YAML and JSON.
const whiteSpace = " \t\r\n"

var emptyLines = regexp.MustCompile(`^(?:[ \t]*\r?\n)+`)

var port = regexp.MustCompile(`:\d+$`)

func formOfHostport(text string) string {
	if address, err := netip.ParseAddrPort(text); err == nil {
		return address.String()
	}
	host := port.ReplaceAllString(text, "")
	return formOfHost(host) + text[len(host):]
}

// formOfAddress ignores letter case before the @ too, because services may store it in lower
// case. Hardly any mail server tells such users apart.
func formOfAddress(text string) string {
	at := strings.LastIndex(text, "@") + 1
	return strings.ToLower(text[:at]) + formOfHost(text[at:])
}

// maxHost is far above the 255 bytes of a DNS name. The time for Punycode grows with the square
// of the length.
const maxHost = 1024

// formOfHost returns ASCII in lower case (RFC 3492), without a dot at the end. The mappings of
// UTS 46 would also drop characters that nobody sees, and its strict rules would reject "*" and
// "_".
func formOfHost(host string) string {
	if len(host) > maxHost {
		return host
	}
	ascii, _ := idna.Punycode.ToASCII(norm.NFC.String(strings.ToLower(strings.TrimSuffix(host, "."))))
	return ascii
}

// isSameTime ignores less than a second: services store times with different precisions.
func isSameTime(a, b string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, a)
	second, invalidSecond := time.Parse(time.RFC3339, b)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() < time.Second
}
