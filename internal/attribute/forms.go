// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"net/netip"
	"path"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Forms is the one table of what means the same, for plans, responses, imports and lists. It has
// a function for each text and set by its path in its resource, in which * is any name. The function
// returns what counts of a text. A text with the form "" is unset. All other texts count exactly, and
// TestMeanings lists them.
func Forms() map[string]func(text string) string { return forms }

var forms = map[string]func(string) string{ //nolint:gochecknoglobals // a table that never changes
	"description": formOfText, "metadata": formOfText,
	"traffic_policy.value":                formOfPolicy,
	"hostports":                           folded(formOfHostport),
	"identity_provider.*.email_domains":   folded(formOfHost),
	"identity_provider.*.email_addresses": folded(formOfAddress),
	"identity_provider.*.teams":           folded(strings.ToLower),
	"identity_provider.*.organizations":   folded(strings.ToLower),
}

// formOf returns the row for the attribute at a path.
func formOf(at string) func(text string) string {
	for pattern, form := range forms {
		if isAt, _ := path.Match(pattern, at); isAt {
			return form
		}
	}
	return exactly
}

func exactly(text string) string { return text }

// folded is for texts without letter case. A text counts exactly if a letter outside ASCII becomes
// one inside in lower case or NFC: it looks like another name, and access rules contain names.
func folded(form func(string) string) func(string) string {
	return func(text string) string {
		if strings.ContainsFunc(text, becomesASCII) {
			return text
		}
		return form(text)
	}
}

func becomesASCII(letter rune) bool {
	return isNotASCII(letter) && !strings.ContainsFunc(norm.NFC.String(strings.ToLower(string(letter))), isNotASCII)
}

func isNotASCII(letter rune) bool { return letter > unicode.MaxASCII }

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
// "_". A label in ASCII stays as it is: xn--a- is not a.
func formOfHost(host string) string {
	if len(host) > maxHost {
		return host
	}
	labels := strings.Split(norm.NFC.String(strings.ToLower(strings.TrimSuffix(host, "."))), ".")
	for i, label := range labels {
		if strings.ContainsFunc(label, isNotASCII) {
			labels[i], _ = idna.Punycode.ToASCII(label)
		}
	}
	return strings.Join(labels, ".")
}
