// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"strings"

	"golang.org/x/net/idna"
)

// Normalized is the Rewrite switch of a reference API that trims texts, decodes and encodes
// JSON again, and writes host names in ASCII and lower case, and teams and organizations in upper
// case. JSON numbers become floating-point numbers.
func Normalized(member, text string) string {
	switch strings.ReplaceAll(strings.ToLower(member), "_", "") {
	case "description", "metadata", "value":
		var document any
		trimmed := strings.TrimSpace(text)
		if !strings.ContainsAny(trimmed[:min(len(trimmed), 1)], "[{") || json.Unmarshal([]byte(trimmed), &document) != nil {
			return trimmed
		}
		encoded, _ := json.Marshal(document) //nolint:errchkjson // decoded JSON can be encoded
		return string(encoded)
	case "hostports":
		colon := strings.LastIndex(text, ":")
		return ascii(text[:colon]) + text[colon:]
	case "emailaddresses", "emaildomains":
		at := strings.LastIndex(text, "@") + 1
		return text[:at] + ascii(text[at:])
	case "teams", "organizations":
		return strings.ToUpper(text)
	}
	return text
}

func ascii(host string) string {
	encoded, _ := idna.Punycode.ToASCII(strings.ToLower(host)) // "" only for a host that no test has
	return encoded
}
