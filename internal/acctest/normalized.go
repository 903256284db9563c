// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Normalized is the Rewrite switch of a reference API that trims texts, replaces \r\n by \n,
// decomposes Unicode characters, and decodes and encodes JSON again. It shortens IPv6 addresses,
// writes host names in ASCII and lower case and without a dot at the end, email addresses in lower
// case, and teams and organizations in upper case. JSON numbers become floating-point numbers.
func Normalized(member, text string) string {
	switch strings.ReplaceAll(strings.ToLower(member), "_", "") {
	case "description", "metadata", "value":
		var document any
		trimmed := strings.TrimSpace(text)
		if !strings.ContainsAny(trimmed[:min(len(trimmed), 1)], "[{") || json.Unmarshal([]byte(trimmed), &document) != nil {
			return norm.NFD.String(strings.ReplaceAll(trimmed, "\r\n", "\n"))
		}
		encoded, _ := json.Marshal(document) //nolint:errchkjson // decoded JSON can be encoded
		return string(encoded)
	case "hostports":
		if address, err := netip.ParseAddrPort(text); err == nil {
			return address.String()
		}
		colon := strings.LastIndex(text, ":")
		return ascii(text[:colon]) + text[colon:]
	case "emailaddresses", "emaildomains":
		at := strings.LastIndex(text, "@") + 1
		return strings.ToLower(text[:at]) + ascii(text[at:])
	case "teams", "organizations":
		return strings.ToUpper(text)
	}
	return text
}

func ascii(host string) string {
	encoded, _ := idna.Punycode.ToASCII(strings.ToLower(strings.TrimSuffix(host, "."))) // "" only for a host that no test has
	return encoded
}
